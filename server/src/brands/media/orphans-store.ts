import type { Instant } from "@rostrum/contract/formats.ts";
import { LOCK_SPACES } from "../../ground/database/locks.ts";
import { execute, one, type Queryable, query } from "../../ground/database/query.ts";

/** `removal`: while orphans are found and removed, or while nobody may. `collection`: for all of it, so that there is one at a time. */
const LOCKS = { removal: 1, collection: 2 } as const;

/** The name with which this database claims its media storage. */
export async function findStorageOwner(db: Queryable): Promise<string> {
  return (await one<{ owner: string }>(db, { text: "select owner from media_storage" })).owner;
}

/** Whether the last collection is more than `hours` ago, or in the future because the clock was set back. */
export async function isCollectionDue(db: Queryable, { now, hours }: { readonly now: Instant; readonly hours: number }): Promise<boolean> {
  const { due } = await one<{ due: boolean }>(db, {
    text: `select collected_at is null or collected_at <= $1::timestamptz - make_interval(hours => $2) or collected_at > $1 as due
           from media_storage`,
    values: [now, hours],
  });
  return due;
}

export async function recordCollection(db: Queryable, now: Instant): Promise<void> {
  await execute(db, { text: "update media_storage set collected_at = $1", values: [now] });
}

/** Which of the keys belong to media, or to archives of brands. */
export async function findUsedKeys(db: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await query<{ key: string }>(db, {
    text: `select storage_key as key from media where storage_key = any($1)
           union all select storage_key from brand_archives where storage_key = any($1)`,
    values: [keys],
  });
  return new Set(rows.map(({ key }) => key));
}

/** Takes the lock for the connection. False if somebody else has it: for `removal`, also if `forbidRemoval` is in effect. */
export async function lockOrphans(connection: Queryable, lock: keyof typeof LOCKS): Promise<boolean> {
  const { held } = await one<{ held: boolean }>(connection, {
    text: "select pg_try_advisory_lock($1, $2) as held",
    values: [LOCK_SPACES.storage, LOCKS[lock]],
  });
  return held;
}

export async function unlockOrphans(connection: Queryable, lock: keyof typeof LOCKS): Promise<void> {
  await query(connection, { text: "select pg_advisory_unlock($1, $2)", values: [LOCK_SPACES.storage, LOCKS[lock]] });
}

/** Prevents orphans from being removed until the transaction ends: files may have been stored whose rows are not visible yet. */
export async function forbidRemoval(tx: Queryable): Promise<void> {
  await query(tx, { text: "select pg_advisory_xact_lock_shared($1, $2)", values: [LOCK_SPACES.storage, LOCKS.removal] });
}

/**
 * Whether a file whose row has just been deleted can be removed at once: false while a backup or an archive is read, whose snapshot may be
 * from before and need it. One that begins later does not see the row.
 */
export async function isRemovalAllowed(db: Queryable): Promise<boolean> {
  const { held } = await one<{ held: boolean }>(db, {
    text: "select pg_try_advisory_xact_lock($1, $2) as held",
    values: [LOCK_SPACES.storage, LOCKS.removal],
  });
  return held;
}
