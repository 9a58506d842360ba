import type { Instant } from "@rostrum/contract/formats.ts";
import type { NewPost } from "@rostrum/contract/posts.ts";
import type { ImportSource, ImportState } from "@rostrum/contract/private/imports.ts";
import type { Doer } from "../../brands/deletions/rules.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import type { BrandGround } from "../../ground/viewer.ts";
import { fingerprintIn } from "./fingerprints.ts";

/** What an import has to know about its brand; null if there is no such brand. */
export async function findGround(db: Queryable, brandId: number): Promise<BrandGround | null> {
  return maybeOne<BrandGround>(db, {
    name: "import_ground",
    text: `select id, account_id "accountId", timezone, queue_status "queueStatus" from brands where id = $1`,
    values: [brandId],
  });
}

/** The brand's collections, oldest first. */
export async function listTitles(db: Queryable, brandId: number): Promise<{ readonly id: number; readonly title: string }[]> {
  return query(db, { text: "select id, title from collections where brand_id = $1 order by id", values: [brandId] });
}

/** Which of the fingerprints belong to rows that were imported before, and not removed again: alone, and with the collection. */
export async function listKnown(db: Queryable, brandId: number, fingerprints: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await query<{ fingerprint: string; collectionId: number | null }>(db, {
    text: `select distinct fingerprint, collection_id "collectionId" from import_rows
           where brand_id = $1 and fingerprint = any($2::text[]) and state in ('WAITING', 'MADE', 'KEPT')`,
    values: [brandId, fingerprints],
  });
  return new Set(rows.flatMap(({ fingerprint, collectionId }) => [fingerprint, fingerprintIn(fingerprint, collectionId)]));
}

/** When scheduled and immediate posts of the brand's collections are due, or were before they joined the queue again. */
export async function listDue(
  db: Queryable,
  find: { readonly brandId: number; readonly from: Instant; readonly to: Instant },
): Promise<{ readonly collectionId: number; readonly at: Instant }[]> {
  return query(db, {
    text: `select collection_id "collectionId", post_at at from posts
           where collection_id in (select id from collections where brand_id = $1) and posting_type in ('NOW', 'SCHEDULE') and post_at >= $2 and post_at <= $3
           union all
           select p.collection_id, max(l.due_at) from posts p join publications l on l.post_id = p.id
           where l.brand_id = $1 and p.posting_type = 'QUEUE' and l.slot_id is null and l.due_at >= $2 and l.due_at <= $3
           group by p.id`,
    values: [find.brandId, find.from, find.to],
  });
}

export interface NewImport {
  readonly brandId: number;
  readonly fileName: string;
  readonly source: ImportSource;
  readonly mode: ImportState["mode"];
  readonly header: readonly string[];
  /** On whose clock its rows were planned. */
  readonly timezone: string;
  readonly mark: string | null;
  /** Hash of the file and of everything that was chosen. */
  readonly asked: string;
  readonly doer: Doer;
  readonly now: Instant;
}

export async function insertImport(tx: Queryable, given: NewImport): Promise<number> {
  const { id } = await one<{ id: number }>(tx, {
    text: `insert into imports (brand_id, file_name, source, mode, state, header, doer, started_at, timezone, mark, asked)
           values ($1, $2, $3, $4, 'RUNNING', $5, $6, $7, $8, $9, $10) returning id`,
    values: [
      given.brandId,
      given.fileName,
      given.source,
      given.mode,
      given.header,
      JSON.stringify(given.doer),
      given.now,
      given.timezone,
      given.mark,
      given.asked,
    ],
  });
  return id;
}

/** Forgets the brand's oldest imports that have come to their end, and their rows. */
export async function deleteOldImports(
  tx: Queryable,
  { brandId, keep }: { readonly brandId: number; readonly keep: number },
): Promise<void> {
  await execute(tx, {
    text: `delete from imports where brand_id = $1 and state in ('DONE', 'CANCELLED', 'UNDONE')
             and id in (select id from imports where brand_id = $1 order by id desc offset $2)`,
    values: [brandId, keep],
  });
}

/** The brand's import that was started with this mark. */
export async function findMarked(
  db: Queryable,
  { brandId, mark }: { readonly brandId: number; readonly mark: string },
): Promise<(Pick<ImportRow, "id" | "mode"> & { readonly asked: string | null }) | null> {
  return maybeOne(db, { text: "select id, mode, asked from imports where brand_id = $1 and mark = $2", values: [brandId, mark] });
}

export interface NewImportRow {
  readonly number: number;
  readonly state: "WAITING" | "FAILED" | "SKIPPED";
  readonly fingerprint: string;
  readonly collectionId: number | null;
  readonly body: NewPost | null;
  readonly cells: readonly string[] | null;
  readonly caption: string;
  readonly problem: string | null;
}

export async function insertRows(
  tx: Queryable,
  { importId, brandId }: { readonly importId: number; readonly brandId: number },
  rows: readonly NewImportRow[],
): Promise<void> {
  await query(tx, {
    text: `insert into import_rows (import_id, brand_id, number, state, fingerprint, collection_id, body, cells, caption, problem)
           select $1, $2, number, state, fingerprint, "collectionId", body,
             case when cells is not null then array(select jsonb_array_elements_text(cells)) end, caption, problem
           from jsonb_to_recordset($3::jsonb) as given (number integer, state text, fingerprint text, "collectionId" bigint, body jsonb,
             cells jsonb, caption text, problem text)`,
    values: [importId, brandId, JSON.stringify(rows)],
  });
}

/** An import with how many of its rows are where. */
export type ImportRow = Omit<ImportState, "person"> & {
  readonly doer: Doer;
  readonly header: readonly string[];
  readonly undoer: Doer | null;
};

const COUNTS = `count(*) rows, count(*) filter (where r.state = 'WAITING') waiting, count(*) filter (where r.state = 'MADE') made,
  count(*) filter (where r.state = 'FAILED') failed, count(*) filter (where r.state = 'SKIPPED') skipped,
  count(*) filter (where r.state = 'CANCELLED') cancelled, count(*) filter (where r.state in ('REMOVED', 'GONE')) removed,
  count(*) filter (where r.state = 'KEPT') kept`;

const SELECT = `select i.id, i.brand_id "brandId", i.file_name "fileName", i.source, i.state, i.mode, i.doer, i.undoer, i.header,
    i.started_at "startedAt", i.ended_at "endedAt", n.rows, n.waiting, n.made + n.kept imported, n.failed, n.skipped, n.cancelled,
    n.removed, n.kept
  from imports i cross join lateral (select ${COUNTS} from import_rows r where r.import_id = i.id) n`;

export async function listImportRows(db: Queryable, brandId: number, limit: number): Promise<ImportRow[]> {
  return query<ImportRow>(db, { text: `${SELECT} where i.brand_id = $1 order by i.id desc limit $2`, values: [brandId, limit] });
}

/** Not scoped to a brand: who may see it has been settled by its id. Null if there is no such import. */
export async function findImport(db: Queryable, importId: number): Promise<ImportRow | null> {
  return maybeOne<ImportRow>(db, { text: `${SELECT} where i.id = $1`, values: [importId] });
}

export interface FailedRow {
  readonly number: number;
  readonly caption: string;
  readonly problem: string;
  readonly cells: readonly string[];
}

export async function listFailed(db: Queryable, importId: number, limit: number): Promise<FailedRow[]> {
  return query<FailedRow>(db, {
    text: `select number, caption, coalesce(problem, '') problem, coalesce(cells, '{}') cells from import_rows
           where import_id = $1 and state = 'FAILED' order by number limit $2`,
    values: [importId, limit],
  });
}

export async function listKept(
  db: Queryable,
  importId: number,
  limit: number,
): Promise<{ readonly row: number; readonly postId: number; readonly reason: string }[]> {
  return query(db, {
    text: `select number "row", post_id "postId", coalesce(problem, '') reason from import_rows
           where import_id = $1 and state = 'KEPT' order by number limit $2`,
    values: [importId, limit],
  });
}

/** Locks an import until the transaction ends; null if there is no such import. */
export async function lockImport(
  tx: Queryable,
  importId: number,
): Promise<{ readonly brandId: number; readonly state: ImportState["state"]; readonly fileName: string } | null> {
  return maybeOne(tx, {
    text: `select brand_id "brandId", state, file_name "fileName" from imports where id = $1 for update`,
    values: [importId],
  });
}

/** Rows that no post was made of are not made any more. */
export async function cancelWaiting(tx: Queryable, importId: number): Promise<void> {
  await execute(tx, {
    text: "update import_rows set state = 'CANCELLED', body = null, cells = null where import_id = $1 and state = 'WAITING'",
    values: [importId],
  });
}

export async function storeState(
  tx: Queryable,
  importId: number,
  change: { readonly state: ImportState["state"]; readonly endedAt: Instant | null; readonly undoer?: Doer },
): Promise<void> {
  await execute(tx, {
    text: "update imports set state = $2, ended_at = $3, undoer = coalesce($4, undoer) where id = $1",
    values: [importId, change.state, change.endedAt, change.undoer === undefined ? null : JSON.stringify(change.undoer)],
  });
}
