import type { Instant } from "@rostrum/contract/formats.ts";
import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import type { RankedPost } from "../queue/store.ts";
import { POST_AT, POST_COLUMNS, type PostRow } from "./store.ts";

export interface Planner {
  readonly timezone: string;
}

/** What decides about the dates of a brand's posts; null if there is no such brand. */
export async function findPlanner(db: Queryable, brandId: number): Promise<Planner | null> {
  return maybeOne<Planner>(db, {
    name: "planner",
    text: "select coalesce(timezone, 'UTC') timezone from brands where id = $1",
    values: [brandId],
  });
}

interface Named {
  readonly brandId: number;
  readonly ids: readonly number[];
}

/** The collections that the posts are in, in the order in which their queues are locked. */
export async function listCollectionsOf(db: Queryable, { brandId, ids }: Named): Promise<number[]> {
  const rows = await query<{ id: number }>(db, {
    name: "collections_of_posts",
    text: "select distinct collection_id id from posts where brand_id = $1 and id = any($2::bigint[]) order by 1",
    values: [brandId, ids],
  });
  return rows.map(({ id }) => id);
}

/** The posts, locked until the transaction ends. */
export async function lockPosts(tx: Queryable, { brandId, ids }: Named): Promise<PostRow[]> {
  return query<PostRow>(tx, {
    name: "lock_posts",
    text: `select ${POST_COLUMNS} from posts p where p.brand_id = $1 and p.id = any($2::bigint[]) order by p.id for update`,
    values: [brandId, ids],
  });
}

/** The ranks in a queue, front first. */
export async function listRanks(tx: Queryable, collectionId: number): Promise<RankedPost[]> {
  return query<RankedPost>(tx, {
    name: "queue_ranks",
    text: "select id, queue_rank rank from posts where collection_id = $1 and queue_rank is not null order by queue_rank, id",
    values: [collectionId],
  });
}

/** Gives posts of a queue new ranks. They count as unchanged: only their neighbours have moved. */
export async function storeRanks(tx: Queryable, brandId: number, posts: readonly RankedPost[]): Promise<void> {
  if (posts.length === 0) return;
  await query(tx, {
    text: `with locked as materialized (
             select id from posts where brand_id = $1 and id = any($2::bigint[]) order by id for no key update
           )
           update posts p set queue_rank = given.rank from unnest($2::bigint[], $3::bigint[]) as given (id, rank)
           where (select count(*) from locked) > 0 and p.brand_id = $1 and p.id = given.id and p.queue_rank is not null`,
    values: [brandId, posts.map(({ id }) => id), posts.map(({ rank }) => rank)],
  });
}

export interface PlacedPost {
  readonly postId: number;
  readonly at: Instant | null;
  readonly updatedAt: Instant;
}

/** When the posts are due now. */
export async function listPlaces(tx: Queryable, { brandId, ids }: Named): Promise<PlacedPost[]> {
  return query<PlacedPost>(tx, {
    name: "places_of_posts",
    text: `select p.id "postId", ${POST_AT} "at", p.updated_at "updatedAt" from posts p
           where p.brand_id = $1 and p.id = any($2::bigint[]) order by p.id`,
    values: [brandId, ids],
  });
}
