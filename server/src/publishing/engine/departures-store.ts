import type { Instant } from "@rostrum/contract/formats.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { deliveryWords } from "@rostrum/contract/reasons.ts";
import { changedAt } from "../../ground/database/changed-at.ts";
import { one, type Queryable, query } from "../../ground/database/query.ts";
import { WAITS_FOR_QUEUE } from "../../ground/database/waits.ts";

export interface Departure {
  readonly postId: number;
  /** The slot that sends it. */
  readonly slotId: number;
  readonly dueAt: Instant;
}

/** The result of a departure. */
export interface Left {
  /** Also those that became drafts. */
  readonly posts: number;
  /** When the last of them was due; null if there was none. */
  readonly until: Instant | null;
  readonly brandIds: readonly number[];
  /** Publications with no open deliveries. */
  readonly idle: readonly number[];
  /** Whether one of them is of a collection without an active channel. */
  readonly nobody: boolean;
  /** Entries for channels to which nothing is sent, with the post's text; they are listed from now on. */
  readonly skipped: readonly SkippedEntry[];
}

export interface SkippedEntry {
  readonly id: number;
  readonly text: string;
  /** Null for an entry without a channel. */
  readonly network: string | null;
}

/**
 * Sends off up to `limit` scheduled and immediate posts that are due, oldest first. Skips posts that another transaction
 * has locked, and those that were due before `from`; null skips none.
 */
export async function storeDueDepartures(
  tx: Queryable,
  leave: { readonly limit: number; readonly now: Instant; readonly from: Instant | null },
): Promise<Left> {
  const due = await query<{ id: number }>(tx, { name: "lock_due", text: LOCK_DUE, values: [leave.now, leave.from, leave.limit] });
  if (due.length === 0) return NOTHING;
  // In a statement of its own, so that it sees all of what somebody changed before the posts could be locked.
  return one<Left>(tx, { name: "depart_due", text: DEPART_DUE, values: [...basis(leave.now), due.map(({ id }) => id)] });
}

const NOTHING: Left = { posts: 0, until: null, brandIds: [], idle: [], nobody: false, skipped: [] };

/** Sends off posts that the caller has locked. */
export async function storeDepartures(tx: Queryable, leave: { departures: readonly Departure[]; now: Instant }): Promise<Left> {
  const { departures } = leave;
  // Unnamed, so planned on each run: this may run on any connection, and slots fire rarely enough.
  return one<Left>(tx, {
    text: DEPART,
    values: [
      ...basis(leave.now),
      departures.map(({ postId }) => postId),
      departures.map(({ slotId }) => slotId),
      departures.map(({ dueAt }) => dueAt),
    ],
  });
}

/** Settles publications that no channel takes: their posts become published, reach nobody and never repeat. */
export async function settleIdle(tx: Queryable, publicationIds: readonly number[], now: Instant): Promise<void> {
  await query(tx, {
    name: "settle_idle",
    text: `with settled as (
             update publications set settled_at = $2 where id = any($1::bigint[]) and settled_at is null returning post_id
           )
           update posts p set status = 'PUBLISHED', leaving_at = null, rejoin_at = null, updated_at = ${changedAt("$2", "p")} from settled s where p.id = s.post_id`,
    values: [publicationIds, now],
  });
}

/** Entries of channels to which nothing is sent are listed at once, so they can be searched at once. */
export async function storeSearchTexts(
  tx: Queryable,
  entries: readonly { readonly id: number; readonly searchText: string }[],
): Promise<void> {
  await query(tx, {
    name: "store_search_texts",
    text: "update deliveries d set search_text = given.text from unnest($1::bigint[], $2::text[]) as given (id, text) where d.id = given.id",
    values: [entries.map(({ id }) => id), entries.map(({ searchText }) => searchText)],
  });
}

function basis(now: Instant): unknown[] {
  const { channelInactive, everyChannelInactive, everyChannelLeftOut, noChannel } = deliveryWords;
  return [now, channelInactive, everyChannelInactive, noChannel, TYPES_WITH_STORIES, everyChannelLeftOut];
}

const TYPES_WITH_STORIES = Object.entries(platforms).flatMap(([type, { stories }]) => (stories ? type : []));

const CONTENT = `jsonb_build_object('type', p.post_type, 'regularType', p.regular_type, 'text', p.body, 'title', p.title, 'alt', p.alt, 'link', p.link, 'poll', p.poll,
  'comment', p.comment, 'platforms', p.platforms, 'mediaIds', to_jsonb(p.media_ids), 'mediaAlts', to_jsonb(p.media_alts), 'asStory', p.as_story,
  'thread', p.auto_thread, 'captions', p.captions, 'pictures', p.pictures,
  'preferences', (select jsonb_object_agg(own.channel_id, own.preferences) from post_preferences own where own.post_id = p.id))`;

/**
 * `given` selects the posts that leave. One statement writes, for each of them, its frozen content, a delivery for every
 * shown channel of its collection that it does not leave out in channel order, and the mark that it is under way, out of the queue and dated now.
 * A post that no channel can take gets one entry without a channel. A story's entry is a story where the network has
 * them or where there is no channel. `told`: the rows with the brands in which something changes.
 */
const leave = (told: string, taken: string) => `
  leaving as (
    update posts p set leaving_at = $1, post_at = g.due_at, queue_rank = null from given g where p.id = g.post_id
    returning p.id, p.brand_id, p.collection_id, p.left_out, ${CONTENT} content, g.slot_id, g.due_at, g.place
  ), publication as (
    insert into publications (brand_id, collection_id, post_id, slot_id, due_at, content, open, created_at)
    select l.brand_id, l.collection_id, l.id, l.slot_id, l.due_at, l.content, reach.active, $1
    from leaving l cross join lateral (
      select count(*) active from collection_channels cc join channels h on h.id = cc.channel_id
      where cc.collection_id = l.collection_id and h.status = 'ACTIVE' and cc.channel_id <> all(l.left_out)
    ) reach
    order by l.place
    returning id, brand_id, collection_id, post_id, content, open
  ), entry as (
    select p.id, p.brand_id, p.collection_id, p.post_id, p.content, cc.position, h.id channel_id, h.name, h.type, h.status = 'ACTIVE' goes,
      case h.status when 'ACTIVE' then null else 'channel_inactive' end reason, case h.status when 'ACTIVE' then null else $2 end message
    from publication p join leaving l on l.id = p.post_id
      join collection_channels cc on cc.collection_id = p.collection_id and cc.channel_id <> all(l.left_out)
      join channels h on h.id = cc.channel_id and h.status in ('ACTIVE', 'INACTIVE')
    where p.open > 0
    union all
    select p.id, p.brand_id, p.collection_id, p.post_id, p.content, 0, null, null, null, false, 'no_active_channel',
      case when not has.any_channel then $4 when has.any_that_it_goes_to then $3 else $6 end
    from publication p join leaving l on l.id = p.post_id cross join lateral (
      select count(*) > 0 any_channel, count(*) filter (where cc.channel_id <> all(l.left_out)) > 0 any_that_it_goes_to
      from collection_channels cc join channels h on h.id = cc.channel_id
      where cc.collection_id = p.collection_id and h.status in ('ACTIVE', 'INACTIVE')
    ) has
    where p.open = 0
  ), delivered as (
    insert into deliveries (publication_id, brand_id, collection_id, post_id, channel_id, channel_name, channel_type, status, reason, message,
      post_type, body, next_at, published_at, created_at)
    select id, brand_id, collection_id, post_id, channel_id, name, type, case when goes then 'waiting' else 'SKIPPED' end, reason, message,
      case when type <> all($5::text[]) then coalesce(own ->> 'regularType', own ->> 'type') else own ->> 'type' end, own ->> 'text', case when goes then $1::timestamptz end, $1, $1
    from entry cross join lateral (select coalesce(content #> array['captions', type], content) own) words order by id, position
    returning id, body, status, channel_type
  )
  select (select count(*) from ${taken}) posts, (select max(due_at) from ${taken}) until, (select coalesce(jsonb_agg(distinct brand_id), '[]') from ${told}) "brandIds",
    (select coalesce(jsonb_agg(id order by id), '[]') from publication where open = 0) idle,
    exists (select from publication p where p.open = 0 and not exists (
      select from collection_channels cc join channels h on h.id = cc.channel_id where cc.collection_id = p.collection_id and h.status = 'ACTIVE'
    )) nobody,
    (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'text', body, 'network', channel_type)), '[]') from delivered where status = 'SKIPPED') skipped`;

/**
 * Scheduled posts that came with a brand from another installation do not leave before its queue has been switched on: the installation
 * before may still publish them. They become drafts. What somebody has given another date since leaves.
 */
const DEPART_DUE = `
  with due as materialized (
    select p.id, p.post_at due_at, ${WAITS_FOR_QUEUE} waits from posts p join brands b on b.id = p.brand_id where p.id = any($7::bigint[])
  ), kept as (
    update posts p set posting_type = 'DRAFT', status = 'DRAFT', post_at = null, updated_at = ${changedAt("$1", "p")} from due
    where p.id = due.id and due.waits returning p.brand_id
  ), given as (
    select id post_id, null::bigint slot_id, due_at, row_number() over (order by due_at, id) place from due where not waits
  ), ${leave("(select brand_id from leaving union all select brand_id from kept) told", "due")}`;

const LOCK_DUE = `
  select id from posts
  where posting_type in ('NOW', 'SCHEDULE') and status = 'PENDING' and leaving_at is null and post_at <= $1 and post_at >= coalesce($2::timestamptz, '-infinity')
  order by post_at, id limit $3 for update skip locked`;

const DEPART = `
  with given as (
    select * from unnest($7::bigint[], $8::bigint[], $9::timestamptz[]) with ordinality as given (post_id, slot_id, due_at, place)
  ), ${leave("leaving", "leaving")}`;
