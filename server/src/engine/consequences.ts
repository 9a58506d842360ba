import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import type { FindOutcome, Published, PublishOutcome } from "../connectors/connector.ts";
import { type Queryable, transaction } from "../database/query.ts";
import { searchText } from "../published/rules.ts";
import { crashPoint } from "./crash-points.ts";
import type { DeliveryRow } from "./ledger.ts";
import { type AttemptEnd, type DeliveryChange, lockStandpoints, storeDeliveries } from "./outcomes.ts";
import type { AttemptCall } from "./recording.ts";
import { type NextStep, nextCountsAt } from "./rules.ts";
import { settle } from "./settle.ts";
import { disconnectChannel, findDeliveryChannel, insertDelivery } from "./store.ts";

/** An attempt that has come to an end. */
export interface Conclusion {
  readonly delivery: DeliveryRow;
  readonly number: number;
  readonly outcome: PublishOutcome | FindOutcome;
  readonly calls: readonly AttemptCall[] | null;
  readonly next: NextStep;
  readonly now: Instant;
}

/**
 * Stores the outcomes of attempts and what follows from them, in one transaction. Each only while it is the delivery's last
 * attempt and nothing else has followed from it: whoever lost the channel's lock meanwhile may come late. Answers for each
 * whether it was stored.
 */
export async function conclude(app: App, conclusions: readonly Conclusion[]): Promise<boolean[]> {
  const points = new Set(conclusions.map(pointOf));
  const stored = await transaction(app.db, async (tx) => {
    const stands = await lockStandpoints(
      tx,
      conclusions.map(({ delivery, number }) => ({ delivery, tries: number, statuses: ["publishing", "unknown"] })),
    );
    const standing = conclusions.filter((_, index) => stands[index]);
    if (standing.length === 0) return stands;
    await apply(
      tx,
      standing.map((conclusion) => ({ ...conclusion, attempt: conclusion })),
      app.clock.now(),
    );
    for (const point of points) crashPoint(`${point}.before-commit`);
    return stands;
  });
  for (const point of points) crashPoint(`${point}.after-commit`);
  return stored;
}

function pointOf({ delivery, outcome }: Conclusion): "cut-off" | "outcome" {
  return outcome.kind === "unknown" && delivery.status === "publishing" ? "cut-off" : "outcome";
}

/** What the rules say follows for a delivery, with the attempt that it follows from, if there was one. */
interface Following extends Pick<Conclusion, "delivery" | "next" | "now"> {
  readonly attempt: AttemptEnd | null;
}

/** Carries that out, inside the transaction that stores the attempts' outcomes. */
async function apply(tx: Queryable, followings: readonly Following[], settledAt: Instant): Promise<void> {
  await storeDeliveries(
    tx,
    followings.map(({ delivery, next, attempt, now }) => ({ ...changeOf(delivery, next, now), id: delivery.id, attempt })),
  );
  crashPoint("outcome.after-attempt-end");
  for (const { delivery, next, now } of followings) {
    if ("disconnect" in next && next.disconnect) await disconnectChannel(tx, delivery.channelId, next.message, now);
    if (next.status === "PUBLISHED") await planComment(tx, delivery, now);
  }
  const publications = followings.filter(({ delivery }) => delivery.parentId === null).map(({ delivery }) => delivery.publicationId);
  await settle(tx, [...new Set(publications)], settledAt);
  crashPoint("outcome.after-settle");
}

/** Ends a delivery for which the platform need not be asked. */
export async function endWith(app: App, delivery: DeliveryRow, end: Extract<NextStep, { disconnect: boolean }>): Promise<void> {
  await transaction(app.db, async (tx) => {
    const [stands] = await lockStandpoints(tx, [{ delivery, tries: delivery.tries, statuses: [delivery.status] }]);
    if (stands !== true) return;
    const now = app.clock.now();
    await apply(tx, [{ delivery, next: end, attempt: null, now }], now);
    crashPoint("end.before-commit");
  });
  crashPoint("end.after-commit");
}

function changeOf(delivery: DeliveryRow, next: NextStep, now: Instant): Omit<DeliveryChange, "id" | "attempt"> {
  const base = {
    status: next.status,
    reason: next.reason,
    nextAt: null,
    receipt: null,
    remoteId: null,
    url: null,
    postType: null,
    body: null,
    searchText: null,
    countsNextAt: null,
    now,
  };
  if ("published" in next) return { ...base, ...publishedFacts(delivery, next.published, now) };
  if ("nextAt" in next) return { ...base, message: next.message, nextAt: next.nextAt, receipt: next.receipt };
  // A comment that cannot be made is no failure of the post; it has an entry only when it failed.
  if (delivery.parentId !== null && next.status === "SKIPPED") return { ...base, status: "cancelled", message: next.message };
  return { ...base, message: next.message };
}

function publishedFacts(delivery: DeliveryRow, published: Published, now: Instant) {
  const body = published.text ?? null;
  return {
    message: published.note ?? null,
    remoteId: published.remoteId,
    url: published.url,
    postType: published.postType ?? null,
    body,
    searchText: body === null ? null : searchText(body),
    countsNextAt: delivery.parentId === null ? nextCountsAt(now, now) : null,
  };
}

/** The automatic comment is a delivery of its own below the entry, due after its delay. */
async function planComment(tx: Queryable, delivery: DeliveryRow, now: Instant): Promise<void> {
  const { comment } = delivery.content;
  if (comment === null || delivery.parentId !== null) return;
  const channel = await findDeliveryChannel(tx, delivery.id);
  await insertDelivery(tx, {
    publicationId: delivery.publicationId,
    brandId: delivery.brandId,
    collectionId: channel.collectionId,
    postId: delivery.postId,
    parentId: delivery.id,
    channel: { id: delivery.channelId, name: channel.name, type: channel.type },
    status: "waiting",
    reason: null,
    message: null,
    postType: "ENGAGE_COMMENT",
    body: comment.comment,
    searchText: searchText(comment.comment),
    nextAt: addSeconds(now, comment.delay),
    now,
  });
  crashPoint("outcome.after-comment-plan");
}
