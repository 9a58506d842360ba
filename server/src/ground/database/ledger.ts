const LISTED = "in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING')";

/**
 * Whether a delivery, called `table`, is one that lists show. It is the condition of most indexes of deliveries word for word, or PostgreSQL
 * would not use them.
 */
export function isListed(table: string): string {
  return `${table}.status ${LISTED}`;
}

/**
 * Which deliveries, called `table`, belong to the brand and meet the condition: in words that the indexes of what is listed and of what is
 * not know, because no index has them all.
 */
export function inLedger(table: string, brandId: string, condition: { readonly listed: string; readonly unlisted: string }): string {
  const own = `${table}.brand_id = ${brandId}`;
  return `(${own} and ${isListed(table)} and (${condition.listed}) or ${own} and ${table}.status not ${LISTED} and (${condition.unlisted}))`;
}

/** All deliveries of the brand. */
export function ofLedger(table: string, brandId: string): string {
  return inLedger(table, brandId, { listed: "true", unlisted: "true" });
}

/** How an attempt, called `table`, ended: the kind of its outcome; `waiting` if it waits and nobody can see anything; null if it was cut off. */
export function outcomeOf(table: string): string {
  return `case when ${table}.outcome ->> 'kind' = 'pending' and ${table}.outcome ->> 'live' = 'no' then 'waiting' else ${table}.outcome ->> 'kind' end`;
}
