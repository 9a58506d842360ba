import type { CalendarEntry, Draft } from "@rostrum/contract/private/calendar.ts";
import type { Move } from "@rostrum/contract/private/moves.ts";

/** A post that can be moved, as lists of it show it. */
export interface Movable {
  readonly postId: number;
  readonly updatedAt: string;
  readonly post: string;
  readonly collectionId: number;
  /** `YYYY-MM-DD HH:MM:SS`; null for a draft, and in a queue without slots. */
  readonly local: string | null;
}

/** Null for what has left, or is on its way. */
export function movableOf({ canMove, postId, updatedAt, post, collectionId, local }: CalendarEntry): Movable | null {
  return canMove && postId !== null && updatedAt !== null ? { postId, updatedAt, post, collectionId, local } : null;
}

/** A post as these entries show it by now; null if none does. */
export function movableNow(entries: readonly CalendarEntry[] | undefined, postId: number): Movable | null {
  const entry = entries?.find((one) => one.postId === postId && movableOf(one) !== null);
  return entry === undefined ? null : movableOf(entry);
}

export function movableDraft({ postId, updatedAt, post, collectionId }: Draft): Movable {
  return { postId, updatedAt, post, collectionId, local: null };
}

export type Goal =
  | { readonly to: "date"; readonly local: string }
  /** Each keeps its time of day; what has none gets this one. */
  | { readonly to: "day"; readonly day: string; readonly otherwise: string }
  | { readonly to: "days"; readonly days: number }
  | { readonly to: "queue"; readonly position: "FRONT" | "BACK" }
  | { readonly to: "before"; readonly postId: number }
  | { readonly to: "draft" };

/** The moves that lead these posts to a goal. Several that go to the front keep their order. */
export function movesTo(items: readonly Movable[], goal: Goal): Move[] {
  const ordered = goal.to === "queue" && goal.position === "FRONT" ? [...items].reverse() : items;
  return ordered.map((item) => ({ postId: item.postId, updatedAt: item.updatedAt, ...placeOf(item, goal) }));
}

function placeOf({ local }: Movable, goal: Goal): Omit<Move, "postId" | "updatedAt"> {
  switch (goal.to) {
    case "date":
      return { to: "DATE", local: goal.local };
    case "day":
      return { to: "DATE", local: `${goal.day} ${local?.slice(11) ?? goal.otherwise}` };
    case "days":
      return { to: "DAYS", days: goal.days };
    case "queue":
      return { to: "QUEUE", position: goal.position };
    case "before":
      return { to: "QUEUE", before: goal.postId };
    case "draft":
      return { to: "DRAFT" };
  }
}

/** The ids between two rows of a list, both included, in its order; of the last alone if the other is not there. */
export function rangeOf(ids: readonly number[], from: number | null, to: number): number[] {
  const [one, other] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (one === -1 || other === -1) return [to];
  return ids.slice(Math.min(one, other), Math.max(one, other) + 1);
}
