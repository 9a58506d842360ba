import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { PostingType, PostStatus, PostType } from "@rostrum/contract/posts.ts";
import type { DeliveryReason } from "@rostrum/contract/reasons.ts";
import { type Queryable, query } from "../../ground/database/query.ts";
import { firstPicture, firstPublished, type PictureRow } from "../media/first-picture-store.ts";
import { POST_AT } from "../posts/store.ts";

/** What lists of the dashboard show of a post. */
export interface OutlineRow {
  readonly id: number;
  readonly collectionId: number;
  /** Its title, question or text, cut. */
  readonly text: string;
  readonly postType: PostType;
  readonly postingType: PostingType;
  readonly status: PostStatus;
  readonly at: Instant | null;
  /** The first picture or film. */
  readonly picture: PictureRow | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Texts are only read as far as a line shows them. */
const TEXT_LENGTH_MAX = 1000;
const SHOWN_TEXT = `left(coalesce(nullif(trim(p.title), ''), p.poll ->> 'question', p.body), ${TEXT_LENGTH_MAX})`;

/** The columns of an `OutlineRow` of the post `p`. */
export const OUTLINE = `p.id, p.collection_id "collectionId", ${SHOWN_TEXT} "text", p.post_type "postType", p.posting_type "postingType", p.status,
  ${POST_AT} "at", p.created_at "createdAt", p.updated_at "updatedAt",
  case when cardinality(p.media_ids) > 0 then ${firstPicture({
    ids: "unnest(p.media_ids)",
    pictures: "p.pictures",
    networks: `array(select way.type from collection_channels cc join channels way on way.id = cc.channel_id
      where cc.collection_id = p.collection_id and way.id <> all(p.left_out) order by way.id)`,
    brandId: "p.brand_id",
  })} end picture`;

/** The posts with these ids, in no particular order. */
export async function listOutlines(db: Queryable, find: { brandId: number; ids: readonly number[] }): Promise<OutlineRow[]> {
  return query<OutlineRow>(db, {
    name: "post_outlines",
    text: `select ${OUTLINE} from posts p where p.brand_id = $1 and p.id = any($2::bigint[])`,
    values: [find.brandId, find.ids],
  });
}

/** The dates of the posts with these ids that have one. */
export async function listDates(db: Queryable, find: { brandId: number; ids: readonly number[] }): Promise<ReadonlyMap<number, Instant>> {
  const rows = await query<{ id: number; at: Instant | null }>(db, {
    name: "post_dates",
    text: `select p.id, ${POST_AT} "at" from posts p where p.brand_id = $1 and p.id = any($2::bigint[])`,
    values: [find.brandId, find.ids],
  });
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])));
}

/** Whether a post's words are like $2; an empty one is like all. */
const FOUND = `($2 = '' or p.title ilike $2 or p.body ilike $2 or p.poll ->> 'question' ilike $2)`;

function patternOf(search: string): string {
  return search === "" ? "" : `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** What is queued in collections without slots, in the order of the queues, and how many there are. */
export async function listUndated(
  db: Queryable,
  list: { brandId: number; search: string; limit: number },
): Promise<{ readonly rows: readonly (OutlineRow & { readonly collection: string })[]; readonly total: number }> {
  const from = `from collections c join posts p on p.collection_id = c.id and p.queue_rank is not null
    where c.brand_id = $1 and p.brand_id = $1 and not exists (select from slots s where s.collection_id = c.id) and ${FOUND}`;
  const search = patternOf(list.search);
  const [rows, [count]] = await Promise.all([
    query<OutlineRow & { readonly collection: string }>(db, {
      name: "undated_of_brand",
      text: `select ${OUTLINE}, c.title collection ${from} order by lower(c.title), c.id, p.queue_rank, p.id limit $3`,
      values: [list.brandId, search, list.limit],
    }),
    query<{ total: number }>(db, { name: "count_undated", text: `select count(*) total ${from}`, values: [list.brandId, search] }),
  ]);
  return { rows, total: count?.total ?? 0 };
}

/** Drafts, newest first, and how many there are. An empty search finds all. */
export async function listDraftsOf(
  db: Queryable,
  list: { brandId: number; search: string; limit: number; offset: number },
): Promise<{ readonly rows: readonly OutlineRow[]; readonly total: number }> {
  const where = `p.brand_id = $1 and p.status = 'DRAFT' and ${FOUND}`;
  const search = patternOf(list.search);
  const [rows, [count]] = await Promise.all([
    query<OutlineRow>(db, {
      name: "drafts_of_brand",
      text: `select ${OUTLINE} from posts p where ${where} order by p.id desc limit $3 offset $4`,
      values: [list.brandId, search, list.limit, list.offset],
    }),
    query<{ total: number }>(db, {
      name: "count_drafts",
      text: `select count(*) total from posts p where ${where}`,
      values: [list.brandId, search],
    }),
  ]);
  return { rows, total: count?.total ?? 0 };
}

/** The newest posts with these words, whatever has become of them. */
export async function listFound(db: Queryable, list: { brandId: number; search: string; limit: number }): Promise<OutlineRow[]> {
  return query<OutlineRow>(db, {
    name: "found_posts",
    text: `select ${OUTLINE} from posts p where p.brand_id = $1 and ${FOUND} order by p.id desc limit $3`,
    values: [list.brandId, patternOf(list.search), list.limit],
  });
}

/** What lists show of the frozen copy of a post that left. */
export function publishedText(content: string): string {
  const parts = `nullif(trim(${content} ->> 'title'), ''), ${content} -> 'poll' ->> 'question', ${content} ->> 'text', ''`;
  return `left(coalesce(${parts}), ${TEXT_LENGTH_MAX})`;
}

export interface LeftRow {
  readonly id: number;
  /** Null if the post has been deleted. */
  readonly postId: number | null;
  readonly collectionId: number;
  readonly text: string;
  readonly postType: PostType;
  /** When it reached its first channel, or should have. */
  readonly at: Instant;
  readonly picture: OutlineRow["picture"];
  readonly channels: readonly {
    readonly id: number | null;
    readonly name: string | null;
    readonly type: ChannelType | null;
    readonly status: string;
    readonly reason: DeliveryReason | null;
    readonly message: string | null;
  }[];
}

/** Must match the partial indexes' condition word for word, or PostgreSQL does not use them. */
const LISTED = "d.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING')";

/** What has left between two moments, with its outcome on every channel, and the posts given that are on their way. */
export async function listLeft(
  db: Queryable,
  find: { brandId: number; from: Instant; to: Instant; leavingIds: readonly number[]; allOnTheWay: boolean },
): Promise<LeftRow[]> {
  return query<LeftRow>(db, {
    text: `with found as materialized (
             select d.publication_id id from deliveries d
             where d.brand_id = $1 and ${LISTED} and d.published_at >= $2 and d.published_at < $3 and d.parent_id is null
             union
             select l.id from publications l where l.post_id = any($4::bigint[]) and l.settled_at is null and l.brand_id = $1
           ), left_ones as (
             select p.id, p.brand_id, p.post_id, p.collection_id, p.content, p.settled_at, ways.*, coalesce(ways.first_at, p.due_at) at
             from found join publications p on p.id = found.id cross join lateral (
               select min(d.published_at) filter (where ${LISTED}) first_at, jsonb_agg(jsonb_build_object('id', d.channel_id, 'name',
                 d.channel_name, 'type', d.channel_type, 'status', d.status, 'reason', d.reason, 'message', d.message) order by d.id) channels
               from deliveries d where d.publication_id = p.id and d.parent_id is null and d.status <> 'cancelled'
             ) ways
           )
           select p.id, p.post_id "postId", p.collection_id "collectionId", p.at, p.channels,
             ${publishedText("p.content")} "text",
             p.content ->> 'type' "postType",
             ${firstPublished({ publication: "p" })} picture
           from left_ones p where (p.at >= $2 or $5 and p.settled_at is null) and p.at < $3 and p.channels is not null`,
    values: [find.brandId, find.from, find.to, find.leavingIds, find.allOnTheWay],
  });
}

/** The titles of the brand's collections, by id. */
export async function listTitles(db: Queryable, brandId: number): Promise<{ readonly id: number; readonly title: string }[]> {
  return query(db, {
    name: "collection_titles",
    text: "select id, title from collections where brand_id = $1 order by lower(title), id",
    values: [brandId],
  });
}
