import { type Instant, parseLocal, printLocal, toInstant } from "@rostrum/contract/formats.ts";
import { SCHEDULE_LEAD_MINUTES_MIN } from "@rostrum/contract/limits.ts";
import type { Move } from "@rostrum/contract/private/moves.ts";
import type { QueueStep } from "../queue/order.ts";
import { finalState, scheduleLead } from "./rules.ts";
import type { PostRow } from "./store.ts";

/** Where a post goes: out of its queue, perhaps to a date, or to a place in it. */
export interface Goal {
  /** Null for a draft, and for a queued post: its slot decides. */
  readonly at: Instant | null;
  readonly step: QueueStep;
}

/** Why a post cannot be moved; 409 where what the person saw is no longer so. */
export interface MoveRefusal {
  readonly status: 409 | 422;
  readonly sentence: string;
}

/** The last year that dates may be in, as for new posts. */
const YEAR_MAX = 9997;

/** What a move means for a post as it is, or why it is refused. */
export function goalOf(post: PostRow, move: Move, { timezone, now }: { timezone: string; now: Instant }): Goal | MoveRefusal {
  const refused = whyUntouchable(post, move, timezone);
  if (refused !== null) return refused;
  if (move.to === "DRAFT") return { at: null, step: { to: "out" } };
  if (move.to === "QUEUE") {
    return { at: null, step: move.before === undefined ? { to: move.position ?? "BACK" } : { to: "before", id: move.before } };
  }
  if (move.to === "DAYS" && post.postAt === null) return { status: 422, sentence: "It has no date that could be shifted." };
  const at = dateOf(post, move, timezone);
  if (at === null) return { status: 422, sentence: `The date must be before the year ${YEAR_MAX + 1}.` };
  if (scheduleLead(at, now) !== null) {
    return { status: 422, sentence: `It must leave at least ${SCHEDULE_LEAD_MINUTES_MIN} minutes from now.` };
  }
  return { at, step: { to: "out" } };
}

/** Why a post that a person has seen cannot be changed; null if it can. */
export function whyUntouchable(post: PostRow, seen: Pick<Move, "updatedAt">, timezone: string): MoveRefusal | null {
  const final = finalState({ ...post, leaving: post.leavingAt !== null });
  if (final !== null && final.kind === "domain") return { status: 409, sentence: final.message };
  if (toInstant(seen.updatedAt) !== post.updatedAt) {
    const sentence = `Somebody has changed it since it was shown here: ${placeNow(post, timezone)}. Look at it again before you decide.`;
    return { status: 409, sentence };
  }
  return null;
}

function placeNow({ postingType, postAt }: PostRow, timezone: string): string {
  const due = postAt === null ? "" : `due ${printLocal(postAt, timezone).slice(0, 16)} (${timezone})`;
  if (postingType === "DRAFT") return "it is a draft now";
  return postingType === "QUEUE" ? ["it is in the queue now", due].filter(Boolean).join(", ") : `it is ${due} now`;
}

export const ELSEWHERE: MoveRefusal = {
  status: 409,
  sentence: "Somebody has put it into another collection. Look at it again before you decide.",
};

export const GONE: MoveRefusal = { status: 409, sentence: "It no longer exists." };

export const NOT_IN_QUEUE: MoveRefusal = { status: 409, sentence: "The post that it should stand before is not in its queue." };

/** Null if it is too far in the future. */
function dateOf(post: PostRow, { at, local, days = 0 }: Move, timezone: string): Instant | null {
  if (local !== undefined) return Number(local.slice(0, 4)) > YEAR_MAX ? null : parseLocal(local, timezone);
  const moment = Temporal.Instant.from(at ?? post.postAt ?? "").toZonedDateTimeISO(timezone);
  // Adding days keeps the wall-clock time, also over a clock change.
  const moved = moment.add({ days });
  return moved.year > YEAR_MAX ? null : toInstant(moved.toInstant());
}

/** The move that leads a post back to where it is. `behind` it in its queue: the next one, if it is queued. */
export function wayBack(post: PostRow, behind: number | null): Omit<Move, "updatedAt"> {
  const { id: postId, postingType, postAt } = post;
  if (postingType === "QUEUE") return { postId, to: "QUEUE", ...(behind === null ? { position: "BACK" } : { before: behind }) };
  return postAt === null ? { postId, to: "DRAFT" } : { postId, to: "DATE", at: postAt };
}
