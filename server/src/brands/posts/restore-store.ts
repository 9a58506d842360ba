import type { Instant } from "@rostrum/contract/formats.ts";
import type { StoredPictures } from "@rostrum/contract/pictures.ts";
import type { PostingType, PostStatus } from "@rostrum/contract/posts.ts";
import { execute, maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import type { PostTiming } from "./store.ts";

export interface BinnedRow {
  readonly postId: number;
  readonly collectionId: number;
  readonly text: string;
  readonly postingType: PostingType;
  readonly status: PostStatus;
  readonly postAt: Instant | null;
  readonly queueRank: number | null;
  readonly isLeaving: boolean;
  readonly mediaIds: readonly string[];
  readonly mediaAlts: readonly (string | null)[];
  readonly pictures: StoredPictures | null;
}

interface Find {
  readonly brandId: number;
  readonly since: Instant;
  readonly ids: readonly number[];
}

/** The collections of deleted posts, in the order in which their queues are locked; those that are gone too are among them. */
export async function listBinnedCollections(db: Queryable, { brandId, since, ids }: Find): Promise<number[]> {
  const rows = await query<{ id: number }>(db, {
    text: `select distinct (k.post ->> 'collection_id')::bigint id from deleted_posts d join deleted_contents k using (post_id)
           where d.brand_id = $1 and d.deleted_at >= $2 and d.post_id = any($3::bigint[]) order by 1`,
    values: [brandId, since, ids],
  });
  return rows.map(({ id }) => id);
}

/** Deleted posts that can be restored, locked until the transaction ends. */
export async function lockBinned(tx: Queryable, { brandId, since, ids }: Find): Promise<BinnedRow[]> {
  return query<BinnedRow>(tx, {
    text: `select d.post_id "postId", (k.post ->> 'collection_id')::bigint "collectionId", d.text, d.posting_type "postingType", d.status,
             d.post_at "postAt", (k.post ->> 'queue_rank')::bigint "queueRank", k.post ->> 'leaving_at' is not null "isLeaving",
             array(select jsonb_array_elements_text(k.post -> 'media_ids')) "mediaIds",
             array(select jsonb_array_elements_text(k.post -> 'media_alts')) "mediaAlts",
             nullif(k.post -> 'pictures', 'null') pictures
           from deleted_posts d join deleted_contents k using (post_id)
           where d.brand_id = $1 and d.deleted_at >= $2 and d.post_id = any($3::bigint[]) order by d.post_id for update`,
    values: [brandId, since, ids],
  });
}

/** The collection in which a post comes back: its own, else the brand's first; null if there is none. */
export async function findUsableCollection(
  tx: Queryable,
  { brandId, collectionId }: { readonly brandId: number; readonly collectionId: number },
): Promise<number | null> {
  const row = await maybeOne<{ id: number }>(tx, {
    text: "select id from collections where brand_id = $1 order by id <> $2, id limit 1",
    values: [brandId, collectionId],
  });
  return row?.id ?? null;
}

interface Return extends PostTiming {
  readonly postId: number;
  readonly collectionId: number;
  /** Those of its files that are still there. */
  readonly mediaIds: readonly string[];
  readonly mediaAlts: readonly (string | null)[];
  readonly pictures: StoredPictures | null;
  readonly now: Instant;
}

/** Puts a post back as it was, at this place. Columns that it did not have yet get their defaults. */
export async function putBack(tx: Queryable, { postId, now, ...place }: Return): Promise<void> {
  const columns = await query<{ name: string }>(tx, {
    text: `select quote_ident(a.attname) name from pg_attribute a join deleted_contents k on k.post_id = $1
           where a.attrelid = 'posts'::regclass and a.attnum > 0 and not a.attisdropped and k.post ? a.attname order by a.attnum`,
    values: [postId],
  });
  const names = columns.map(({ name }) => name).join(", ");
  await execute(tx, {
    text: `insert into posts (${names}) overriding system value
           select ${names} from deleted_contents k, jsonb_populate_record(null::posts, k.post || jsonb_build_object(
             'collection_id', $2::bigint, 'posting_type', $3::text, 'status', $4::text, 'post_at', $5::timestamptz, 'queue_rank', $6::bigint,
             'media_ids', $7::jsonb, 'media_alts', $8::jsonb, 'pictures', nullif($10::jsonb, 'null'), 'leaving_at', null, 'updated_at', $9::timestamptz)) p
           where k.post_id = $1`,
    values: [
      postId,
      place.collectionId,
      place.postingType,
      place.status,
      place.queueRank === null ? place.postAt : null,
      place.queueRank,
      JSON.stringify(place.mediaIds),
      JSON.stringify(place.mediaAlts),
      now,
      JSON.stringify(place.pictures),
    ],
  });
  await execute(tx, {
    text: `insert into post_preferences (post_id, channel_id, preferences)
           select $1, (o ->> 'channelId')::bigint, o -> 'values' from deleted_contents k, jsonb_array_elements(k.preferences) o
           where k.post_id = $1 and exists (select from channels h where h.id = (o ->> 'channelId')::bigint and h.status <> 'REMOVED')`,
    values: [postId],
  });
}

/** Its rounds that have ended are its own again, and it is in the bin no more. What was stopped when it was deleted stays so. */
export async function takeOutOfBin(tx: Queryable, postId: number): Promise<void> {
  await execute(tx, {
    text: `with own as (
             update publications l set post_id = $1 from deleted_contents k
             where k.post_id = $1 and l.id = any(k.publication_ids) and l.post_id is null and l.open = 0 returning l.id
           )
           update deliveries d set post_id = $1 from own where d.publication_id = own.id and d.next_at is null`,
    values: [postId],
  });
  await execute(tx, { text: "delete from deleted_posts where post_id = $1", values: [postId] });
}
