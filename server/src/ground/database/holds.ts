/**
 * SQL: joins, as `hold`, what holds the given row of `channels` at a moment: the channel is active, and its network lets nothing new through
 * until later. What lists, counts or publishes asks this one fragment, so that all of them mean the same channels.
 */
export function joinHold(channel: string, now: string): string {
  return `left join holds hold on hold.channel_id = ${channel}.id and ${channel}.status = 'ACTIVE' and hold.until > ${now}`;
}

/** What the platform answered this long ago says nothing of the time since. */
const UNASKED_MAX = "interval '1 hour'";

/** SQL: a hold that ended before, or was last asked about before, says nothing of what the platform lets through now. */
export function remembersFrom(now: string): string {
  return `${now}::timestamptz - ${UNASKED_MAX}`;
}

/** SQL: stores holds, given as rows of these columns; what goes on has begun when it began. */
export function storeHolds(rows: string): string {
  return `insert into holds (channel_id, until, reason, scope, budget, since, asked_at) ${rows}
    on conflict (channel_id) do update set until = excluded.until, reason = excluded.reason, scope = excluded.scope, budget = excluded.budget,
      since = case when holds.until > ${remembersFrom("excluded.since")} then holds.since else excluded.since end,
      asked_at = coalesce(excluded.asked_at, holds.asked_at)`;
}
