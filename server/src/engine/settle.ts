import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { Queryable } from "../database/query.ts";
import { lockStanding, markPublished, type Standing, settlePublication } from "./store.ts";

const WEEK_SECONDS = 7 * 24 * 3600;

/**
 * Draws the consequences of a delivery's new state for its post: published as soon as one channel has it or every channel
 * has come to an end; free again, and perhaps back in the queue, once nothing of it is under way.
 */
export async function settle(tx: Queryable, publicationId: number, now: Instant): Promise<void> {
  const standing = await lockStanding(tx, publicationId);
  if (standing.settledAt !== null) return;
  const settled = standing.open === 0;
  if (settled) await settlePublication(tx, publicationId, now);
  if (standing.postId === null || (!settled && standing.reached === 0)) return;
  await markPublished(tx, standing.postId, { settled, rejoinAt: settled ? rejoinAt(standing, now) : null, now });
}

/** Evergreen: at once for -1, N weeks after publication for N. What reached no reader is not repeated. */
function rejoinAt(standing: Standing, now: Instant): Instant | null {
  if (standing.maxRepublish === 0 || standing.reached === 0) return null;
  return standing.maxRepublish < 0 ? now : addSeconds(now, standing.maxRepublish * WEEK_SECONDS);
}
