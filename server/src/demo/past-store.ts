import type { Instant } from "@rostrum/contract/formats.ts";
import { one, type Queryable, query } from "../database/query.ts";

export async function hasUnfinished(db: Queryable, brandId: number): Promise<boolean> {
  const { has } = await one<{ has: boolean }>(db, {
    text: "select exists (select from deliveries where brand_id = $1 and status not in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED')) has",
    values: [brandId],
  });
  return has;
}

/** Failures that somebody has seen to: they need nobody any more. */
export async function leaveFailures(db: Queryable, { brandId, now }: { readonly brandId: number; readonly now: Instant }): Promise<void> {
  await query(db, { text: "update deliveries set left_at = $2 where brand_id = $1 and status = 'FAILED'", values: [brandId, now] });
}
