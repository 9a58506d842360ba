import type { Move } from "@rostrum/contract/private/moves.ts";
import type { Movable } from "./moves.ts";

/**
 * Taking a move back makes a new version of a post that is as an older one was. Whoever then takes back the move before names that older
 * version: here stands which one is in its place by now.
 */
const inPlace = new Map<string, string>();

/** What taking a move of these posts back has made of them. */
export function remember(items: readonly Movable[], moved: readonly { readonly postId: number; readonly updatedAt: string }[]): void {
  for (const { postId, updatedAt } of moved) {
    const before = items.find((item) => item.postId === postId);
    if (before !== undefined) inPlace.set(`${postId} ${before.updatedAt}`, updatedAt);
  }
}

/** The move with the version that stands for the one it names. */
export function renewed(move: Move): Move {
  let { updatedAt } = move;
  for (let next = inPlace.get(`${move.postId} ${updatedAt}`); next !== undefined; next = inPlace.get(`${move.postId} ${updatedAt}`)) {
    updatedAt = next;
  }
  return { ...move, updatedAt };
}
