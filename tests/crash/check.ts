import type { EntryStatus } from "@rostrum/contract/published.ts";
import type { Database } from "../../server/src/ground/database/connect.ts";
import type { SandboxPost } from "../../server/src/networks/sandbox/network.ts";
import { persistently } from "../../server/src/testing/eventually.ts";
import { type Place, stoppedChannels } from "./api.ts";
import { isExcused, mayStop } from "./endings.ts";
import { type DeliveryFacts, readDeliveries, readLeftovers, readMistold } from "./ledger.ts";
import type { Mix } from "./mix.ts";
import type { RoundPlan } from "./plan.ts";
import type { Platforms, Readers } from "./platforms.ts";
import { type Asked, commentToken, partToken } from "./posts.ts";

export interface Findings {
  /** Broken guarantees, described in words. */
  readonly violations: readonly string[];
  /** Counts of entries and hidden deliveries by final state. */
  readonly ends: Readonly<Record<string, number>>;
}

export interface Scene {
  readonly db: Database;
  readonly place: Place;
  readonly platforms: Platforms;
  readonly mix: Mix;
  /** Whether slots may have been missed because the service was down for a while. */
  readonly wasAway: boolean;
  readonly plan: RoundPlan;
  /** How often something was killed or frozen. */
  readonly kills: number;
}

const VISIBLE: readonly EntryStatus[] = ["PUBLISHED", "SENT", "FAILED", "SKIPPED", "RETRYING"];
const REACHED = ["PUBLISHED", "SENT", "commented"];

/** Compares what readers see and what the API reports with what was requested. Call it once everything has finished. */
export async function check(scene: Scene): Promise<Findings> {
  const { db, place, platforms, mix } = scene;
  const [deliveries, leftovers, mistold, readers, posts, entries] = await Promise.all([
    persistently(() => readDeliveries(db, mix.collections)),
    persistently(() => readLeftovers(db)),
    persistently(() => readMistold(db, mix.collections)),
    platforms.read(),
    persistently(() => listPosts(place, mix)),
    persistently(() => listEntries(place, mix)),
  ]);
  const types = new Map(place.channels.map(({ id, type }) => [id, type]));
  const violations = [...leftovers, ...mistold, ...mix.complaints, ...entriesDiffer(entries, deliveries)];
  for (const asked of mix.asked) {
    const own = deliveries.filter(({ caption }) => caption.includes(partToken(asked.token, 0)));
    const found = posts.filter(({ body }) => body.includes(partToken(asked.token, 0)));
    const say = (problem: string) => violations.push(`${asked.token} (${JSON.stringify(asked)}): ${problem}`);
    existence(asked, found, say);
    publications({ asked, own, found, channels: place.channels.length, mix, wasAway: scene.wasAway }, say);
    for (const delivery of own.filter(({ status }) => status === "FAILED" || status === "SKIPPED")) {
      const type = types.get(delivery.channelId ?? 0);
      if (type === undefined || isExcused(delivery, { asked, type, plan: scene.plan, kills: scene.kills })) continue;
      say(`could have gone out on ${type}, and is ${delivery.status} (${delivery.reason}): ${delivery.message}`);
    }
    for (const { type, posts: seen } of readers) {
      visibility({ asked, own: own.filter(({ channelId }) => types.get(channelId ?? 0) === type), seen, network: type }, say);
    }
  }
  violations.push(...strangers(readers, mix), ...(await stopped(scene)));
  const ends: Record<string, number> = {};
  for (const { status, reason } of deliveries) {
    const name = reason === "undecided" ? `${status} (undecided)` : status;
    ends[name] = (ends[name] ?? 0) + 1;
  }
  return { violations, ends };
}

interface Entry {
  readonly id: number;
  readonly status: EntryStatus;
  readonly message: string | null;
}

interface FoundPost {
  readonly id: number;
  readonly body: string;
  readonly status: string;
  readonly postingType: string;
  readonly postDate: string | null;
}

async function listPosts(place: Place, mix: Mix): Promise<FoundPost[]> {
  return (await Promise.all(mix.collections.map((id) => place.list<FoundPost>(`/collections/${id}/posts`)))).flat();
}

async function listEntries(place: Place, mix: Mix): Promise<Entry[]> {
  const lists = mix.collections.flatMap((id) =>
    VISIBLE.map((status) => place.list<Entry>(`/published-posts?collection_id=${id}&status=${status}`)),
  );
  return (await Promise.all(lists)).flat();
}

type Say = (problem: string) => void;

/** Everything acknowledged exists, and nothing twice. */
function existence(asked: Asked, found: readonly FoundPost[], say: Say): void {
  if (found.length > 1) say(`was stored ${found.length} times`);
  if (asked.deletion === "done" && found.length > 0) say("still exists although its deletion was acknowledged");
  if (asked.id !== null && asked.deletion === null && found[0]?.id !== asked.id) say("was acknowledged and is not there");
}

/** It was published the right number of times, on every channel, and each delivery ended with an explanation. */
function publications(
  facts: { asked: Asked; own: readonly DeliveryFacts[]; found: readonly FoundPost[]; channels: number; mix: Mix; wasAway: boolean },
  say: Say,
): void {
  const { asked, own, found, channels } = facts;
  const roots = own.filter(({ parentId }) => parentId === null);
  const groups = [...Map.groupBy(roots, ({ publicationId }) => publicationId).values()];
  const { least, most } = timesOf(facts);
  if (groups.length < least || groups.length > most)
    say(`left ${groups.length} times instead of ${least} to ${most} times: ${JSON.stringify(found)}`);
  for (const group of groups) {
    const ids = new Set(group.map(({ channelId }) => channelId));
    if (group.length !== channels || ids.size !== channels) say(`a publication has ${group.length} deliveries on ${ids.size} channels`);
  }
  for (const { id, parentId, status, message } of own) {
    const isEnd = [...REACHED, "FAILED", "SKIPPED", "cancelled"].includes(status);
    if (!isEnd) say(`delivery ${id} is ${status} still`);
    else if (!REACHED.includes(status) && !message) say(`delivery ${id} is ${status} without a reason`);
    if (status === "commented" && parentId === null) say(`delivery ${id} of a post is ${status}`);
  }
  const { change } = asked;
  if (change?.answer === "done" && change.to === "SCHEDULE" && roots[0]?.dueAt.slice(0, 19) !== change.at?.replace(" ", "T")) {
    say(`was to leave at ${change.at} and left at ${roots[0]?.dueAt}`);
  }
  if (change?.answer === "done" && change.to === "DRAFT" && asked.deletion === null && found[0]?.status !== "DRAFT") {
    say(`was made a draft and is ${found[0]?.status}`);
  }
}

/** How many times it may have been published. */
function timesOf({ asked, found, mix, wasAway }: { asked: Asked; found: readonly FoundPost[]; mix: Mix; wasAway: boolean }) {
  const isCertain = asked.id !== null && asked.deletion === null && asked.change?.answer !== "unknown";
  const mode = asked.change?.answer === "done" ? asked.change.to : asked.mode;
  // It was not due yet when it was deleted: time stands still while the round makes its requests.
  if (mode === "SCHEDULE" && asked.deletion === "done" && !wasAway) return { least: 0, most: 0 };
  if (mode === "DRAFT") return { least: 0, most: asked.change?.answer === "unknown" ? 1 : 0 };
  if (mode === "EVERGREEN") return { least: wasAway ? 0 : 1, most: mix.evergreenSlots };
  // A queued post whose slots were missed waits for later ones.
  const waits =
    mode === "QUEUE" && wasAway && found[0]?.postingType === "QUEUE" && found[0].status === "PENDING" && found[0].postDate !== null;
  return { least: isCertain && !waits ? 1 : 0, most: 1 };
}

/** The ledger agrees with what readers of the network see. */
function visibility(facts: { asked: Asked; own: readonly DeliveryFacts[]; seen: readonly SandboxPost[]; network: string }, say: Say): void {
  const { asked, own, seen, network } = facts;
  const count = (word: string) => seen.filter(({ text }) => text.includes(word)).length;
  const hold = (what: string, times: number, rows: readonly DeliveryFacts[], isWhole: boolean) => {
    const reached = rows.filter(({ status }) => REACHED.includes(status)).length;
    const undecided = rows.filter(({ reason }) => reason === "undecided").length;
    // The first parts of a thread that was given up half-way may be visible.
    const begun = isWhole ? 0 : rows.filter(({ status, reason }) => status === "FAILED" && reason !== "undecided").length;
    if (times < reached || times > reached + undecided + begun) {
      say(`readers of ${network} see ${what} ${times} times, the ledger has it ${reached} times and is undecided ${undecided} times`);
    }
  };
  const roots = own.filter(({ parentId }) => parentId === null);
  for (let part = 0; part < asked.segments; part += 1) {
    hold(`part ${part + 1} of ${asked.segments}`, count(partToken(asked.token, part)), roots, asked.segments === 1);
  }
  const comments = own.filter(({ parentId }) => parentId !== null);
  hold("the comment", count(commentToken(asked.token)), comments, true);
  if (comments.length > roots.filter(({ status }) => status === "PUBLISHED").length)
    say(`${comments.length} comments on ${network} are too many`);
  if (asked.hasComment && comments.length < roots.filter(({ status }) => status === "PUBLISHED").length)
    say(`a comment on ${network} was lost`);
}

/** The published entries of the API are the deliveries of the ledger, each once. */
function entriesDiffer(entries: readonly Entry[], deliveries: readonly DeliveryFacts[]): string[] {
  const shown = (status: string) => VISIBLE.some((visible) => visible === status);
  // A comment has an entry of its own only when it failed.
  const expected = deliveries.filter(({ status }) => shown(status)).map(({ id, status }) => `${id} ${status}`);
  const got = entries.map(({ id, status }) => `${id} ${status}`);
  const missing = expected.filter((entry) => !got.includes(entry));
  const surplus = got.filter((entry) => !expected.includes(entry));
  const silent = entries.filter(({ status, message }) => (status === "FAILED" || status === "SKIPPED") && !message);
  return [
    ...missing.map((entry) => `the entry ${entry} is in no list`),
    ...surplus.map((entry) => `the entry ${entry} is in a list and not in the ledger`),
    ...(new Set(got).size === got.length ? [] : ["an entry is listed twice"]),
    ...silent.map(({ id, status }) => `the entry ${id} is ${status} without a message`),
  ];
}

/** Channels that are not active although their network has not taken their access back. */
async function stopped({ place, plan }: Scene): Promise<string[]> {
  const channels = await persistently(() => stoppedChannels(place));
  return channels.filter(({ type }) => !mayStop(type, plan)).map(({ type }) => `the channel on ${type} was stopped`);
}

/** Posts with a token of this round that nobody requested; posts without one are ignored. */
function strangers(readers: readonly Readers[], mix: Mix): string[] {
  const [first] = mix.asked;
  if (first === undefined) return [];
  const name = first.token.slice(0, first.token.lastIndexOf("n"));
  const known = new Set(mix.asked.map(({ token }) => token));
  return readers.flatMap(({ type, posts }) =>
    posts
      .flatMap(({ text }) => [...text.matchAll(/\b(\w+n\d+)(?:p\d+|c)z/g)].map((match) => match[1] ?? ""))
      .filter((token) => token.startsWith(`${name}n`) && !known.has(token))
      .map((token) => `readers of ${type} see ${token}, which was never requested`),
  );
}
