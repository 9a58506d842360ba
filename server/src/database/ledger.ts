/** The entries that lists show; most indexes of deliveries have these alone. */
const LISTED = "in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING')";

/**
 * Which deliveries, called `table`, belong to the brand and meet the condition: in words that the indexes of what is listed and of what is
 * not know, because no index has them all.
 */
export function inLedger(table: string, brandId: string, condition: { readonly listed: string; readonly unlisted: string }): string {
  const of = `${table}.brand_id = ${brandId} and ${table}.status`;
  return `(${of} ${LISTED} and (${condition.listed}) or ${of} not ${LISTED} and (${condition.unlisted}))`;
}

/** All deliveries of the brand. */
export function ofLedger(table: string, brandId: string): string {
  return inLedger(table, brandId, { listed: "true", unlisted: "true" });
}
