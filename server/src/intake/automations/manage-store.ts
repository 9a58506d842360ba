import type { AutomationStatus, FeedType, ImportAsType } from "@rostrum/contract/automations.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { REFRESH_HOURS } from "@rostrum/contract/limits.ts";
import { execute, maybeOne, type Queryable, query } from "../../ground/database/query.ts";

export interface AutomationStateRow {
  readonly id: number;
  readonly name: string;
  readonly collectionId: number;
  readonly collection: string;
  readonly status: AutomationStatus;
  readonly type: FeedType;
  readonly feedUrl: string;
  readonly runCount: number;
  readonly importAsType: ImportAsType;
  readonly title: string;
  readonly caption: string;
  readonly addPostsAsDraft: boolean;
  readonly autoThreadText: boolean;
  readonly refreshRate: (typeof REFRESH_HOURS)[number];
  readonly lastRunAt: Instant | null;
  readonly nextRunAt: Instant;
  readonly lastPostAt: Instant | null;
  readonly problem: string | null;
  readonly failures: number;
  readonly failingSince: Instant | null;
  readonly itemsKnown: number;
  readonly postsMade: number | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const STATES = `select a.id, a.name, a.collection_id "collectionId", c.title collection, a.status, a.type, a.feed_url "feedUrl",
    a.run_count "runCount", a.import_as_type "importAsType", a.title, a.caption, a.add_posts_as_draft "addPostsAsDraft",
    a.auto_thread "autoThreadText", a.refresh_hours "refreshRate", a.last_run_at "lastRunAt", a.next_run_at "nextRunAt", a.problem, a.failures,
    (select max(ended_at) from automation_runs r where r.automation_id = a.id and r.posts > 0) "lastPostAt",
    a.failing_since "failingSince", (select count(*) from feed_items i where i.automation_id = a.id) "itemsKnown",
    a.posts_made "postsMade", a.created_at "createdAt", a.updated_at "updatedAt"
  from automations a join collections c on c.id = a.collection_id`;

/** All automations of the brand, newest first. */
export async function listStates(db: Queryable, brandId: number): Promise<AutomationStateRow[]> {
  return query<AutomationStateRow>(db, { text: `${STATES} where a.brand_id = $1 order by a.id desc`, values: [brandId] });
}

export async function findState(db: Queryable, automationId: number): Promise<AutomationStateRow | null> {
  return maybeOne<AutomationStateRow>(db, { text: `${STATES} where a.id = $1`, values: [automationId] });
}

export interface LockedAutomation {
  readonly brandId: number;
  readonly name: string;
  readonly status: AutomationStatus;
  readonly nextRunAt: Instant;
  /** Of the last run, whatever its outcome. */
  readonly endedAt: Instant | null;
}

/** Locks the automation until the transaction ends: no item is imported meanwhile. Null if there is none. */
export async function lockAutomation(tx: Queryable, automationId: number): Promise<LockedAutomation | null> {
  return maybeOne<LockedAutomation>(tx, {
    text: `select brand_id "brandId", name, status, next_run_at "nextRunAt",
             (select max(ended_at) from automation_runs r where r.automation_id = a.id) "endedAt"
           from automations a where id = $1 for update`,
    values: [automationId],
  });
}

export interface AutomationChange {
  readonly name?: string | undefined;
  readonly collectionId?: number | undefined;
  readonly importAsType?: ImportAsType | undefined;
  readonly title?: string | undefined;
  readonly caption?: string | undefined;
  readonly addPostsAsDraft?: boolean | undefined;
  readonly autoThreadText?: boolean | undefined;
  readonly refreshRate?: number | undefined;
}

/** Fields left out stay as they are. */
export async function changeAutomation(tx: Queryable, automationId: number, change: AutomationChange, now: Instant): Promise<void> {
  const { name, collectionId, importAsType, title, caption, addPostsAsDraft, autoThreadText, refreshRate } = change;
  await execute(tx, {
    text: `update automations set name = coalesce($2, name), collection_id = coalesce($3, collection_id),
             import_as_type = coalesce($4, import_as_type), title = coalesce($5, title), caption = coalesce($6, caption),
             add_posts_as_draft = coalesce($7, add_posts_as_draft), auto_thread = coalesce($8, auto_thread),
             refresh_hours = coalesce($9, refresh_hours), updated_at = $10
           where id = $1`,
    values: [
      automationId,
      name ?? null,
      collectionId ?? null,
      importAsType ?? null,
      title ?? null,
      caption ?? null,
      addPostsAsDraft ?? null,
      autoThreadText ?? null,
      refreshRate ?? null,
      now,
    ],
  });
}

/** When it runs next; a run under way imports nothing more. */
export async function setNextRun(tx: Queryable, automationId: number, nextRunAt: Instant): Promise<void> {
  await execute(tx, { text: "update automations set next_run_at = $2 where id = $1", values: [automationId, nextRunAt] });
}

export async function pause(tx: Queryable, automationId: number, now: Instant): Promise<void> {
  await execute(tx, { text: "update automations set status = 'PAUSED', updated_at = $2 where id = $1", values: [automationId, now] });
}

/** Its failures are forgotten, and it runs at once. */
export async function resume(tx: Queryable, automationId: number, now: Instant): Promise<void> {
  await execute(tx, {
    text: `update automations set status = 'ACTIVE', failures = 0, failing_since = null, problem = null, begun_runs = 0, next_run_at = $2,
             updated_at = $2 where id = $1`,
    values: [automationId, now],
  });
}

export async function deleteAutomation(tx: Queryable, automationId: number): Promise<void> {
  await execute(tx, { text: "delete from feed_items where automation_id = $1", values: [automationId] });
  await execute(tx, { text: "delete from automations where id = $1", values: [automationId] });
}

export interface RunRow {
  readonly endedAt: Instant;
  readonly posts: number;
  readonly problem: string | null;
}

/** Newest first; older ones are forgotten. */
export async function listRuns(db: Queryable, automationId: number): Promise<RunRow[]> {
  return query<RunRow>(db, {
    text: `select ended_at "endedAt", posts, problem from automation_runs where automation_id = $1 order by ended_at desc limit 1000`,
    values: [automationId],
  });
}
