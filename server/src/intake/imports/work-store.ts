import type { Instant } from "@rostrum/contract/formats.ts";
import type { NewPost } from "@rostrum/contract/posts.ts";
import type { Doer } from "../../brands/deletions/rules.ts";
import { LOCK_IDS, LOCK_SPACES, locksHeld } from "../../ground/database/locks.ts";
import { execute, maybeOne, type Queryable, query } from "../../ground/database/query.ts";

/** An import with work left. */
export interface Working {
  readonly id: number;
  readonly brandId: number;
  readonly state: "RUNNING" | "UNDOING";
  readonly undoer: Doer | null;
  /** On whose clock its rows were planned; null: it is older than this is stored. */
  readonly timezone: string | null;
}

const WORKING = `select id, brand_id "brandId", state, undoer, timezone from imports`;

/** SQL: at once if an import is under way. */
export const NEXT_IMPORT = "(select $1::timestamptz from imports where state in ('RUNNING', 'UNDOING') limit 1)";

/** The oldest first, without those that a worker is at. */
export async function listWorking(db: Queryable, limit: number): Promise<Working[]> {
  return query<Working>(db, {
    name: "working_imports",
    text: `${WORKING} where state in ('RUNNING', 'UNDOING') and id % ${LOCK_IDS} not in (${locksHeld("$2")}) order by id limit $1`,
    values: [limit, LOCK_SPACES.imports],
  });
}

/** Null if nothing is left to do. */
export async function findWorking(db: Queryable, importId: number): Promise<Working | null> {
  return maybeOne<Working>(db, {
    name: "working_import",
    text: `${WORKING} where id = $1 and state in ('RUNNING', 'UNDOING')`,
    values: [importId],
  });
}

export interface WaitingRow {
  readonly number: number;
  readonly collectionId: number;
  readonly body: NewPost;
}

/** The next rows that are to become posts, in the file's order. */
export async function listWaiting(db: Queryable, importId: number, limit: number): Promise<WaitingRow[]> {
  return query<WaitingRow>(db, {
    name: "waiting_import_rows",
    text: `select number, collection_id "collectionId", body from import_rows
           where import_id = $1 and state = 'WAITING' order by number limit $2`,
    values: [importId, limit],
  });
}

interface RowName {
  readonly importId: number;
  readonly number: number;
}

/**
 * Writes down which post a row has become, in the post's own transaction. False if the row is not waiting any more, or the import is
 * not running: then there must be no post. Holds the import against those who stop it.
 */
export async function markMade(tx: Queryable, { importId, number }: RowName, postId: number): Promise<boolean> {
  const held = await maybeOne(tx, {
    name: "hold_running_import",
    text: "select id from imports where id = $1 and state = 'RUNNING' for share",
    values: [importId],
  });
  if (held === null) return false;
  const marked = await execute(tx, {
    name: "mark_import_row",
    text: `update import_rows set state = 'MADE', post_id = $3, made_version = p.updated_at, body = null, cells = null
           from posts p where p.id = $3 and import_id = $1 and number = $2 and state = 'WAITING'`,
    values: [importId, number, postId],
  });
  return marked === 1;
}

export async function markFailed(db: Queryable, { importId, number }: RowName, problem: string): Promise<void> {
  await execute(db, {
    name: "fail_import_row",
    text: "update import_rows set state = 'FAILED', problem = $3, body = null where import_id = $1 and number = $2 and state = 'WAITING'",
    values: [importId, number, problem],
  });
}

/** Counts that the service itself was in trouble with a row; returns how often it has been. */
export async function countTrouble(db: Queryable, { importId, number }: RowName): Promise<number> {
  const row = await maybeOne<{ tries: number }>(db, {
    text: "update import_rows set tries = tries + 1 where import_id = $1 and number = $2 returning tries",
    values: [importId, number],
  });
  return row?.tries ?? 0;
}

/** Ends an import that has no rows left; false if it has some. */
export async function endImport(db: Queryable, importId: number, now: Instant): Promise<boolean> {
  const ended = await execute(db, {
    text: `update imports i set state = case i.state when 'RUNNING' then 'DONE' else 'UNDONE' end, ended_at = $2
           where id = $1 and state in ('RUNNING', 'UNDOING') and not exists (
             select from import_rows r where r.import_id = i.id and r.state = case i.state when 'RUNNING' then 'WAITING' else 'MADE' end)`,
    values: [importId, now],
  });
  return ended === 1;
}

export interface MadeRow {
  readonly number: number;
  readonly postId: number;
  readonly madeVersion: Instant;
  /** Whether something of the post has been handed to a channel, in this round or an earlier one. */
  readonly hasLeft: boolean;
}

/** The next rows whose posts are to be removed, from the end of the file: what is behind in a queue stays behind. */
export async function listMade(db: Queryable, importId: number, limit: number): Promise<MadeRow[]> {
  return query<MadeRow>(db, {
    name: "made_import_rows",
    text: `select number, post_id "postId", made_version "madeVersion",
             exists (select from publications u where u.post_id = r.post_id) "hasLeft"
           from import_rows r where import_id = $1 and state = 'MADE' order by number desc limit $2`,
    values: [importId, limit],
  });
}

export interface Unmade {
  readonly number: number;
  readonly state: "REMOVED" | "KEPT" | "GONE";
  readonly problem: string | null;
}

/** Writes down what became of posts that were to be removed. */
export async function markUnmade(tx: Queryable, importId: number, rows: readonly Unmade[]): Promise<void> {
  await execute(tx, {
    text: `update import_rows r set state = given.state, problem = given.problem
           from unnest($2::int[], $3::text[], $4::text[]) as given (number, state, problem)
           where r.import_id = $1 and r.number = given.number and r.state = 'MADE'`,
    values: [importId, rows.map(({ number }) => number), rows.map(({ state }) => state), rows.map(({ problem }) => problem)],
  });
}

/** Whether posts of the queue stand behind a place in it. */
export async function hasPostsBehind(tx: Queryable, collectionId: number, rank: number): Promise<boolean> {
  const found = await maybeOne(tx, {
    name: "posts_behind",
    text: "select 1 found from posts where collection_id = $1 and queue_rank > $2 limit 1",
    values: [collectionId, rank],
  });
  return found !== null;
}

/** The first places in their queues of those of the posts that are queued. */
export async function listFirstRanks(
  tx: Queryable,
  { brandId, ids }: { readonly brandId: number; readonly ids: readonly number[] },
): Promise<{ readonly collectionId: number; readonly rank: number }[]> {
  return query(tx, {
    text: `select collection_id "collectionId", min(queue_rank) rank from posts
           where brand_id = $1 and id = any($2::bigint[]) and queue_rank is not null group by collection_id`,
    values: [brandId, ids],
  });
}
