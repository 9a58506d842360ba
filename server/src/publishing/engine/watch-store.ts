import type { Instant } from "@rostrum/contract/formats.ts";
import { type Queryable, query } from "../../ground/database/query.ts";

/**
 * SQL: the next moment at which a loop has something to do, over the tables that it reads; null if there is none. `$1` is a moment a
 * little ago: by it, a loop to which things stay due while others work on them says that it has seen them.
 */
export type NextMoment = string;

/** The moment of each, in their order. They are few and stay the same, so each connection keeps its plan. */
export async function nextMoments(db: Queryable, moments: readonly NextMoment[], since: Instant): Promise<readonly (Instant | null)[]> {
  const columns = moments.map((moment, place) => `${moment} "${place}"`).join(", ");
  const [row] = await query<Record<string, Instant | null>>(db, {
    name: `next_moments_${moments.length}`,
    text: `select $1::timestamptz since, ${columns}`,
    values: [since],
  });
  return moments.map((_, place) => row?.[place] ?? null);
}
