import type { SandboxPost } from "../network.ts";

type Tally = ReadonlyMap<string, number>;

/** What readers did, by the id of what they did it to. */
export interface Tallies {
  readonly likes: Tally;
  readonly comments: Tally;
  readonly shares: Tally;
}

/** How often each id is among these. */
export function tally(ids: readonly (string | null)[]): Tally {
  const counts = new Map<string, number>();
  for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** What a page shows below a post. */
export function countsOf({ likes, comments, shares }: Tallies, id: string): SandboxPost["counts"] {
  return { likes: likes.get(id) ?? 0, comments: comments.get(id) ?? 0, shares: shares.get(id) ?? 0 };
}

/** Of a post that is words alone, such as most comments. */
export const WORDS_ALONE = { media: [], poll: null, card: null, links: [] } as const;
