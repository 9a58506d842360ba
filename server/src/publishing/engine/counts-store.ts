import type { Instant } from "@rostrum/contract/formats.ts";
import type { PreferenceValues } from "@rostrum/contract/preferences.ts";
import { one, type Queryable, query } from "../../ground/database/query.ts";
import type { Counts, Located } from "../../networks/connectors/connector.ts";
import type { ChannelToDo } from "./jobs.ts";

export interface DueEntry {
  readonly id: number;
  readonly remoteId: string | null;
  readonly publishedAt: Instant;
}

export interface CountedEntry {
  readonly id: number;
  readonly remoteId: string | null;
  /** Null if they were not read. */
  readonly counts: Counts | null;
  /** Where the post is, if it had no address. */
  readonly place?: Located | null;
  /** What people should know since; added to what the entry says. */
  readonly note?: string | null;
  /** When the counts are due again; null for never. */
  readonly nextAt: Instant | null;
}

/** How many entries to look at, longest due first: after an outage millions may be overdue. */
const LOOK_MAX = 5000;

/** SQL: when the counts of an entry are due next. */
export const NEXT_COUNTS = "(select min(counts_next_at) from deliveries where counts_next_at is not null)";

/** Channels with entries whose counts are due. */
export async function listChannelsWithDueCounts(db: Queryable, now: Instant, limit: number): Promise<ChannelToDo[]> {
  return query<ChannelToDo>(db, {
    name: "channels_with_due_counts",
    text: `select h.id, h.type network from (
             select channel_id, counts_next_at from deliveries where counts_next_at <= $1 and channel_id is not null
             order by counts_next_at limit ${LOOK_MAX}
           ) due join channels h on h.id = due.channel_id group by h.id order by min(counts_next_at) limit $2`,
    values: [now, limit],
  });
}

/** Entries of a channel whose counts are due, longest due first. */
export async function listDueCounts(
  db: Queryable,
  { channelId, now, limit }: { channelId: number; now: Instant; limit: number },
): Promise<DueEntry[]> {
  return query<DueEntry>(db, {
    name: "due_counts",
    text: `select id, remote_id "remoteId", published_at "publishedAt" from deliveries
           where channel_id = $1 and counts_next_at <= $2 order by counts_next_at, counts_at nulls first, id limit $3`,
    values: [channelId, now, limit],
  });
}

export interface YoungPost {
  readonly remoteId: string;
  readonly note: string | null;
  /** The post's own preferences on the channel. */
  readonly own: PreferenceValues | null;
  /** Whether what is chosen for the channel now is what the post went out with; an attempt may have read it a minute before it began. */
  readonly isKnown: boolean;
}

/** Those of the entries that are posts published since then. */
export async function listYoungPosts(
  db: Queryable,
  { ids, since }: { readonly ids: readonly number[]; readonly since: Instant },
): Promise<YoungPost[]> {
  return query<YoungPost>(db, {
    name: "young_posts",
    text: `select d.remote_id "remoteId", d.message note, p.content -> 'preferences' -> d.channel_id::text own,
             coalesce(least(d.first_attempt_at, d.published_at) > h.preferences_changed_at + interval '1 minute', true) "isKnown"
           from deliveries d join publications p on p.id = d.publication_id join channels h on h.id = d.channel_id
           where d.id = any($1) and d.parent_id is null and d.status = 'PUBLISHED' and d.remote_id is not null and d.published_at >= $2`,
    values: [ids, since],
  });
}

/** Makes all counts of a channel that would be due before then due then, whatever their number. */
export async function postponeCounts(
  db: Queryable,
  { channelId, until }: { readonly channelId: number; readonly until: Instant },
): Promise<void> {
  await query(db, {
    text: `with due as materialized (
             -- In the order of everybody who locks several.
             select id from deliveries where channel_id = $1 and counts_next_at < $2 order by id for no key update
           )
           update deliveries d set counts_next_at = $2 from due where d.id = due.id`,
    values: [channelId, until],
  });
}

/** Whether a post or comment of the channel has something to do. */
export async function hasDueStep(db: Queryable, channelId: number, now: Instant): Promise<boolean> {
  const { isDue } = await one<{ isDue: boolean }>(db, {
    name: "has_due_step",
    text: `select exists (select from deliveries where channel_id = $1 and next_at <= $2) "isDue"`,
    values: [channelId, now],
  });
  return isDue;
}

/** How long readings of counts are kept. */
const READINGS_DAYS = 400;
/** Old readings to remove at a time: a few more than come. */
const REMOVED_MAX = 100;

/**
 * Stores counts as far as they were read, where a post is that had no address, and when each entry is due again. A reading is kept if
 * a figure has changed since the last one, or that is a day old. Returns the brands of what was read or noted.
 */
export async function storeCounts(db: Queryable, entries: readonly CountedEntry[], now: Instant): Promise<number[]> {
  const brands = await query<{ id: number }>(db, {
    text: STORE_COUNTS,
    values: [
      entries.map((entry) => entry.id),
      entries.map((entry) => storable(entry.counts?.likes)),
      entries.map((entry) => storable(entry.counts?.comments)),
      entries.map((entry) => storable(entry.counts?.shares)),
      entries.map((entry) => entry.nextAt),
      now,
      entries.map((entry) => entry.place?.remoteId ?? null),
      entries.map((entry) => entry.place?.url ?? null),
      entries.map((entry) => entry.note ?? null),
    ],
  });
  return brands.map(({ id }) => id);
}

const COUNT_MAX = 2 ** 31 - 1;

/** A network may say anything. */
function storable(count: number | null | undefined): number | null {
  return count === undefined || count === null ? null : Math.min(COUNT_MAX, count);
}

const STORE_COUNTS = `
  with given as (
    select *, coalesce(likes, comments, shares) is not null was_read,
      (likes is not null)::integer + 2 * (comments is not null)::integer + 4 * (shares is not null)::integer told from unnest($1::bigint[], $2::integer[], $3::integer[], $4::integer[], $5::timestamptz[], $7::text[], $8::text[], $9::text[])
      as given (id, likes, comments, shares, next_at, remote_id, url, note)
  ), held as materialized (
    -- In the order of everybody who locks several.
    select id from deliveries where id = any($1::bigint[]) order by id for no key update
  ), counted as (
    update deliveries d set likes = coalesce(given.likes, d.likes), comments = coalesce(given.comments, d.comments),
      shares = coalesce(given.shares, d.shares), counts_at = $6, counts_next_at = given.next_at,
      counts_read_at = case when given.was_read then $6 else d.counts_read_at end,
      -- What was read before this was kept counts as told.
      counts_told = case when given.was_read then coalesce(d.counts_told, case when d.counts_read_at is null then 0 else 7 end) | given.told
        else d.counts_told end,
      remote_id = coalesce(given.remote_id, d.remote_id), url = coalesce(given.url, d.url),
      message = coalesce(d.message || ' ' || given.note, given.note, d.message)
    from given join held on held.id = given.id where d.id = given.id
    returning d.id, d.brand_id, d.likes, d.comments, d.shares, given.was_read, given.note is not null is_noted
  ), kept as (
    insert into count_readings as r (delivery_id, read_at, brand_id, likes, comments, shares, likes_gained, comments_gained, shares_gained)
    select c.id, $6, c.brand_id, c.likes, c.comments, c.shares,
      c.likes - coalesce(last.likes, 0), c.comments - coalesce(last.comments, 0), c.shares - coalesce(last.shares, 0)
    from counted c left join lateral (
      select * from count_readings o where o.delivery_id = c.id order by o.read_at desc limit 1
    ) last on true
    where c.was_read and (last.read_at is null or last.read_at <= $6::timestamptz - interval '1 day'
      or (last.likes, last.comments, last.shares) is distinct from (c.likes, c.comments, c.shares))
    on conflict (delivery_id, read_at) do update set likes = excluded.likes, comments = excluded.comments, shares = excluded.shares,
      likes_gained = r.likes_gained + excluded.likes_gained, comments_gained = r.comments_gained + excluded.comments_gained,
      shares_gained = r.shares_gained + excluded.shares_gained
  ), removed as (
    delete from count_readings r using (
      select delivery_id, read_at from count_readings
      where brand_id in (select brand_id from counted) and read_at < $6::timestamptz - interval '${READINGS_DAYS} days'
      order by read_at limit ${REMOVED_MAX} for update skip locked
    ) old where r.delivery_id = old.delivery_id and r.read_at = old.read_at
  )
  select distinct brand_id id from counted where was_read or is_noted`;
