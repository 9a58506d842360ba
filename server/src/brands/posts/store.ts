import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { PlatformOptions } from "@rostrum/contract/platform-options.ts";
import type { Comment, Poll, PostingType, PostStatus, PostType } from "@rostrum/contract/posts.ts";
import { changedAt } from "../../ground/database/changed-at.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import { currentSpan } from "../../ground/spans.ts";
import { storeMoment } from "../queue/store.ts";

export interface PostRow {
  readonly id: number;
  readonly collectionId: number;
  readonly title: string | null;
  readonly body: string;
  readonly mediaIds: readonly string[];
  readonly postType: PostType;
  readonly postingType: PostingType;
  readonly status: PostStatus;
  readonly postAt: Instant | null;
  readonly leavingAt: Instant | null;
  readonly poll: Poll | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** When a post is due or was published. The dates of queued posts are in a separate table. */
export const POST_AT = "case when p.queue_rank is null then p.post_at else (select at from queue_dates where post_id = p.id) end";

export const POST_COLUMNS = `p.id, p.collection_id "collectionId", p.title, p.body, p.media_ids "mediaIds", p.post_type "postType",
  p.posting_type "postingType", p.status, ${POST_AT} "postAt", p.leaving_at "leavingAt", p.poll,
  p.created_at "createdAt", p.updated_at "updatedAt"`;

export interface NewPostRow {
  readonly brandId: number;
  readonly collectionId: number;
  readonly title: string | null;
  readonly body: string;
  readonly alt: string | null;
  readonly link: string | null;
  readonly postType: PostType;
  readonly postingType: PostingType;
  readonly status: PostStatus;
  readonly postAt: Instant | null;
  readonly queueRank: number | null;
  readonly mediaIds: readonly string[];
  /** In their order; empty if none has a text of its own. */
  readonly mediaAlts: readonly (string | null)[];
  readonly poll: Poll | null;
  readonly comment: Comment | null;
  readonly platforms: PlatformOptions | null;
  readonly asStory: boolean;
  /** For a story, its type on networks without stories; null for other posts. */
  readonly regularType: PostType | null;
  readonly autoThread: boolean;
  /** Own words, by the type of the channels that get them; null if there are none. */
  readonly captions: OwnCaptions | null;
  readonly now: Instant;
}

/** A post's own words for a network, and what it is there with them. */
export interface OwnCaption {
  readonly text: string;
  readonly type: PostType;
  readonly regularType: PostType | null;
}
export type OwnCaptions = Readonly<Partial<Record<ChannelType, OwnCaption>>>;

/** Whether and when a post is published. */
export type PostTiming = Pick<NewPostRow, "postingType" | "status" | "postAt" | "queueRank">;

export const DRAFT_TIMING: PostTiming = { postingType: "DRAFT", status: "DRAFT", postAt: null, queueRank: null };

/**
 * Stores a post and counts it in its brand atomically; null when the brand already has `limit` posts, the collection is another
 * brand's, or one of its media is no longer there. Holds the collection before the brand, as whoever deletes either. Concurrent inserts
 * do not see each other's counts: call `lockPostCount` first for an exact limit.
 */
export async function insertPost(db: Queryable, post: NewPostRow, limit: number): Promise<{ readonly id: number } | null> {
  const row = await maybeOne<{ id: number }>(db, {
    name: "insert_post",
    text: `with held as (
             select id from media where brand_id = $1 and id = any($13::text[]) for key share
           ), counted as (
             insert into post_counts as own (brand_id, part, posts)
             select $1, ${OWN_PART}, 1
             where (select ${POSTS_COUNT} from post_counts where brand_id = $1) < $2::bigint
               and exists (select from collections where brand_id = $1 and id = $3 for key share)
               and (select count(*) from held) = (select count(distinct id) from unnest($13::text[]) file (id))
             on conflict (brand_id, part) do update set posts = own.posts + 1
             returning brand_id
           )
           insert into posts (brand_id, collection_id, title, body, alt, link, post_type, posting_type, status, post_at, queue_rank,
             media_ids, poll, comment, platforms, as_story, auto_thread, created_at, updated_at, regular_type, captions, media_alts, trace_parent)
           select brand_id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19, $20, $21, $22, $23 from counted
           returning id`,
    values: [
      post.brandId,
      limit,
      post.collectionId,
      post.title,
      post.body,
      post.alt,
      post.link,
      post.postType,
      post.postingType,
      post.status,
      post.queueRank === null ? post.postAt : null,
      post.queueRank,
      post.mediaIds,
      json(post.poll),
      json(post.comment),
      json(post.platforms),
      post.asStory,
      post.autoThread,
      post.now,
      post.regularType,
      json(post.captions),
      post.mediaAlts,
      currentSpan()?.traceParent ?? null,
    ],
  });
  if (row !== null && post.queueRank !== null) await storeMoment(db, { id: row.id, postAt: post.postAt });
  return row;
}

/** Each connection counts in a part of its own: consecutive backend process ids differ in their last digits. */
const OWN_PART = "pg_backend_pid() % 32";
/** Sum over the brand's parts. */
export const POSTS_COUNT = "coalesce(sum(posts), 0)";

export async function countPosts(db: Queryable, brandId: number): Promise<number> {
  const { posts } = await one<{ posts: number }>(db, {
    name: "count_posts",
    text: `select ${POSTS_COUNT}::bigint posts from post_counts where brand_id = $1`,
    values: [brandId],
  });
  return posts;
}

/** Locks the brand's exact post count until the transaction ends. */
export async function lockPostCount(tx: Queryable, brandId: number): Promise<void> {
  await query(tx, { text: "select id from brands where id = $1 for no key update", values: [brandId] });
}

/** pg sends an object as JSON but an array as a database array: text is unambiguous. */
function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

export async function findPost(db: Queryable, find: { brandId: number; postId: number }): Promise<PostRow | null> {
  return maybeOne<PostRow>(db, {
    name: "post",
    text: `select ${POST_COLUMNS} from posts p where p.brand_id = $1 and p.id = $2`,
    values: [find.brandId, find.postId],
  });
}

/** The same post, locked until the transaction ends. */
export async function lockPost(tx: Queryable, find: { brandId: number; postId: number }): Promise<PostRow | null> {
  return maybeOne<PostRow>(tx, {
    name: "lock_post",
    text: `select ${POST_COLUMNS} from posts p where p.brand_id = $1 and p.id = $2 for update`,
    values: [find.brandId, find.postId],
  });
}

export interface PostPlace {
  readonly postingType: PostingType;
  readonly status: PostStatus;
  readonly postAt: Instant | null;
  readonly queueRank: number | null;
}

/** Counts as a change of the post what is stored elsewhere. */
export async function touchPost(tx: Queryable, postId: number, now: Instant): Promise<void> {
  await query(tx, {
    name: "touch_post",
    text: `update posts p set updated_at = ${changedAt("$2", "p")} where id = $1`,
    values: [postId, now],
  });
}

/** Stores a post's new state and returns the post. */
export async function storePlace(tx: Queryable, postId: number, place: PostPlace, now: Instant): Promise<PostRow> {
  const isQueued = place.queueRank !== null;
  if (isQueued) await storeMoment(tx, { id: postId, postAt: place.postAt });
  return one<PostRow>(tx, {
    name: "store_place",
    text: `update posts p set posting_type = $2, status = $3, post_at = $4, queue_rank = $5, rejoin_at = null, updated_at = ${changedAt("$6", "p")}
           where p.id = $1 returning ${POST_COLUMNS}`,
    values: [postId, place.postingType, place.status, isQueued ? null : place.postAt, place.queueRank, now],
  });
}

/** Deletes a post permanently; its published entries stay. */
export async function removePost(tx: Queryable, remove: { brandId: number; postId: number }): Promise<void> {
  await query(tx, { text: "delete from posts where brand_id = $1 and id = $2", values: [remove.brandId, remove.postId] });
  await countFurther(tx, remove.brandId, -1);
}

/** Tells the brand's count that so many posts have come; a negative number have gone. */
export async function countFurther(tx: Queryable, brandId: number, posts: number): Promise<void> {
  await query(tx, {
    text: `insert into post_counts as own (brand_id, part, posts) values ($1, ${OWN_PART}, $2::bigint)
           on conflict (brand_id, part) do update set posts = own.posts + $2::bigint`,
    values: [brandId, posts],
  });
}

/**
 * Number of scheduled and immediate posts of a collection in a time range, excluding `exceptId`. Those that have left and joined the
 * queue since are among them, also once they have left it again.
 */
export async function countPostsBetween(
  tx: Queryable,
  count: { collectionId: number; from: Instant; to: Instant; exceptId: number | null },
): Promise<number> {
  const row = await one<{ total: number }>(tx, {
    name: "posts_between",
    text: `select (
             select count(*) from posts where collection_id = $1 and posting_type in ('NOW', 'SCHEDULE')
               and post_at >= $2 and post_at < $3 and id is distinct from $4::bigint
           ) + (
             select count(distinct p.id) from publications l join posts p on p.id = l.post_id
             where l.brand_id = (select brand_id from collections where id = $1) and l.slot_id is null and l.due_at >= $2 and l.due_at < $3
               and p.collection_id = $1 and p.posting_type = 'QUEUE' and p.id is distinct from $4::bigint
           ) total`,
    values: [count.collectionId, count.from, count.to, count.exceptId],
  });
  return row.total;
}

/**
 * The limit of scheduled posts of the brand's account (null for none) and how many its brands have, locked against concurrent
 * creations: the brand before its account, as when it is handed over.
 */
export async function lockSchedulePlan(
  tx: Queryable,
  find: { brandId: number; exceptId: number | null },
): Promise<{ readonly limit: number | null; readonly count: number }> {
  const limited = await query(tx, {
    name: "schedule_limited",
    text: `select from brands b join accounts a on a.id = b.account_id where b.id = $1 and a.max_scheduled_posts is not null`,
    values: [find.brandId],
  });
  if (limited.length === 0) return { limit: null, count: 0 };
  await lockPostCount(tx, find.brandId);
  const plan = await maybeOne<{ accountId: number; limit: number | null }>(tx, {
    name: "schedule_plan",
    text: `select id "accountId", max_scheduled_posts "limit" from accounts
           where id = (select account_id from brands where id = $1) for no key update`,
    values: [find.brandId],
  });
  if (plan === null || plan.limit === null) return { limit: null, count: 0 };
  const { count } = await one<{ count: number }>(tx, {
    text: `select count(*) count from posts p join brands b on b.id = p.brand_id
           where b.account_id = $1 and p.posting_type = 'SCHEDULE' and p.status = 'PENDING' and p.id is distinct from $2::bigint`,
    values: [plan.accountId, find.exceptId],
  });
  return { limit: plan.limit, count };
}

/** Whether the account allows its brands' posts to be deleted through the API. */
export async function allowsSensitiveActions(db: Queryable, accountId: number): Promise<boolean> {
  const row = await maybeOne<{ allowed: boolean }>(db, {
    name: "sensitive_actions",
    text: `select sensitive_actions "allowed" from accounts where id = $1`,
    values: [accountId],
  });
  return row?.allowed ?? false;
}
