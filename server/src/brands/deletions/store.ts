import type { Instant } from "@rostrum/contract/formats.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import { firstPicture, type PictureRow } from "../media/first-picture-store.ts";
import type { DeletedPostRow, Doer } from "./rules.ts";

const TEXT_LENGTH_MAX = 120;

interface Deletion {
  readonly brandId: number;
  /** One post, or all of a collection that is deleted with them. */
  readonly what: { readonly postId: number } | { readonly collectionId: number };
  readonly doer: Doer;
  readonly now: Instant;
}

/** Remembers posts that are about to be deleted in the same transaction, before their rounds forget them; returns them with the beginning of their texts. */
export async function rememberPosts(
  tx: Queryable,
  { brandId, what, doer, now }: Deletion,
): Promise<{ readonly postId: number; readonly text: string }[]> {
  const [postId, collectionId] = "postId" in what ? [what.postId, null] : [null, what.collectionId];
  return query(tx, {
    text: `with remembered as (
             insert into deleted_posts (post_id, brand_id, collection, text, posting_type, status, post_at, with_collection, surface, person, through, deleted_at)
             select p.id, p.brand_id, c.title,
               left(coalesce(nullif(trim(p.title), ''), nullif(trim(p.body), ''), p.poll ->> 'question', ''), ${TEXT_LENGTH_MAX}),
               p.posting_type, p.status, case when p.queue_rank is null then p.post_at else (select at from queue_dates where post_id = p.id) end,
               $3::bigint is not null, $4, $5, $6, $7
             from posts p join collections c on c.id = p.collection_id
             where p.brand_id = $1 and case when $3::bigint is null then p.id = $2::bigint else p.collection_id = $3 end
             returning post_id, text
           ), kept as (
             insert into deleted_contents (post_id, post, preferences, publication_ids)
             select p.id, to_jsonb(p),
               coalesce((select jsonb_agg(jsonb_build_object('channelId', o.channel_id, 'values', o.preferences) order by o.channel_id)
                 from post_preferences o where o.post_id = p.id), '[]'),
               array(select l.id from publications l where l.post_id = p.id order by l.id)
             from posts p join remembered r on r.post_id = p.id
           )
           select post_id "postId", text from remembered`,
    values: [brandId, postId, collectionId, doer.surface, doer.person, doer.through, now],
  });
}

const COLUMNS = `d.post_id "postId", d.collection, d.text, d.posting_type "postingType", d.status, d.post_at "postAt",
  d.with_collection "withCollection", d.surface, d.person, d.through, d.deleted_at "deletedAt"`;

/** Not scoped to a brand: who may see it has been settled by the post's id. Null if it is not remembered. */
export async function findDeletedPost(
  db: Queryable,
  postId: number,
  since: Instant,
): Promise<(DeletedPostRow & { readonly timezone: string }) | null> {
  return maybeOne<DeletedPostRow & { timezone: string }>(db, {
    text: `select ${COLUMNS}, coalesce(b.timezone, 'UTC') timezone from deleted_posts d join brands b on b.id = d.brand_id where d.post_id = $1 and d.deleted_at >= $2`,
    values: [postId, since],
  });
}

interface ListedDeletion extends DeletedPostRow {
  /** Whether it can be restored: what it consisted of is kept. */
  readonly isKept: boolean;
  readonly picture: PictureRow | null;
}

/** Newest first. */
export async function listDeleted(
  db: Queryable,
  list: { readonly brandId: number; readonly since: Instant; readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly rows: ListedDeletion[] }> {
  const [count, rows] = await Promise.all([
    one<{ total: number }>(db, {
      text: "select count(*) total from deleted_posts where brand_id = $1 and deleted_at >= $2",
      values: [list.brandId, list.since],
    }),
    query<ListedDeletion>(db, {
      text: `select ${COLUMNS}, k.post_id is not null "isKept",
               ${firstPicture({
                 ids: "jsonb_array_elements_text(k.post -> 'media_ids')",
                 pictures: "nullif(k.post -> 'pictures', 'null')",
                 networks: "'{}'::text[]",
                 brandId: "d.brand_id",
               })} picture
             from deleted_posts d left join deleted_contents k on k.post_id = d.post_id
             where d.brand_id = $1 and d.deleted_at >= $2 order by d.deleted_at desc, d.post_id desc limit $3 offset $4`,
      values: [list.brandId, list.since, list.limit, list.offset],
    }),
  ]);
  return { total: count.total, rows };
}

export async function forgetDeleted(db: Queryable, before: Instant): Promise<void> {
  await execute(db, { text: "delete from deleted_posts where deleted_at < $1", values: [before] });
}
