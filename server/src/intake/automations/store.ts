import type { AutomationStatus, FeedType, ImportAsType } from "@rostrum/contract/automations.ts";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { execute, one, type Queryable, query } from "../../ground/database/query.ts";

export interface AutomationRow {
  readonly id: number;
  readonly name: string;
  readonly collectionId: number;
  readonly status: AutomationStatus;
  readonly type: FeedType;
  readonly feedUrl: string;
  readonly runCount: number;
  readonly importAsType: ImportAsType;
  readonly lastRunAt: Instant | null;
  readonly title: string;
  readonly caption: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const COLUMNS = `id, name, collection_id "collectionId", status, type, feed_url "feedUrl", run_count "runCount", import_as_type "importAsType",
  last_run_at "lastRunAt", title, caption, created_at "createdAt", updated_at "updatedAt"`;

/** Feed automations of the brand, newest first. */
export async function listAutomationsOf(db: Queryable, list: { brandId: number; limit: number; offset: number }): Promise<AutomationRow[]> {
  return query<AutomationRow>(db, {
    name: "automations_of_brand",
    text: `select ${COLUMNS} from automations where brand_id = $1 order by id desc limit $2 offset $3`,
    values: [list.brandId, list.limit, list.offset],
  });
}

export async function countAutomationsOf(db: Queryable, brandId: number): Promise<number> {
  const row = await one<{ total: number }>(db, {
    name: "count_automations",
    text: "select count(*) total from automations where brand_id = $1",
    values: [brandId],
  });
  return row.total;
}

/** The account's limit of automations (null for none) and how many its brands have, locked against concurrent creations. */
export async function lockAutomationPlan(tx: Queryable, accountId: number): Promise<{ readonly limit: number; readonly count: number }> {
  const { limit } = await one<{ limit: number }>(tx, {
    text: `select coalesce(max_automations, $2) "limit" from accounts where id = $1 for no key update`,
    values: [accountId, BOUNDS.automations.most],
  });
  const { count } = await one<{ count: number }>(tx, {
    text: "select count(*) count from automations a join brands b on b.id = a.brand_id where b.account_id = $1",
    values: [accountId],
  });
  return { limit, count };
}

export interface NewAutomationRow {
  readonly brandId: number;
  readonly collectionId: number;
  readonly name: string;
  readonly type: FeedType;
  readonly feedUrl: string;
  readonly fetchUrl: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly importAsType: ImportAsType;
  readonly title: string;
  readonly caption: string;
  readonly loadOldPosts: boolean;
  readonly addPostsAsDraft: boolean;
  readonly autoThread: boolean;
  readonly refreshHours: number;
  readonly nextRunAt: Instant;
  readonly newestItemAt: Instant | null;
  readonly now: Instant;
}

export async function insertLogin(tx: Queryable, automationId: number, sealed: string): Promise<void> {
  await execute(tx, { text: "insert into automation_logins (automation_id, sealed) values ($1, $2)", values: [automationId, sealed] });
}

export async function insertAutomation(tx: Queryable, row: NewAutomationRow): Promise<AutomationRow> {
  return one<AutomationRow>(tx, {
    text: `insert into automations (brand_id, collection_id, name, type, feed_url, fetch_url, etag, last_modified, import_as_type, title, caption,
             load_old_posts, catching_up, add_posts_as_draft, auto_thread, refresh_hours, next_run_at, newest_item_at, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, $16, $17, $18, $18) returning ${COLUMNS}`,
    values: [
      row.brandId,
      row.collectionId,
      row.name,
      row.type,
      row.feedUrl,
      row.fetchUrl,
      row.etag,
      row.lastModified,
      row.importAsType,
      row.title,
      row.caption,
      row.loadOldPosts,
      row.addPostsAsDraft,
      row.autoThread,
      row.refreshHours,
      row.nextRunAt,
      row.newestItemAt,
      row.now,
    ],
  });
}
