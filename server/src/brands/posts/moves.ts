import type { Instant } from "@rostrum/contract/formats.ts";
import type { Move } from "@rostrum/contract/private/moves.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { doerOf } from "../deletions/rules.ts";
import { arrange, nextBehind, rankAnew } from "../queue/order.ts";
import { localDay } from "../queue/rules.ts";
import { type LockedQueue, lockQueueIfThere } from "../queue/store.ts";
import { refreshQueue } from "../queue/timetable.ts";
import { deleteRow } from "./delete-row.ts";
import { ELSEWHERE, GONE, type Goal, goalOf, type MoveRefusal, NOT_IN_QUEUE, wayBack, whyUntouchable } from "./moves-rules.ts";
import {
  findPlanner,
  listCollectionsOf,
  listPlaces,
  listRanks,
  lockPosts,
  type PlacedPost,
  type Planner,
  storeRanks,
} from "./moves-store.ts";
import { holdScheduleLimits } from "./plan.ts";
import { type PostRow, storePlace } from "./store.ts";

/** Moves posts to dates, to places in their queues, or to drafts; all or none. */
export async function movePosts(app: App, { brandId, body }: PrivateInput<"movePosts">): Promise<PrivateOutput<"movePosts">> {
  const planner = await findPlanner(app.db, brandId);
  if (planner === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  const { moves } = body;
  return transaction(app.db, async (tx) => {
    const locked = await lockAll(tx, brandId, moves);
    const now = app.clock.now();
    const goals = new Map<number, Goal>();
    const refusals = new Refusals("moved");
    for (const move of moves) {
      const post = locked.posts.get(move.postId);
      const goal = post === undefined ? (locked.missing.get(move.postId) ?? GONE) : goalOf(post, move, { timezone: planner.timezone, now });
      if ("sentence" in goal) refusals.add(move.postId, goal);
      else goals.set(move.postId, goal);
    }
    refusals.throwAny();
    const queues = await arrangeQueues(tx, { locked, goals, refusals });
    refusals.throwAny();
    await storeAll(tx, { brandId, locked, goals, queues, now });
    await holdLimits(tx, { app, planner, locked, goals });
    const ids = moves.map(({ postId }) => postId);
    const moved = await listPlaces(tx, { brandId, ids });
    return { moved, undo: undoOf(locked, queues, moved) };
  });
}

/** Deletes posts that have not left; all or none. */
export async function deletePosts(
  app: App,
  { brandId, body }: PrivateInput<"deletePosts">,
  { viewer }: { readonly viewer: BrandViewer | null },
): Promise<PrivateOutput<"deletePosts">> {
  const planner = await findPlanner(app.db, brandId);
  if (planner === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  await transaction(app.db, async (tx) => {
    const { posts, missing, queues } = await lockAll(tx, brandId, body.posts);
    const refusals = new Refusals("deleted");
    for (const seen of body.posts) {
      const post = posts.get(seen.postId);
      const refused = post === undefined ? (missing.get(seen.postId) ?? GONE) : whyUntouchable(post, seen, planner.timezone);
      if (refused !== null) refusals.add(seen.postId, refused);
    }
    refusals.throwAny();
    for (const { id } of posts.values()) {
      await deleteRow(app, tx, { brandId, postId: id, doer: doerOf(viewer) });
    }
    for (const queue of queues.values()) await refreshQueue(tx, queue);
  });
  return { deleted: body.posts.length };
}

interface Locked {
  readonly queues: ReadonlyMap<number, LockedQueue>;
  readonly posts: ReadonlyMap<number, PostRow>;
  /** Posts that went to a collection whose queue is not locked. */
  readonly missing: ReadonlyMap<number, MoveRefusal>;
}

/** Locks the queues before the posts, as the engine does, both in the order of their ids. */
async function lockAll(tx: Queryable, brandId: number, named: readonly { readonly postId: number }[]): Promise<Locked> {
  const ids = [...new Set(named.map(({ postId }) => postId))];
  const queues = new Map<number, LockedQueue>();
  for (const collectionId of await listCollectionsOf(tx, { brandId, ids })) {
    const queue = await lockQueueIfThere(tx, collectionId);
    if (queue !== null) queues.set(collectionId, queue);
  }
  const rows = await lockPosts(tx, { brandId, ids });
  const [here, elsewhere] = [rows.filter((row) => queues.has(row.collectionId)), rows.filter((row) => !queues.has(row.collectionId))];
  return { queues, posts: new Map(here.map((row) => [row.id, row])), missing: new Map(elsewhere.map((row) => [row.id, ELSEWHERE])) };
}

/** A queue's order before and after the moves. */
interface ArrangedQueue {
  readonly queue: LockedQueue;
  readonly ranks: ReadonlyMap<number, number>;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

async function arrangeQueues(
  tx: Queryable,
  { locked, goals, refusals }: { readonly locked: Locked; readonly goals: ReadonlyMap<number, Goal>; readonly refusals: Refusals },
): Promise<ArrangedQueue[]> {
  const arranged: ArrangedQueue[] = [];
  for (const queue of locked.queues.values()) {
    const ranked = await listRanks(tx, queue.collectionId);
    const before = ranked.map(({ id }) => id);
    let after: readonly number[] = before;
    for (const [id, { step }] of goals) {
      if (locked.posts.get(id)?.collectionId !== queue.collectionId) continue;
      const next = arrange(after, id, step);
      if (next === null) refusals.add(id, NOT_IN_QUEUE);
      after = next ?? after;
    }
    arranged.push({ queue, ranks: new Map(ranked.map(({ id, rank }) => [id, rank])), before, after });
  }
  return arranged;
}

interface Storing {
  readonly brandId: number;
  readonly locked: Locked;
  readonly goals: ReadonlyMap<number, Goal>;
  readonly queues: readonly ArrangedQueue[];
  readonly now: Instant;
}

async function storeAll(tx: Queryable, { brandId, goals, queues, now }: Storing): Promise<void> {
  for (const [id, { at, step }] of goals) {
    if (step.to !== "out") continue;
    const mode =
      at === null ? ({ postingType: "DRAFT", status: "DRAFT" } as const) : ({ postingType: "SCHEDULE", status: "PENDING" } as const);
    await storePlace(tx, id, { ...mode, postAt: at, queueRank: null }, now);
  }
  const moved = new Set(goals.keys());
  for (const { queue, ranks, before, after } of queues) {
    if (before.every((id, index) => after[index] === id) && !after.some((id) => moved.has(id))) continue;
    const anew = rankAnew(after, ranks, moved);
    for (const { id, rank } of anew) {
      if (moved.has(id)) await storePlace(tx, id, { postingType: "QUEUE", status: "PENDING", postAt: null, queueRank: rank }, now);
    }
    const pushed = anew.filter(({ id, rank }) => !moved.has(id) && ranks.get(id) !== rank);
    await storeRanks(tx, brandId, pushed);
    await refreshQueue(tx, queue);
  }
}

/** Once all are where they go: posts that change places must not count twice. */
async function holdLimits(
  tx: Queryable,
  { app, planner, locked, goals }: { readonly app: App; readonly planner: Planner } & Pick<Storing, "locked" | "goals">,
): Promise<void> {
  const held = new Set<string>();
  for (const [id, { at }] of goals) {
    const post = locked.posts.get(id);
    const queue = post === undefined ? undefined : locked.queues.get(post.collectionId);
    if (at === null || queue === undefined) continue;
    const day = `${queue.collectionId} ${localDay(planner.timezone, at).from}`;
    if (held.has(day)) continue;
    held.add(day);
    await holdScheduleLimits(tx, { app, queue, at, mode: "SCHEDULE", exceptId: id });
  }
}

/** From the back of each queue to its front, so that the post that another one stands before is already there. */
function undoOf({ posts }: Locked, queues: readonly ArrangedQueue[], moved: readonly PlacedPost[]): Move[] {
  const versions = new Map(moved.map(({ postId, updatedAt }) => [postId, updatedAt]));
  const orders = new Map(queues.map(({ queue, before }) => [queue.collectionId, before]));
  const places = [...posts.values()].map((post) => {
    const order = post.postingType === "QUEUE" ? (orders.get(post.collectionId) ?? []) : [];
    return { post, place: order.indexOf(post.id), behind: nextBehind(order, post.id) };
  });
  places.sort((a, b) => Number(a.place !== -1) - Number(b.place !== -1) || b.place - a.place);
  return places.map(({ post, place, behind }) => ({
    ...wayBack(post, place === -1 ? null : behind),
    updatedAt: versions.get(post.id) ?? post.updatedAt,
  }));
}

/** Collects why posts are refused, to refuse them together. */
class Refusals {
  readonly #participle: string;
  readonly #found = new Map<number, MoveRefusal>();

  constructor(participle: string) {
    this.#participle = participle;
  }

  add(postId: number, refusal: MoveRefusal): void {
    this.#found.set(postId, refusal);
  }

  throwAny(): void {
    const [first] = this.#found;
    if (first === undefined) return;
    const [[postId, { sentence }], count] = [first, this.#found.size];
    const status = [...this.#found.values()].some((refusal) => refusal.status === 409) ? 409 : 422;
    const message = `Nothing was ${this.#participle}. ${count === 1 ? sentence : `${count} posts cannot be ${this.#participle}. ${sentence}`}`;
    const errors = Object.fromEntries([...this.#found].map(([id, refusal]) => [String(id), refusal.sentence]));
    throw new Refused({ kind: "domain", status, key: String(postId), message, errors });
  }
}
