import type { Readable } from "node:stream";
import pg from "pg";
import type { App } from "../../app.ts";
import { forbidRemoval } from "../../brands/media/orphans-store.ts";
import { transaction } from "../../ground/database/query.ts";
import { keysInDataDirectory } from "../../ground/secrets/key.ts";
import { MissingFile } from "../../ground/storage/storage.ts";
import { VERSION } from "../../ground/version.ts";
import type { ArchiveWriter } from "./archive.ts";
import { ENTRY, type End, type Manifest } from "./manifest.ts";
import { inOrderOfReferences } from "./rules.ts";
import {
  copyOut,
  holdSnapshot,
  isPublishing,
  listMediaFiles,
  listMigrations,
  listReferences,
  listSequences,
  listTables,
  type Table,
} from "./store.ts";

/** Tar needs sizes up front and COPY does not give them, so tables are split into parts of about this size. */
const PART_BYTES = 4 * 1024 * 1024;

/** Writes everything a restore needs, in the order it needs it. */
export async function fillArchive(app: App, archive: ArchiveWriter): Promise<void> {
  await transaction(app.db, async (tx) => {
    await holdSnapshot(tx);
    await forbidRemoval(tx);
    const rows = await addRows(app, tx, archive, { publishesOn: await isPublishing(tx) });
    let media = 0;
    for (const { key, sizeBytes } of await listMediaFiles(tx)) {
      const stream = await streamOf(app, { key, sizeBytes });
      if (stream === null) continue;
      await archive.addStream(`${ENTRY.media}${key}`, sizeBytes, stream);
      media += 1;
    }
    await addEnd(archive, { rows, media });
  });
}

/**
 * Null if the file is gone, because it was deleted meanwhile or is lost already, or is not what was stored: a tar file takes nothing of
 * another size. Everything else is worth a backup all the same.
 */
async function streamOf(
  { storage, log }: Pick<App, "storage" | "log">,
  { key, sizeBytes }: { readonly key: string; readonly sizeBytes: number },
): Promise<Readable | null> {
  const found = await storage.sizeOf(key);
  if (found === null || found !== sizeBytes) {
    log.warn({ event: "backup without a file", key, sizeBytes, found });
    return null;
  }
  try {
    return await storage.stream(key);
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error;
    log.warn({ event: "backup without a file", key });
    return null;
  }
}

/**
 * The same without the files of the media, to be restored where these still are. Also reads the schemas of earlier versions. Made before
 * an upgrade, after which the service goes on.
 */
export async function fillArchiveWithoutMedia(app: Rows, archive: ArchiveWriter): Promise<void> {
  await transaction(app.db, async (tx) => {
    await holdSnapshot(tx);
    await addEnd(archive, { rows: await addRows(app, tx, archive, { publishesOn: true }), media: 0 });
  });
}

type Rows = Pick<App, "db" | "clock" | "config">;

/** Everything in the database, and the key of its secrets. Returns the number of rows by table. */
async function addRows(
  app: Rows,
  tx: pg.PoolClient,
  archive: ArchiveWriter,
  { publishesOn }: Pick<Manifest, "publishesOn">,
): Promise<Record<string, number>> {
  const tables = await orderedTables(tx);
  const manifest: Manifest = {
    format: "rostrum-backup",
    version: 1,
    madeBy: VERSION,
    createdAt: app.clock.now(),
    publishesOn,
    migrations: await listMigrations(tx),
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
  await archive.add(ENTRY.manifest, json(manifest));
  const keys = await keysInDataDirectory(app.config);
  if (keys !== null) await archive.add(ENTRY.secretKey, Buffer.from(keys.join("\n")));
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = await addTable(tx, archive, table);
  // Sequences are not transactional: read last, they are never behind the rows.
  await archive.add(ENTRY.sequences, json(await listSequences(tx)));
  return rows;
}

async function addEnd(archive: ArchiveWriter, counted: Omit<End, "sha256">): Promise<void> {
  await archive.add(ENTRY.end, json({ ...counted, sha256: archive.digest() } satisfies End));
}

export async function orderedTables(tx: pg.PoolClient): Promise<Table[]> {
  const tables = new Map((await listTables(tx)).map((table) => [table.name, table]));
  return inOrderOfReferences([...tables.keys()], await listReferences(tx)).map((name) => tables.get(name) as Table);
}

/** Returns the number of rows. */
async function addTable(tx: pg.PoolClient, archive: ArchiveWriter, table: Table): Promise<number> {
  const copy = copyOut(tx, table);
  // The loop hears of a failure; this is for one that comes after it.
  copy.on("error", () => {});
  let part = 0;
  try {
    for await (const bytes of inParts(copy)) {
      await archive.add(`${ENTRY.tables}${table.name}/${part}`, bytes);
      part += 1;
    }
  } catch (error) {
    // A COPY that nobody reads to its end ends only with its connection: until then, the rollback would wait for it.
    if (tx instanceof pg.Client) void tx.end().catch(() => {});
    throw error;
  }
  return copy.rowCount;
}

async function* inParts(stream: Readable): AsyncGenerator<Buffer, void, void> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pieces);
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
