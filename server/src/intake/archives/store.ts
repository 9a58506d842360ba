import type { Instant } from "@rostrum/contract/formats.ts";
import type { Archive } from "@rostrum/contract/private/archives.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";

type ShownRow = { readonly [K in keyof Archive]: Archive[K] };

const SHOWN = `id, status, asked_by "askedBy", asked_at "askedAt", done_bytes "doneBytes", total_bytes "totalBytes", size_bytes "sizeBytes",
  ends_at "endsAt", problem`;

/** Newest first. */
export async function listArchives(db: Queryable, brandId: number): Promise<ShownRow[]> {
  return query(db, { text: `select ${SHOWN} from brand_archives where brand_id = $1 order by id desc`, values: [brandId] });
}

/** Null while the brand has one that is being made. Failed ones have said why, and make room. */
export async function insertArchive(
  tx: Queryable,
  asked: { readonly brandId: number; readonly by: string | null; readonly now: Instant },
): Promise<ShownRow | null> {
  await execute(tx, { text: "delete from brand_archives where brand_id = $1 and status = 'failed'", values: [asked.brandId] });
  return maybeOne(tx, {
    text: `insert into brand_archives (brand_id, asked_by, asked_at) values ($1, $2, $3)
           on conflict (brand_id) where status = 'making' do nothing returning ${SHOWN}`,
    values: [asked.brandId, asked.by, asked.now],
  });
}

/** Returns where its file is, if it has one; null if there is no such archive. */
export async function deleteArchive(
  db: Queryable,
  find: { readonly brandId: number; readonly archiveId: number },
): Promise<{ readonly storageKey: string | null } | null> {
  return maybeOne(db, {
    text: `delete from brand_archives where brand_id = $1 and id = $2 returning storage_key "storageKey"`,
    values: [find.brandId, find.archiveId],
  });
}

export interface ReadyArchive {
  readonly storageKey: string;
  readonly sizeBytes: number;
  readonly askedAt: Instant;
  readonly title: string;
}

/** One that can be downloaded. */
export async function findReadyArchive(
  db: Queryable,
  find: { readonly brandId: number; readonly archiveId: number; readonly now: Instant },
): Promise<ReadyArchive | null> {
  return maybeOne(db, {
    text: `select a.storage_key "storageKey", a.size_bytes "sizeBytes", a.asked_at "askedAt", b.title
           from brand_archives a join brands b on b.id = a.brand_id
           where a.brand_id = $1 and a.id = $2 and a.status = 'ready' and a.ends_at > $3`,
    values: [find.brandId, find.archiveId, find.now],
  });
}

/** SQL: when an archive is to be made next. */
export const NEXT_ARCHIVE = "(select min(coalesce(next_at, $1)) from brand_archives where status = 'making')";

/** Those that somebody has to make by now: accounts take turns, each with its oldest. */
export async function listUnmade(db: Queryable, { now, limit }: { readonly now: Instant; readonly limit: number }): Promise<number[]> {
  const rows = await query<{ id: number }>(db, {
    text: `select a.id from brand_archives a join brands b on b.id = a.brand_id
           where a.status = 'making' and (a.next_at is null or a.next_at <= $2)
           order by row_number() over (partition by b.account_id order by a.id), a.id limit $1`,
    values: [limit, now],
  });
  return rows.map(({ id }) => id);
}

/** Counts a beginning; null if it is no longer to be made. */
export async function beginArchive(db: Queryable, id: number): Promise<{ readonly brandId: number; readonly tries: number } | null> {
  return maybeOne(db, {
    text: `update brand_archives set tries = tries + 1, done_bytes = 0, total_bytes = null where id = $1 and status = 'making'
           returning brand_id "brandId", tries`,
    values: [id],
  });
}

/** Not before then again. */
export async function postponeArchive(db: Queryable, id: number, until: Instant): Promise<void> {
  await execute(db, { text: "update brand_archives set next_at = $2 where id = $1 and status = 'making'", values: [id, until] });
}

export async function storeProgress(db: Queryable, id: number, progress: { readonly doneBytes: number; readonly totalBytes: number }) {
  await execute(db, {
    text: "update brand_archives set done_bytes = $2, total_bytes = $3 where id = $1 and status = 'making'",
    values: [id, progress.doneBytes, progress.totalBytes],
  });
}

/** False if nobody wants it any more: the caller still has the file. */
export async function finishArchive(
  db: Queryable,
  made: { readonly id: number; readonly storageKey: string; readonly sizeBytes: number; readonly endsAt: Instant },
): Promise<boolean> {
  const rows = await execute(db, {
    text: `update brand_archives set status = 'ready', storage_key = $2, size_bytes = $3, ends_at = $4, done_bytes = coalesce(total_bytes, 0)
           where id = $1 and status = 'making'`,
    values: [made.id, made.storageKey, made.sizeBytes, made.endsAt],
  });
  return rows > 0;
}

export async function failArchive(db: Queryable, id: number, problem: string): Promise<void> {
  await execute(db, {
    text: "update brand_archives set status = 'failed', problem = $2 where id = $1 and status = 'making'",
    values: [id, problem],
  });
}

/** Removes archives whose time is over, and those that a newer one of their brand replaces. Returns where their files are. */
export async function removeOver(db: Queryable, now: Instant): Promise<string[]> {
  const rows = await query<{ storageKey: string }>(db, {
    text: `delete from brand_archives old where old.status = 'ready' and (old.ends_at <= $1
             or exists (select from brand_archives newer where newer.brand_id = old.brand_id and newer.status = 'ready' and newer.id > old.id))
           returning storage_key "storageKey"`,
    values: [now],
  });
  return rows.map(({ storageKey }) => storageKey);
}

export interface ArrivedBrand {
  readonly id: number;
  readonly title: string;
  readonly arrivedAt: Instant;
}

/** The account's brand that came from the archive with this id, other than `exceptId`. */
export async function findArrival(
  db: Queryable,
  find: { readonly accountId: number; readonly archiveId: string; readonly exceptId: number | null },
): Promise<ArrivedBrand | null> {
  return maybeOne(db, {
    text: `select id, title, arrived_at "arrivedAt" from brands
           where account_id = $1 and arrived_from = $2 and id is distinct from $3::bigint order by id desc limit 1`,
    values: [find.accountId, find.archiveId, find.exceptId],
  });
}

/** Scheduled posts with ids up to this one wait for the brand's queue to be switched on, as long as they keep their dates. */
export async function holdThrough(tx: Queryable, brandId: number, postId: number): Promise<void> {
  await execute(tx, {
    text: `with through as (update brands set arrived_through = $2 where id = $1)
           update posts set arrived_post_at = case when posting_type = 'SCHEDULE' then post_at else '-infinity' end where brand_id = $1 and status <> 'PUBLISHED'`,
    values: [brandId, postId],
  });
}

export async function storePostCount(tx: Queryable, brandId: number, posts: number): Promise<void> {
  await execute(tx, { text: "insert into post_counts (brand_id, part, posts) values ($1, 0, $2)", values: [brandId, posts] });
}

/** What the account's media have; counted with its row locked. */
export async function addMediaBytes(tx: Queryable, added: { readonly accountId: number; readonly bytes: number }): Promise<number> {
  const row = await one<{ bytes: number }>(tx, {
    text: `insert into media_bytes as kept (account_id, bytes) values ($1, $2)
           on conflict (account_id) do update set bytes = kept.bytes + excluded.bytes returning bytes`,
    values: [added.accountId, added.bytes],
  });
  return row.bytes;
}

export async function findMediaBytes(db: Queryable, accountId: number): Promise<number> {
  const row = await maybeOne<{ bytes: number }>(db, { text: "select bytes from media_bytes where account_id = $1", values: [accountId] });
  return row?.bytes ?? 0;
}
