import type { QueueStatus } from "@rostrum/contract/brands.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { StoredPictures } from "@rostrum/contract/pictures.ts";
import type { PlatformOptions } from "@rostrum/contract/platform-options.ts";
import type { Comment } from "@rostrum/contract/posts.ts";
import type { PreferenceValues } from "@rostrum/contract/preferences.ts";
import { changedAt } from "../../ground/database/changed-at.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import { type NewPostRow, type OwnCaptions, POST_COLUMNS, type PostRow } from "./store.ts";

/** The brand of a post, and where the post was seen. */
export interface PostGround {
  readonly collectionId: number;
  readonly brand: { readonly id: number; readonly accountId: number; readonly timezone: string | null; readonly queueStatus: QueueStatus };
}

/** Not scoped to a brand: who may see it has been settled by the post's id. */
export async function findPostGround(db: Queryable, postId: number): Promise<PostGround | null> {
  return maybeOne<PostGround>(db, {
    name: "post_ground",
    text: `select p.collection_id "collectionId", jsonb_build_object('id', b.id, 'accountId', b.account_id, 'timezone', b.timezone,
             'queueStatus', b.queue_status) brand
           from posts p join brands b on b.id = p.brand_id where p.id = $1`,
    values: [postId],
  });
}

export interface WholePostRow extends PostRow {
  readonly alt: string | null;
  readonly mediaAlts: readonly (string | null)[];
  readonly link: string | null;
  readonly comment: Comment | null;
  readonly platforms: PlatformOptions | null;
  readonly asStory: boolean;
  readonly autoThread: boolean;
  readonly captions: OwnCaptions | null;
  /** Pictures beside its files; null if it has none. */
  readonly pictures: StoredPictures | null;
  /** The channels of the collection to which it does not go. */
  readonly leftOut: readonly number[];
  readonly preferences: readonly { readonly channelId: number; readonly values: PreferenceValues }[];
}

const WHOLE_COLUMNS = `${POST_COLUMNS}, p.alt, p.media_alts "mediaAlts", p.link, p.comment, p.platforms, p.as_story "asStory",
  p.auto_thread "autoThread", p.captions, p.pictures, p.left_out "leftOut"`;

export async function findWholePost(db: Queryable, find: { brandId: number; postId: number }): Promise<WholePostRow | null> {
  return maybeOne<WholePostRow>(db, {
    name: "whole_post",
    text: `select ${WHOLE_COLUMNS},
             coalesce((select jsonb_agg(jsonb_build_object('channelId', own.channel_id, 'values', own.preferences) order by own.channel_id)
               from post_preferences own where own.post_id = p.id), '[]') preferences
           from posts p where p.brand_id = $1 and p.id = $2`,
    values: [find.brandId, find.postId],
  });
}

/** A deleted post in full, as it was; null if it is not in the bin. */
export async function findBinnedPost(
  db: Queryable,
  find: { readonly postId: number; readonly since: Instant },
): Promise<{ readonly post: WholePostRow; readonly brand: PostGround["brand"] } | null> {
  return maybeOne(db, {
    text: `select to_jsonb(w) post, jsonb_build_object('id', b.id, 'accountId', b.account_id, 'timezone', b.timezone, 'queueStatus', b.queue_status) brand
           from deleted_posts d join deleted_contents k using (post_id) join brands b on b.id = d.brand_id
             cross join lateral (select ${WHOLE_COLUMNS}, k.preferences from jsonb_populate_record(null::posts, k.post) p) w
           where d.post_id = $1 and d.deleted_at >= $2`,
    values: [find.postId, find.since],
  });
}

export type PostContentRow = Omit<NewPostRow, "brandId" | "collectionId" | "postingType" | "status" | "postAt" | "queueRank" | "now">;

/** Replaces a post's content. */
export async function storeContent(
  tx: Queryable,
  {
    brandId,
    postId,
    content,
    now,
  }: { readonly brandId: number; readonly postId: number; readonly content: PostContentRow; readonly now: Instant },
): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await one(tx, {
    name: "store_content",
    text: `update posts p set title = $3, body = $4, alt = $5, link = $6, post_type = $7, poll = $8, comment = $9, platforms = $10, as_story = $11,
             regular_type = $12, auto_thread = $13, media_ids = $14, media_alts = $15, captions = $17,
             updated_at = ${changedAt("$16", "p")}
           where brand_id = $1 and id = $2 returning id`,
    values: [
      brandId,
      postId,
      content.title,
      content.body,
      content.alt,
      content.link,
      content.postType,
      json(content.poll),
      json(content.comment),
      json(content.platforms),
      content.asStory,
      content.regularType,
      content.autoThread,
      content.mediaIds,
      content.mediaAlts,
      now,
      json(content.captions),
    ],
  });
}

export async function storeCollection(tx: Queryable, { postId, collectionId }: { postId: number; collectionId: number }): Promise<void> {
  await query(tx, { text: "update posts set collection_id = $2 where id = $1", values: [postId, collectionId] });
}

export async function storePictures(
  tx: Queryable,
  { postId, pictures }: { readonly postId: number; readonly pictures: StoredPictures | null },
): Promise<void> {
  const text = "update posts set pictures = $2 where id = $1 and pictures is distinct from $2";
  await query(tx, { text, values: [postId, pictures === null ? null : JSON.stringify(pictures)] });
}

/** Those of other collections are forgotten. */
export async function storeLeftOut(
  tx: Queryable,
  { postId, channelIds }: { readonly postId: number; readonly channelIds: readonly number[] },
): Promise<void> {
  await query(tx, {
    text: `update posts p set left_out = array(
             select channel_id from collection_channels where collection_id = p.collection_id and channel_id = any($2::bigint[]) order by channel_id
           ) where id = $1`,
    values: [postId, channelIds],
  });
}

/** The post goes to this channel of its collection alone; false if that is none of it. */
export async function storeOnlyChannel(
  tx: Queryable,
  { postId, channelId }: { readonly postId: number; readonly channelId: number },
): Promise<boolean> {
  const rows = await query(tx, {
    text: `update posts p set left_out = array(
             select channel_id from collection_channels where collection_id = p.collection_id and channel_id <> $2 order by channel_id
           ) where id = $1 and exists (select from collection_channels where collection_id = p.collection_id and channel_id = $2) returning id`,
    values: [postId, channelId],
  });
  return rows.length > 0;
}

/** Whether a post's collection has channels, all of which it leaves out. */
export async function leavesAllOut(tx: Queryable, postId: number): Promise<boolean> {
  const { all } = await one<{ all: boolean }>(tx, {
    name: "leaves_all_out",
    text: `select coalesce(bool_and(cc.channel_id = any(p.left_out)), false) "all"
           from posts p join collection_channels cc on cc.collection_id = p.collection_id
             join channels h on h.id = cc.channel_id and h.status in ('ACTIVE', 'INACTIVE')
           where p.id = $1 and p.left_out <> '{}'`,
    values: [postId],
  });
  return all;
}

/** Those of channels that are gone are left out. */
export async function storeCopiedPreferences(
  db: Queryable,
  { postId, preferences }: { readonly postId: number; readonly preferences: WholePostRow["preferences"] },
): Promise<void> {
  await query(db, {
    text: `insert into post_preferences (post_id, channel_id, preferences)
           select $1, (o ->> 'channelId')::bigint, o -> 'values' from jsonb_array_elements($2::jsonb) o
           where exists (select from channels h where h.id = (o ->> 'channelId')::bigint and h.status <> 'REMOVED')`,
    values: [postId, JSON.stringify(preferences)],
  });
}

export async function removeAllPreferences(tx: Queryable, postId: number): Promise<void> {
  await query(tx, { text: "delete from post_preferences where post_id = $1", values: [postId] });
}
