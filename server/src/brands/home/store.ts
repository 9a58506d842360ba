import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { isListed } from "../../ground/database/ledger.ts";
import { one, type Queryable, query } from "../../ground/database/query.ts";
import { OUTLINE, type OutlineRow, publishedText } from "../calendar/store.ts";
import { firstPublished } from "../media/first-picture-store.ts";

export interface BrandFacts {
  readonly id: number;
  readonly timezone: string;
  /** `YYYY-MM-DD`, by its clock. */
  readonly today: string;
  readonly networks: readonly ChannelType[];
  readonly channels: number;
}

/** These brands, with the networks of their channels. */
export async function listBrandFacts(db: Queryable, find: { brandIds: readonly number[]; now: Instant }): Promise<BrandFacts[]> {
  return query<BrandFacts>(db, {
    name: "brand_facts",
    text: `select b.id, coalesce(b.timezone, 'UTC') timezone, to_char($2::timestamptz at time zone coalesce(b.timezone, 'UTC'), 'YYYY-MM-DD') today,
             array(select h.type from channels h where h.brand_id = b.id and h.status in ('ACTIVE', 'INACTIVE') group by 1 order by min(h.id)) networks,
             (select count(*) from channels h where h.brand_id = b.id and h.status in ('ACTIVE', 'INACTIVE'))::integer channels
           from brands b where b.id = any($1::bigint[])`,
    values: [find.brandIds, find.now],
  });
}

export interface NextRow extends OutlineRow {
  readonly brandId: number;
  readonly leavesAt: Instant;
}

/** The post of each of these brands that leaves next, if one does: a scheduled one, or the first of a queue that moves. */
export async function listNextPosts(db: Queryable, find: { brandIds: readonly number[]; now: Instant }): Promise<NextRow[]> {
  return query<NextRow>(db, {
    name: "next_posts_of_brands",
    text: `select p.brand_id "brandId", n.at "leavesAt", ${OUTLINE} from brands b cross join lateral (
             (select f.id, f.at from collections c cross join lateral (
                select p.id, p.post_at at from posts p where p.collection_id = c.id and p.posting_type in ('NOW', 'SCHEDULE')
                  and p.status = 'PENDING' and p.post_at >= $2 order by p.post_at, p.id limit 1
              ) f where c.brand_id = b.id order by f.at, f.id limit 1)
             union all
             (select f.id, f.at from collections c cross join lateral (
                select p.id, d.at from posts p join queue_dates d on d.post_id = p.id where p.collection_id = c.id and p.queue_rank is not null
                order by p.queue_rank, p.id limit 1
              ) f where c.brand_id = b.id and c.status = 'ACTIVE' and b.queue_status = 'ACTIVE' and f.at is not null)
             order by 2 limit 1
           ) n join posts p on p.id = n.id where b.id = any($1::bigint[])`,
    values: [find.brandIds, find.now],
  });
}

/** Of what has ended since that day in these brands, how much arrived and how much failed. */
export async function countArrived(
  db: Queryable,
  find: { brandIds: readonly number[]; since: Instant },
): Promise<{ readonly arrived: number; readonly failed: number }> {
  return one(db, {
    name: "arrived_of_brands",
    text: `select count(*) filter (where d.status in ('PUBLISHED', 'SENT'))::integer arrived, count(*) filter (where d.status = 'FAILED')::integer failed
           from deliveries d where ${isListed("d")} and d.brand_id = any($1::bigint[]) and d.status in ('PUBLISHED', 'SENT', 'FAILED')
             and d.published_at >= date_trunc('day', $2::timestamptz, 'UTC')`,
    values: [find.brandIds, find.since],
  });
}

export interface WeekCounts {
  readonly collections: number;
  readonly sent: number;
  readonly failed: number;
}

/** How many posts of a brand reached a network since then, and how many failed on one without anybody having seen to it. */
export async function countWeek(db: Queryable, find: { brandId: number; since: Instant }): Promise<WeekCounts> {
  const rounds = (which: string) => `(select count(distinct d.publication_id) from deliveries d where d.brand_id = $1 and d.status ${which}
    and d.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') and d.published_at >= $2 and d.parent_id is null)::integer`;
  return one<WeekCounts>(db, {
    name: "week_of_brand",
    text: `select (select count(*) from collections where brand_id = $1)::integer collections,
             ${rounds("in ('PUBLISHED', 'SENT')")} sent, ${rounds("= 'FAILED' and d.left_at is null")} failed`,
    values: [find.brandId, find.since],
  });
}

/** What readings found more than those before them, by how many whole days ago they were made. */
export async function listGained(
  db: Queryable,
  find: { brandId: number; now: Instant; days: number },
): Promise<{ readonly daysAgo: number; readonly gained: number }[]> {
  return query(db, {
    name: "gained_of_brand",
    text: `select floor(extract(epoch from $2::timestamptz - r.read_at) / 86400)::integer "daysAgo",
             sum(r.likes_gained + r.comments_gained + r.shares_gained)::bigint gained
           from count_readings r where r.brand_id = $1 and r.read_at > $2::timestamptz - $3 * interval '1 day' and r.read_at <= $2 group by 1`,
    values: [find.brandId, find.now, find.days],
  });
}

export interface LastResultRow {
  readonly postId: number | null;
  readonly text: string;
  readonly picture: OutlineRow["picture"];
  readonly at: Instant;
  readonly networks: readonly ChannelType[];
  readonly failed: number;
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
}

/** More than one post has channels: their rounds are found among so many of the last entries. */
const ENTRIES_READ = 200;

/** The last rounds of posts of a brand that reached a network, latest first. */
export async function listLastResults(db: Queryable, find: { brandId: number; limit: number }): Promise<LastResultRow[]> {
  const latest = (
    status: string,
  ) => `(select d.publication_id, d.published_at from deliveries d where d.brand_id = $1 and d.status = '${status}'
    and d.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') order by d.published_at desc, d.id desc limit ${ENTRIES_READ})`;
  return query<LastResultRow>(db, {
    name: "last_results",
    text: `with found as materialized (
             select publication_id id, max(published_at) at from (${latest("PUBLISHED")} union all ${latest("SENT")}) d
             group by 1 order by at desc, id desc limit $2
           )
           select p.post_id "postId", found.at, ${publishedText("p.content")} "text", ways.*,
             ${firstPublished({ publication: "p" })} picture
           from found join publications p on p.id = found.id cross join lateral (
             select coalesce(array_agg(distinct d.channel_type) filter (where d.status in ('PUBLISHED', 'SENT')), '{}') networks,
               count(*) filter (where d.status = 'FAILED' and d.left_at is null)::integer failed, coalesce(sum(d.likes), 0) likes, coalesce(sum(d.comments), 0) comments,
               coalesce(sum(d.shares), 0) shares
             from deliveries d where d.publication_id = p.id and d.parent_id is null
           ) ways order by found.at desc, p.id desc`,
    values: [find.brandId, find.limit],
  });
}
