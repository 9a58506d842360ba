import type { Goal } from "../calendar/moves.ts";

/** The move that puts a post of a queue at another place of it; null where it already is. */
export function goalAt(ids: readonly number[], id: number, place: number): Goal | null {
  const from = ids.indexOf(id);
  const to = Math.max(0, Math.min(ids.length - 1, place));
  if (from === -1 || from === to) return null;
  if (to === 0) return { to: "queue", position: "FRONT" };
  const others = ids.filter((other) => other !== id);
  const next = others[to];
  return next === undefined ? { to: "queue", position: "BACK" } : { to: "before", postId: next };
}

/** A post that somebody wants at another place of its queue. */
export interface Press {
  readonly postId: number;
  readonly place: number;
}

/** The rows of a queue as they stand once a post has moved, before the service has said so: places keep their dates. */
export function reordered<T extends { readonly postId: number; readonly at: string | null; readonly local: string | null }>(
  rows: readonly T[],
  id: number,
  place: number,
): T[] {
  const row = rows.find(({ postId }) => postId === id);
  if (row === undefined) return [...rows];
  const order = rows.filter(({ postId }) => postId !== id).toSpliced(place, 0, row);
  return order.map((one, index) => ({ ...one, at: rows[index]?.at ?? null, local: rows[index]?.local ?? null }));
}
