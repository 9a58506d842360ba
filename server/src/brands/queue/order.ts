import type { RankedPost } from "./store.ts";

/**
 * The order of a queue while posts are moved in it. Ranks need not be consecutive: a post in between pushes those behind it back only
 * as far as the next gap.
 */
export type QueueStep =
  | { readonly to: "out" }
  | { readonly to: "FRONT" | "BACK" }
  /** In front of this post of the same queue. */
  | { readonly to: "before"; readonly id: number };

/** The order after a step; null if the post that it should stand before is not there. */
export function arrange(order: readonly number[], id: number, step: QueueStep): readonly number[] | null {
  const others = order.filter((other) => other !== id);
  if (step.to === "out") return others;
  if (step.to === "FRONT") return [id, ...others];
  if (!("id" in step)) return [...others, id];
  const index = others.indexOf(step.id);
  return index === -1 ? null : others.toSpliced(index, 0, id);
}

/** New ranks for the order: of those in `moved`, and of others only where they have to give way. */
export function rankAnew(order: readonly number[], ranks: ReadonlyMap<number, number>, moved: ReadonlySet<number>): RankedPost[] {
  const kept = (id: number | undefined) => (id === undefined || moved.has(id) ? undefined : ranks.get(id));
  const firstKept = order.findIndex((id) => kept(id) !== undefined);
  // Those in front of the first one that stays count down from it, so that a move to the front touches nobody else.
  let last = (kept(order[firstKept]) ?? 1) - Math.max(firstKept, 0) - 1;
  return order.map((id) => {
    last = Math.max(kept(id) ?? last + 1, last + 1);
    return { id, rank: last };
  });
}

/** The one behind it; null if it is the last. */
export function nextBehind(order: readonly number[], id: number): number | null {
  return order[order.indexOf(id) + 1] ?? null;
}
