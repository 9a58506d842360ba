import type { ArchivedBrand } from "@rostrum/contract/archive.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { snakeCase } from "@rostrum/contract/operation.ts";
import { isListed } from "../../ground/database/ledger.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import type { Noun } from "./nouns.ts";

/** Rows read at a time: an attempt may have hundreds of kilobytes. */
const BATCH = 50;

/** Everything read from here on is of one moment. Must be the transaction's first statement. */
export async function holdSnapshot(tx: Queryable): Promise<void> {
  await query(tx, { text: "set transaction isolation level repeatable read read only" });
  await allowLongWork(tx);
}

/** Between two statements files are copied, however large they are. */
export async function allowLongWork(tx: Queryable): Promise<void> {
  await query(tx, { text: "set local statement_timeout = 0" });
  await query(tx, { text: "set local idle_in_transaction_session_timeout = 0" });
}

export async function findArchivedBrand(db: Queryable, brandId: number): Promise<ArchivedBrand | null> {
  return maybeOne<ArchivedBrand>(db, {
    text: `select title, description, timezone, queue_status "queueStatus", created_at "createdAt", updated_at "updatedAt", logo from brands where id = $1`,
    values: [brandId],
  });
}

/** The rows of a noun as lines of its file have them, in batches. Call in a transaction; only one at a time. */
export function readNoun(tx: Queryable, noun: Noun, brandId: number): AsyncGenerator<object[], void, void> {
  const fields = Object.keys(noun.schema.shape).map((field) => `${noun.other?.[field] ?? `t.${snakeCase(field)}`} "${field}"`);
  return readBatches(tx, `select ${fields.join(", ")} from ${noun.table} t where ${noun.own} order by ${noun.order}`, brandId);
}

export interface PostLine {
  readonly id: number;
  readonly collection: string;
  readonly title: string | null;
  readonly body: string;
  readonly link: string | null;
  readonly postType: string;
  readonly postingType: string;
  readonly status: string;
  readonly postAt: Instant | null;
  readonly media: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Posts as people look at them in a table. */
export function readPostLines(tx: Queryable, brandId: number): AsyncGenerator<PostLine[], void, void> {
  return readBatches<PostLine>(
    tx,
    `select t.id, c.title collection, t.title, t.body, t.link, t.post_type "postType", t.posting_type "postingType", t.status,
       case when t.queue_rank is null then t.post_at else (select at from queue_dates q where q.post_id = t.id) end "postAt",
       array_to_string(t.media_ids, ' ') media, t.created_at "createdAt", t.updated_at "updatedAt"
     from posts t join collections c on c.id = t.collection_id where t.brand_id = $1 order by t.id`,
    brandId,
  );
}

export interface EntryLine {
  readonly id: number;
  readonly postId: number | null;
  readonly network: string | null;
  readonly channel: string | null;
  readonly status: string;
  readonly postType: string | null;
  readonly body: string | null;
  readonly url: string | null;
  readonly publishedAt: Instant;
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
  readonly message: string | null;
}

export function readEntryLines(tx: Queryable, brandId: number): AsyncGenerator<EntryLine[], void, void> {
  return readBatches<EntryLine>(
    tx,
    `select id, post_id "postId", channel_type network, channel_name channel, status, post_type "postType", body, url, published_at "publishedAt",
       likes, comments, shares, message
     from deliveries where brand_id = $1 and ${isListed("deliveries")} order by id`,
    brandId,
  );
}

async function* readBatches<Row extends object>(tx: Queryable, text: string, brandId: number): AsyncGenerator<Row[], void, void> {
  await query(tx, { text: `declare archived no scroll cursor for ${text}`, values: [brandId] });
  for (;;) {
    const rows = await query<Row>(tx, { text: `fetch ${BATCH} from archived` });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await query(tx, { text: "close archived" });
}

export interface FileToArchive {
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** Its place in the archive. */
  readonly file: string;
  readonly storageKey: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** The brand's media after the given number, oldest first, with where their files are. */
export function readFiles(
  tx: Queryable,
  { media }: { readonly media: Noun },
  brandId: number,
): AsyncGenerator<FileToArchive[], void, void> {
  return readBatches<FileToArchive>(
    tx,
    `select t.id, t.name, ${media.other?.file} file, t.storage_key "storageKey", t.size_bytes "sizeBytes", t.sha256 from media t where ${media.own} order by ${media.order}`,
    brandId,
  );
}

export async function sumMedia(db: Queryable, brandId: number): Promise<{ readonly files: number; readonly sizeBytes: number }> {
  return one(db, {
    text: `select count(*) files, coalesce(sum(size_bytes), 0)::bigint "sizeBytes" from media where brand_id = $1`,
    values: [brandId],
  });
}

/** New ids for rows of a table, in ascending order. */
export async function takeIds(tx: Queryable, table: string, count: number): Promise<number[]> {
  const rows = await query<{ id: number }>(tx, {
    text: "select nextval(pg_get_serial_sequence($1, 'id')) id from generate_series(1, $2::integer)",
    values: [table, count],
  });
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Inserts rows whose fields are named as columns in camelCase; columns without a field get their defaults. */
export async function insertRows(tx: Queryable, table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).map((field) => snakeCase(field));
  const given = rows.map((row) => Object.fromEntries(Object.entries(row).map(([field, value]) => [snakeCase(field), value])));
  await query(tx, {
    text: `insert into ${table} (${columns.join(", ")}) overriding system value
           select ${columns.join(", ")} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    values: [JSON.stringify(given)],
  });
}
