import type { AutomationStatus, ImportAsType } from "@rostrum/contract/automations.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { POSTS_COUNT } from "../../brands/posts/store.ts";
import { LOCK_IDS, LOCK_SPACES, locksHeld } from "../../ground/database/locks.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import type { RunState } from "./rules.ts";

/** An automation as a run needs it. */
export interface Runnable extends RunState {
  readonly id: number;
  readonly brandId: number;
  readonly collectionId: number;
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  readonly importAsType: ImportAsType;
  readonly addPostsAsDraft: boolean;
  readonly autoThread: boolean;
  readonly refreshHours: number;
  readonly runCount: number;
  readonly newestItemAt: Instant | null;
  readonly createdAt: Instant;
  /** What its feed is fetched with; null without one. */
  readonly sealedLogin: string | null;
}

const RUNS_KEPT_DAYS = 30;
/** The states in which an automation runs. */
const RUNS = "status in ('ACTIVE', 'FAILING')";
/** No run is put off for more than two days: a later date was reckoned from a clock that has been set back since. */
const isDue = (now: string) => `(next_run_at <= ${now} or next_run_at > ${now}::timestamptz + interval '3 days')`;
const HOST = "split_part(fetch_url, '/', 3)";

export interface DueAutomation {
  readonly id: number;
  readonly host: string;
}

/** SQL: when an automation runs next. */
export const NEXT_RUN = `(select min(next_run_at) from automations where ${RUNS})`;

/**
 * Due automations, longest overdue first; only one per host, and none on hosts that are busy, here or because another worker is running an
 * automation of them.
 */
export async function listDueAutomations(
  db: Queryable,
  due: { now: Instant; busyHosts: readonly string[]; limit: number },
): Promise<DueAutomation[]> {
  return query<DueAutomation>(db, {
    name: "due_automations",
    text: `with running as materialized (${locksHeld("$4")}), busy as materialized (
             select unnest($2::text[]) host union select ${HOST} from automations where next_run_at <= $1 and id % ${LOCK_IDS} in (select id from running)
           )
           select id, host from (
             select distinct on (${HOST}) id, ${HOST} host, next_run_at from automations
             where ${RUNS} and ${isDue("$1")} and ${HOST} not in (select host from busy) order by ${HOST}, next_run_at, id
           ) first order by next_run_at, id limit $3`,
    values: [due.now, due.busyHosts, due.limit, LOCK_SPACES.automations],
  });
}

/** The automation if it is still due: another worker may have run it in the meantime, or somebody paused it. */
export async function findDue(db: Queryable, automationId: number, now: Instant): Promise<Runnable | null> {
  return maybeOne<Runnable>(db, {
    name: "due_automation",
    text: `select id, brand_id "brandId", collection_id "collectionId", name, title, caption, status, fetch_url "fetchUrl", etag,
             last_modified "lastModified", import_as_type "importAsType", add_posts_as_draft "addPostsAsDraft", auto_thread "autoThread",
             refresh_hours "refreshHours", run_count "runCount", next_run_at "nextRunAt", failures, failing_since "failingSince", moved_to "movedTo", moves,
             newest_item_at "newestItemAt", created_at "createdAt", catching_up "catchingUp",
             (select sealed from automation_logins l where l.automation_id = automations.id) "sealedLogin"
           from automations where id = $1 and ${RUNS} and ${isDue("$2")}`,
    values: [automationId, now],
  });
}

/** Records the start of a run and returns how many have started since the last one that ended. */
export async function beginRun(db: Queryable, automationId: number): Promise<number> {
  const row = await one<{ begun: number }>(db, {
    name: "begin_run",
    text: `update automations set begun_runs = begun_runs + 1 where id = $1 returning begun_runs "begun"`,
    values: [automationId],
  });
  return row.begun;
}

/** Records that the run ended, whatever the outcome: the process survived it. */
export async function endRun(db: Queryable, automationId: number): Promise<void> {
  await query(db, { name: "end_run", text: "update automations set begun_runs = 0 where id = $1", values: [automationId] });
}

/**
 * Locks the automation until the transaction ends; false if this run is no longer the current one: it was paused, or this worker
 * lost its lock and another one has run it.
 */
export async function holdRun(tx: Queryable, run: { id: number; nextRunAt: Instant }): Promise<boolean> {
  const row = await maybeOne<{ status: AutomationStatus; nextRunAt: Instant }>(tx, {
    name: "hold_run",
    text: `select status, next_run_at "nextRunAt" from automations where id = $1 for no key update`,
    values: [run.id],
  });
  return row !== null && row.nextRunAt === run.nextRunAt && (row.status === "ACTIVE" || row.status === "FAILING");
}

/** The number of posts in the brand. */
export async function countPostsOf(db: Queryable, brandId: number): Promise<number> {
  // The sum of integers is a bigint, which is returned as a number.
  const row = await one<{ posts: number }>(db, {
    name: "posts_of_brand",
    text: `select ${POSTS_COUNT} posts from post_counts where brand_id = $1`,
    values: [brandId],
  });
  return row.posts;
}

/** Stores a run's resulting state; the caller holds the lock. `completedAt` is null for a failed run. */
export async function storeRun(
  tx: Queryable,
  automationId: number,
  state: RunState & {
    readonly newestItemAt: Instant | null;
    readonly completedAt: Instant | null;
    readonly posts: number;
    readonly problem: string | null;
    readonly now: Instant;
  },
): Promise<void> {
  await query(tx, {
    name: "store_run",
    text: `update automations set status = $2, fetch_url = $3, etag = $4, last_modified = $5,
             failures = $6, failing_since = $7, moved_to = $8, moves = $9, catching_up = $10, next_run_at = $11,
             newest_item_at = greatest(newest_item_at, $12), run_count = run_count + case when $13::timestamptz is null then 0 else 1 end,
             last_run_at = coalesce($13, last_run_at), problem = $15,
             updated_at = case when status = $2 and fetch_url = $3 then updated_at else $14 end
           where id = $1`,
    values: [
      automationId,
      state.status,
      state.fetchUrl,
      state.etag,
      state.lastModified,
      state.failures,
      state.failingSince,
      state.movedTo,
      state.moves,
      state.catchingUp,
      state.nextRunAt,
      state.newestItemAt,
      state.completedAt,
      state.now,
      state.problem,
    ],
  });
  await query(tx, {
    name: "forget_runs",
    text: `delete from automation_runs where automation_id = $1 and ended_at < $2::timestamptz - interval '${RUNS_KEPT_DAYS} days'`,
    values: [automationId, state.now],
  });
  await query(tx, {
    name: "note_run",
    text: "insert into automation_runs (automation_id, ended_at, posts, problem) values ($1, $2, $3, $4)",
    values: [automationId, state.now, state.posts, state.problem],
  });
}

/** Counts a post that the automation has made; the caller holds the lock. */
export async function countPostMade(tx: Queryable, automationId: number): Promise<void> {
  await query(tx, {
    name: "count_post_made",
    text: "update automations set posts_made = posts_made + 1, posts_untold = posts_untold + 1 where id = $1",
    values: [automationId],
  });
}

/** Postpones a run that could not finish because of a problem on our side. */
export async function putOff(db: Queryable, run: { id: number; nextRunAt: Instant }, until: Instant): Promise<void> {
  await query(db, {
    name: "put_off_run",
    text: "update automations set next_run_at = $3 where id = $1 and next_run_at = $2",
    values: [run.id, run.nextRunAt, until],
  });
}
