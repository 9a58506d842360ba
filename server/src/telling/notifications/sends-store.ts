import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { NotificationWay } from "@rostrum/contract/private/notifications.ts";
import { execute, type Queryable, query } from "../../ground/database/query.ts";
import { HOUR_SECONDS, LISTED_MAX } from "./rules.ts";
import type { Member } from "./store.ts";

/** Everything that one person is to be told of one brand in one way. */
export interface Line extends Member {
  readonly way: NotificationWay;
}

/** SQL: when somebody is to be told of something next, in whatever way. */
export const NEXT_NOTICE = "(select min(next_at) from notification_sends)";

/** Those of the ways for which something is due, the longest first. */
export async function listDueLines(
  db: Queryable,
  { ways, now, limit }: { readonly ways: readonly NotificationWay[]; readonly now: Instant; readonly limit: number },
): Promise<Line[]> {
  return query<Line>(db, {
    text: `select user_id "userId", brand_id "brandId", way from notification_sends where next_at <= $1 and way = any($3)
           group by user_id, brand_id, way order by min(next_at), user_id, brand_id, way limit $2`,
    values: [now, limit, ways],
  });
}

export interface SendRow {
  readonly id: number;
  readonly type: string;
  /** The event as JSON; null if so many are due that this one is only counted. */
  readonly body: string | null;
  readonly at: Instant;
  readonly planned: boolean;
  readonly tries: number;
  /** Whether the person still wants to be told of this, in this way. */
  readonly wanted: boolean;
}

/** What is due of a line, in the order in which it happened. The caller holds the member. */
export async function listDueSends(
  tx: Queryable,
  { userId, brandId, way }: Line,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<SendRow[]> {
  return query<SendRow>(tx, {
    text: `select id, type, at, case when row_number() over (partition by wanted order by planned desc, seq) <= $6 then body end body, planned,
             tries, wanted
           from (
             select s.id, e.type, s.at, e.seq, e.body, s.planned, s.tries,
               exists (select from notification_listeners(s.brand_id, array[e.type]) l where l.user_id = s.user_id and l.way = s.way) wanted
             from notification_sends s join events e on e.seq = s.event_seq
             where s.user_id = $1 and s.brand_id = $2 and s.way = $3 and s.next_at <= $4 order by s.planned desc, s.event_seq limit $5
           ) due order by planned desc, seq`,
    values: [userId, brandId, way, now, limit, LISTED_MAX],
  });
}

/** They have been told, or will not be. */
export async function deleteSends(tx: Queryable, ids: readonly number[]): Promise<number> {
  return execute(tx, { text: "delete from notification_sends where id = any($1)", values: [ids] });
}

/** Something went wrong with it that may go wrong again: the others come first. */
export async function postponeLine(db: Queryable, { userId, brandId, way }: Line, now: Instant, nextAt: Instant): Promise<void> {
  await execute(db, {
    text: "update notification_sends set next_at = $5 where user_id = $1 and brand_id = $2 and way = $3 and next_at <= $4",
    values: [userId, brandId, way, now, nextAt],
  });
}

/** Of somebody who is no member any more. */
export async function deleteLine(tx: Queryable, { userId, brandId }: Member): Promise<void> {
  await execute(tx, { text: "delete from notification_sends where user_id = $1 and brand_id = $2", values: [userId, brandId] });
}

export async function postponeSends(tx: Queryable, ids: readonly number[], nextAt: Instant): Promise<void> {
  await execute(tx, { text: "update notification_sends set next_at = $2 where id = any($1)", values: [ids, nextAt] });
}

/** They are part of the digest of that moment. */
export async function planSends(tx: Queryable, ids: readonly number[], nextAt: Instant): Promise<void> {
  await execute(tx, { text: "update notification_sends set next_at = $2, planned = true where id = any($1)", values: [ids, nextAt] });
}

/** The time of somebody's digest has changed: its moment is worked out anew. */
export async function unplanSends(tx: Queryable, { userId, brandId }: Member): Promise<void> {
  await execute(tx, {
    text: "update notification_sends set planned = false, next_at = at where user_id = $1 and brand_id = $2 and way = 'digest'",
    values: [userId, brandId],
  });
}

/** Takes them to be sent to a chat; they are due again when that much time has passed without a word. */
export async function takeSends(tx: Queryable, ids: readonly number[], until: Instant): Promise<void> {
  await execute(tx, { text: "update notification_sends set next_at = $2, tries = tries + 1 where id = any($1)", values: [ids, until] });
}

/** When mails at once were stored in the last hour, oldest first. */
export async function listRecentMails(tx: Queryable, { userId, brandId }: Member, now: Instant): Promise<Instant[]> {
  const rows = await query<{ at: Instant }>(tx, {
    text: "select at from notification_mails where user_id = $1 and brand_id = $2 and at > $3 order by at",
    values: [userId, brandId, addSeconds(now, -HOUR_SECONDS)],
  });
  return rows.map(({ at }) => at);
}

/** Notes a mail down, and forgets those that do not count any more. */
export async function noteMail(tx: Queryable, { userId, brandId }: Member, now: Instant): Promise<void> {
  await execute(tx, {
    text: "delete from notification_mails where user_id = $1 and brand_id = $2 and at <= $3",
    values: [userId, brandId, addSeconds(now, -HOUR_SECONDS)],
  });
  await execute(tx, {
    text: "insert into notification_mails (user_id, brand_id, at) values ($1, $2, $3)",
    values: [userId, brandId, now],
  });
}
