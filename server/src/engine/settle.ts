import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { Queryable } from "../database/query.ts";
import { findStanding, type Standing, storeStanding } from "./store.ts";

const WEEK_SECONDS = 7 * 24 * 3600;

/**
 * Draws the consequences of a delivery's new state for its post: published as soon as one channel has it or every channel
 * has come to an end; free again, and perhaps back in the queue, once nothing of it is under way. The caller holds the
 * publication's lock, or has just made it.
 */
export async function settle(tx: Queryable, publicationId: number, now: Instant): Promise<void> {
  const standing = await findStanding(tx, publicationId);
  const settled = standing.open === 0;
  const reached = standing.reached > 0;
  if (standing.settledAt !== null || (!settled && !reached)) return;
  await storeStanding(tx, publicationId, { settled, reached, rejoinAt: settled ? rejoinAt(standing, now) : null, now });
}

/** Evergreen: at once for -1, N weeks after publication for N. What reached no reader is not repeated. */
function rejoinAt(standing: Standing, now: Instant): Instant | null {
  if (standing.maxRepublish === 0 || standing.reached === 0) return null;
  return standing.maxRepublish < 0 ? now : addSeconds(now, standing.maxRepublish * WEEK_SECONDS);
}
