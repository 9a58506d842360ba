import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { type Queryable, query } from "../../ground/database/query.ts";
import { firstPublished, type PictureRow } from "../media/first-picture-store.ts";

/** Which posts are counted: of one brand, published in a range of time, and perhaps of one collection or channel alone. */
export interface FigureFilter {
  readonly brandId: number;
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  readonly collectionId: number | null;
  readonly channelId: number | null;
}

interface CountsRow {
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
}

/** Entries of one channel and collection, published within the same quarter of an hour. */
export interface QuarterRow extends CountsRow {
  /** Number of quarters of an hour since 1970: every zone's days and hours begin with one. */
  readonly quarter: number;
  readonly channelId: number | null;
  readonly channelName: string | null;
  readonly channelType: ChannelType | null;
  readonly collectionId: number | null;
  readonly collection: string | null;
  readonly entries: number;
  /** Those whose counts have been read. */
  readonly countedEntries: number;
  /** Posts that are counted here and nowhere else, whatever the number of their networks: where the first of their entries is. */
  readonly posts: number;
  readonly counted: number;
  readonly readAt: Instant | null;
}

const QUARTER = (moment: string) => `floor(extract(epoch from ${moment}) / 900)::bigint`;
const OF_FILTER = `d.brand_id = $1 and d.status = 'PUBLISHED' and d.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING')
  and d.parent_id is null and ($4::bigint is null or d.collection_id = $4) and ($5::bigint is null or d.channel_id = $5)`;

export async function listQuarters(db: Queryable, filter: FigureFilter): Promise<QuarterRow[]> {
  return query<QuarterRow>(db, {
    text: `select q.*, coalesce(h.name, q.last_name) "channelName", c.title collection from (
             select ${QUARTER("d.published_at")} quarter, d.channel_id "channelId", max(d.channel_name) last_name, max(d.channel_type) "channelType",
               d.collection_id "collectionId",
               count(*) entries, count(d.counts_read_at) "countedEntries", count(*) filter (where d.place = 1) posts,
               count(*) filter (where d.counted_place = 1 and d.counts_read_at is not null) counted,
               coalesce(sum(d.likes) filter (where d.counts_read_at is not null), 0) likes,
               coalesce(sum(d.comments) filter (where d.counts_read_at is not null), 0) comments,
               coalesce(sum(d.shares) filter (where d.counts_read_at is not null), 0) shares, max(d.counts_read_at) "readAt"
             from (
               select d.*, row_number() over (partition by d.publication_id order by d.id) place,
                 row_number() over (partition by d.publication_id, d.counts_read_at is null order by d.id) counted_place
               from deliveries d where ${OF_FILTER} and d.published_at >= $2 and d.published_at < $3
             ) d
             group by 1, d.channel_id, d.collection_id
           ) q left join channels h on h.id = q."channelId" left join collections c on c.id = q."collectionId"
           order by q.quarter, q."channelId", q."collectionId"`,
    values: valuesOf(filter),
  });
}

/** What was gained by when it was read, within a quarter of an hour. */
export interface GainRow extends CountsRow {
  readonly quarter: number;
}

/** What each reading found more than the one before it, of whenever the post was published. */
export async function listGains(db: Queryable, filter: FigureFilter): Promise<GainRow[]> {
  const { collectionId, channelId } = filter;
  const isPart = collectionId !== null || channelId !== null;
  const own = `exists (select from deliveries d where d.id = r.delivery_id and ${OF_FILTER})`;
  return query<GainRow>(db, {
    text: `select ${QUARTER("r.read_at")} quarter, sum(r.likes_gained) likes, sum(r.comments_gained) comments, sum(r.shares_gained) shares
           from count_readings r where r.brand_id = $1 and r.read_at >= $2 and r.read_at < $3 ${isPart ? `and ${own}` : ""} group by 1 order by 1`,
    values: isPart ? valuesOf(filter) : valuesOf(filter).slice(0, 3),
  });
}

export interface BestRow extends CountsRow {
  /** Of the first of its entries. */
  readonly id: number;
  readonly postId: number | null;
  readonly networks: readonly ChannelType[];
  readonly title: string | null;
  readonly text: string;
  readonly picture: PictureRow | null;
  readonly at: Instant;
}

/** The posts with the most likes, comments and shares together, on all of their networks; none without any. */
export async function listBest(db: Queryable, filter: FigureFilter, limit: number): Promise<BestRow[]> {
  return query<BestRow>(db, {
    text: `with best as materialized (
             select d.publication_id, min(d.id) id, sum(d.likes)::bigint likes, sum(d.comments)::bigint comments, sum(d.shares)::bigint shares,
               array_agg(distinct d.channel_type) filter (where d.channel_type is not null) networks
             from deliveries d where ${OF_FILTER} and d.published_at >= $2 and d.published_at < $3
             group by d.publication_id having sum(d.likes::bigint + d.comments + d.shares) > 0
             order by sum(d.likes::bigint + d.comments + d.shares) desc, d.publication_id desc limit $6
           )
           select b.id, l.post_id "postId", coalesce(b.networks, '{}') networks, l.content ->> 'title' title, l.content ->> 'text' text, l.due_at "at",
             b.likes, b.comments, b.shares,
             ${firstPublished({ publication: "l" })} picture
           from best b join publications l on l.id = b.publication_id
           order by b.likes + b.comments + b.shares desc, l.id desc`,
    values: [...valuesOf(filter), limit],
  });
}

function valuesOf({ brandId, from, to, collectionId, channelId }: FigureFilter): unknown[] {
  return [brandId, from, to, collectionId, channelId];
}
