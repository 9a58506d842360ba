import { type Instant, printLocal, printUtc } from "@rostrum/contract/formats.ts";
import type { ExplainedAttempt, ExplainedDelivery, Explanation } from "@rostrum/contract/private/foresight.ts";
import { deliveryReasons, deliveryWords, forecastReasons } from "@rostrum/contract/reasons.ts";
import { hideSecrets } from "../../ground/observability/secrets.ts";
import { preferencesText } from "../channels/preferences.ts";
import { dayName } from "../queue/rules.ts";
import { type ForecastEntry, foreseeNext } from "./foresee.ts";
import type { AttemptHistoryRow, DeliveryHistoryRow, ExplainedPostRow, SettlementRow } from "./history-store.ts";
import { beginning, outcomeOf, slotText } from "./present.ts";
import { type ForecastCollection, obstacleOn } from "./rules.ts";

export interface ExplainGround {
  readonly post: ExplainedPostRow;
  /** Its collection in its current state. */
  readonly collection: ForecastCollection;
  readonly timezone: string;
  readonly now: Instant;
  readonly deliveries: readonly DeliveryHistoryRow[];
  readonly attempts: readonly AttemptHistoryRow[];
  readonly settlements: readonly SettlementRow[];
}

/** Explains a post: what has happened to it, and what will. */
export async function explain(ground: ExplainGround): Promise<Explanation> {
  const { post, collection, timezone } = ground;
  const expected = await nextEntries(ground);
  const leaves = expected[0]?.leaves ?? null;
  const reason = leaves === null ? (expected[0]?.obstacle?.reason ?? null) : null;
  const place = placeInQueue(collection, post.id);
  const facts = {
    postId: post.id,
    brandId: post.brandId,
    collectionId: post.collectionId,
    collection: post.collection,
    post: beginning(post.text),
    postingType: post.postingType,
    status: post.status,
  };
  const times = {
    timezone,
    local: leaves === null ? null : printLocal(leaves.at, timezone).slice(0, 16),
    utc: leaves === null ? null : printUtc(leaves.at).slice(0, 16),
    slot: slotOf(collection, leaves?.slotId ?? null),
    queuePosition: place?.position ?? null,
    queueLength: place?.length ?? null,
    rejoinsAt: post.rejoinAt,
    reason,
    meaning: reason === null ? null : forecastReasons[reason],
  };
  return {
    ...facts,
    summary: expected[0]?.post.waits === true ? summaryOfWaiting(times) : summaryOf(post, times),
    ...times,
    channels: expected.map((entry) => ({
      channelId: entry.channel?.id ?? null,
      channel: entry.channel?.name ?? null,
      channelType: entry.channel?.type ?? null,
      outcome: outcomeOf(entry),
      ...wayOf(entry, collection),
      ownWords: entry.channel !== null && entry.post.captions?.[entry.channel.type] !== undefined,
      preferences: preferencesOf(entry),
    })),
    deliveriesLeftOut: (ground.deliveries[0]?.total ?? 0) - ground.deliveries.length,
    deliveries: ground.deliveries.map((delivery) => explainDelivery(delivery, ground)),
  };
}

/** For a post that stays, also says what else would prevent publishing once it leaves. */
function wayOf({ post, channel, leaves, obstacle, delay }: ForecastEntry, { conversions }: ForecastCollection) {
  const found = leaves !== null || channel === null ? obstacle : obstacleOn(channel, post, conversions);
  const message = obstacle?.message ?? found?.message ?? delay?.message ?? null;
  return { reason: (obstacle ?? delay)?.reason ?? null, obstacle: found?.reason ?? null, message };
}

/** What it goes out with there besides its content. */
function preferencesOf({ post, channel }: ForecastEntry): string | null {
  return channel?.preferences === undefined ? null : preferencesText(channel.preferences, post.preferences?.[channel.id]);
}

/** The post's forecast entries for its next departure, or for staying. Once under way, its deliveries tell the rest. */
async function nextEntries({ post, collection, timezone, now }: ExplainGround): Promise<ForecastEntry[]> {
  if (post.leavingAt !== null) return [];
  const entries = (await foreseeNext(collection, { timezone, now, dueAt: post.dueAt })).filter((entry) => entry.post.id === post.id);
  const first = entries[0]?.leaves;
  return first === undefined || first === null ? entries : entries.filter(({ leaves }) => leaves?.dueAt === first.dueAt);
}

function placeInQueue(collection: ForecastCollection, postId: number): { position: number; length: number } | null {
  const ranks = collection.posts.flatMap(({ id, place }) => (place.kind === "queued" ? [{ id, rank: place.rank }] : []));
  const own = ranks.find(({ id }) => id === postId);
  if (own === undefined) return null;
  const before = ranks.filter(({ id, rank }) => rank < own.rank || (rank === own.rank && id < postId));
  return { position: before.length + 1, length: ranks.length };
}

function slotOf(collection: ForecastCollection, slotId: number | null): string | null {
  const slot = collection.slots.find(({ id }) => id === slotId);
  return slot === undefined ? null : slotText(slot);
}

type Times = Pick<Explanation, "timezone" | "local" | "slot" | "queuePosition" | "queueLength" | "meaning">;

function summaryOf(post: ExplainedPostRow, times: Times): string {
  const { local, slot, timezone, queuePosition, queueLength, meaning } = times;
  if (post.leavingAt !== null) return "The post is being published; its deliveries show the progress.";
  const place = queuePosition === null ? "" : ` It is number ${queuePosition} of ${queueLength} in the queue.`;
  if (local === null) return meaning === null ? "The post has gone out; its deliveries show the outcome." : `${meaning}${place}`;
  if (post.rejoinAt !== null) {
    const again = printLocal(post.rejoinAt, timezone).slice(0, 16);
    return `The post rejoins the queue at ${again} (${timezone}) and goes out at ${local}, at the slot ${slot}.`;
  }
  if (slot === null) return `The post goes out at ${local} (${timezone}), its scheduled time.`;
  return `The post goes out at ${local} (${timezone}), at the slot ${slot}.${place}`;
}

function summaryOfWaiting({ local, timezone }: Times): string {
  return `Its scheduled time is ${local ?? "later"} (${timezone}). ${forecastReasons.brand_arrived}`;
}

function explainDelivery(row: DeliveryHistoryRow, { timezone, attempts, settlements }: ExplainGround): ExplainedDelivery {
  const message = row.message ?? (row.heldUntil === null ? null : deliveryWords.held(row.heldReason ?? "", row.heldUntil));
  return {
    deliveryId: row.id,
    kind: row.isComment ? "COMMENT" : "POST",
    channelId: row.channelId,
    channel: row.channel,
    channelType: row.channelType,
    dueLocal: printLocal(row.dueAt, timezone).slice(0, 16),
    dueUtc: printUtc(row.dueAt).slice(0, 16),
    slot: row.slotDay === null || row.slotTime === null ? null : slotText({ id: 0, day: dayName(row.slotDay), time: row.slotTime }),
    status: row.status,
    reason: row.reason,
    meaning: row.reason === null ? null : deliveryReasons[row.reason],
    message: message === null ? null : hideSecrets(message),
    url: row.url,
    nextTryAt: row.nextAt,
    attempts: attempts.filter(({ deliveryId }) => deliveryId === row.id).map(explainAttempt),
    settlements: settlements.flatMap(({ deliveryId, at, by, decision, url }) => (deliveryId === row.id ? [{ at, by, decision, url }] : [])),
  };
}

function explainAttempt({ number, step, times, startedAt, endedAt, outcome, calls }: AttemptHistoryRow): ExplainedAttempt {
  const detail = outcome?.reason ?? outcome?.note ?? outcome?.url ?? null;
  return {
    number,
    step,
    times,
    startedAt,
    endedAt,
    outcome: outcome?.kind ?? null,
    detail: typeof detail === "string" ? hideSecrets(detail) : null,
    callsLeftOut: (calls ?? []).reduce((sum, call) => sum + ("leftOut" in call ? call.leftOut : 0), 0),
    calls: (calls ?? []).flatMap((entry) => {
      if ("leftOut" in entry) return [];
      const { at, method, url, sent, status, reply, milliseconds } = entry;
      return [{ at, method, url, sent, status, reply, milliseconds }];
    }),
  };
}
