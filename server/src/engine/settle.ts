import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { Queryable } from "../database/query.ts";
import { findStandings, type Standing, storeStandings } from "./standing.ts";

const WEEK_SECONDS = 7 * 24 * 3600;

/**
 * Draws the consequences of deliveries' new states for their posts: published as soon as one channel has it or every channel
 * has come to an end; free again, and perhaps back in the queue, once nothing of it is under way. The caller holds the
 * publications' locks, or has just made them.
 */
export async function settle(tx: Queryable, publicationIds: readonly number[], now: Instant): Promise<void> {
  if (publicationIds.length === 0) return;
  const standings = await findStandings(tx, publicationIds);
  const changes = standings
    .filter(({ settledAt, open, reached }) => settledAt === null && (open === 0 || reached > 0))
    .map((standing) => {
      const settled = standing.open === 0;
      return { publicationId: standing.publicationId, settled, rejoinAt: settled ? rejoinAt(standing, now) : null };
    });
  if (changes.length > 0) await storeStandings(tx, changes, now);
}

/** Evergreen: at once for -1, N weeks after publication for N. What reached no reader is not repeated. */
function rejoinAt(standing: Standing, now: Instant): Instant | null {
  if (standing.maxRepublish === 0 || standing.reached === 0) return null;
  return standing.maxRepublish < 0 ? now : addSeconds(now, standing.maxRepublish * WEEK_SECONDS);
}
