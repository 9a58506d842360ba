import type { Instant } from "@rostrum/contract/formats.ts";
import { type Queryable, query } from "../database/query.ts";
import type { LeavingPost } from "./store.ts";

export interface Departure {
  readonly post: LeavingPost;
  /** The slot that sends it; null for scheduled and immediate posts. */
  readonly slotId: number | null;
  readonly dueAt: Instant;
}

/** How the entries of channels read to which nothing is sent. */
export interface SkippedWords {
  readonly channelInactive: string;
  readonly everyChannelInactive: string;
  readonly noChannel: string;
}

/**
 * Posts leave, all in one statement: for each its frozen content, a delivery for every shown channel of its collection in
 * the order of the channels, and the mark that it is on its way, out of the queue, dated by its departure. A post that no
 * channel can take gets one entry without a channel. Answers the publications that have nothing to wait for.
 */
export async function storeDepartures(
  tx: Queryable,
  leave: { departures: readonly Departure[]; searchTexts: readonly string[]; words: SkippedWords; now: Instant },
): Promise<number[]> {
  const { departures, words, now } = leave;
  const rows = await query<{ id: number }>(tx, {
    name: "store_departures",
    text: DEPART,
    values: [
      departures.map(({ post }) => post.id),
      departures.map(({ slotId }) => slotId),
      departures.map(({ dueAt }) => dueAt),
      departures.map(({ post }) => JSON.stringify(post.content)),
      leave.searchTexts,
      now,
      words.channelInactive,
      words.everyChannelInactive,
      words.noChannel,
    ],
  });
  return rows.map((row) => row.id);
}

const DEPART = `
  with given as (
    select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::jsonb[], $5::text[]) with ordinality
      as given (post_id, slot_id, due_at, content, search_text, place)
  ), leaving as (
    update posts p set leaving_at = $6, post_at = given.due_at, queue_rank = null from given where p.id = given.post_id
    returning p.id, p.brand_id, p.collection_id
  ), publication as (
    insert into publications (brand_id, collection_id, post_id, slot_id, due_at, content, created_at)
    select l.brand_id, l.collection_id, l.id, g.slot_id, g.due_at, g.content, $6 from given g join leaving l on l.id = g.post_id order by g.place
    returning id, brand_id, collection_id, post_id
  ), target as (
    select p.id publication_id, cc.position, h.id, h.name, h.type, h.status
    from publication p join collection_channels cc on cc.collection_id = p.collection_id
      join channels h on h.id = cc.channel_id and h.status in ('ACTIVE', 'INACTIVE')
  ), standing as (
    select p.id publication_id, count(t.id) channels, coalesce(bool_or(t.status = 'ACTIVE'), false) is_open
    from publication p left join target t on t.publication_id = p.id group by p.id
  ), entry as (
    select s.publication_id, t.position, t.id channel_id, t.name, t.type, case t.status when 'ACTIVE' then 'waiting' else 'SKIPPED' end status,
      case t.status when 'ACTIVE' then null else 'channel_inactive' end reason, case t.status when 'ACTIVE' then null else $7 end message
    from standing s join target t on t.publication_id = s.publication_id where s.is_open
    union all
    select s.publication_id, 0, null, null, null, 'SKIPPED', 'no_active_channel', case s.channels when 0 then $9 else $8 end
    from standing s where not s.is_open
  ), delivered as (
    insert into deliveries (publication_id, brand_id, collection_id, post_id, channel_id, channel_name, channel_type, status, reason, message,
      post_type, body, search_text, next_at, published_at, created_at)
    select e.publication_id, p.brand_id, p.collection_id, p.post_id, e.channel_id, e.name, e.type, e.status, e.reason, e.message,
      g.content ->> 'type', g.content ->> 'text', g.search_text, case e.status when 'waiting' then $6::timestamptz end, $6, $6
    from entry e join publication p on p.id = e.publication_id join given g on g.post_id = p.post_id order by g.place, e.position
  )
  select publication_id id from standing where not is_open order by 1`;
