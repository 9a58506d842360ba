import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import type pg from "pg";
import type { z } from "zod";
import type { App } from "../app.ts";
import { transaction } from "../database/query.ts";
import { forbidCollection } from "../media/orphans-store.ts";
import { refuse } from "../refusal.ts";
import { createSecrets } from "../secrets/seal.ts";
import { hasUsers } from "../users/store.ts";
import { type ArchiveEntry, BrokenArchive, readArchive } from "./archive.ts";
import { ENTRY, End, Manifest, Sequences } from "./manifest.ts";
import { orderedTables } from "./save.ts";
import {
  clearTable,
  copyIn,
  countRows,
  hasStrangeStorageKeys,
  listMigrations,
  listSealed,
  listSequenceNames,
  lockForRestore,
  setSequences,
  storeSealed,
  type Table,
} from "./store.ts";

/**
 * Reads an archive into this service in one transaction. Media that it has brought are removed again when it fails; those
 * that were there before stay, since a bucket may outlive its database.
 */
export async function fillFrom(app: App, path: string): Promise<void> {
  const adopted: string[] = [];
  try {
    await transaction(app.db, async (tx) => {
      await lockForRestore(tx);
      await forbidCollection(tx);
      if (await hasUsers(tx))
        refuse(409, "from", "This service has users already. An archive goes into an empty one, started with ROSTRUM_DEMO=0.");
      await fill(app, tx, path, adopted);
    });
  } catch (error) {
    // What cannot be removed now has no rows, and is collected as orphans are.
    for (const key of adopted) await app.storage.delete(key).catch(() => {});
    throw isOfRows(error)
      ? new BrokenArchive("The archive is damaged: its rows do not fit. Nothing was restored.", { cause: error })
      : error;
  }
}

/** What the database refuses for the sake of the values: wrong text, numbers out of range, references to nothing. */
function isOfRows(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23][0-9A-Z]{3}$/.test(String(error.code));
}

async function fill(app: App, tx: pg.PoolClient, path: string, adopted: string[]): Promise<void> {
  await using entries = readArchive(path);
  const manifest = await manifestOf(tx, await nextEntry(entries));
  const present = await orderedTables(tx);
  requireKnownTables(manifest.tables, present);
  // The sandbox networks of an empty service may hold something; nothing else does.
  for (const table of present.toReversed()) await clearTable(tx, table.name);
  await using tables = new TableFiller(tx, manifest.tables);
  let archivedKey: Buffer | null = null;
  let end: End | null = null;
  let sequences: z.output<typeof Sequences> = [];
  let media = 0;
  for (let entry = await nextEntry(entries); entry !== null; entry = await nextEntry(entries)) {
    // A connection in the middle of a COPY takes no other statement.
    if (!entry.name.startsWith(ENTRY.tables)) await tables.finish();
    if (entry.name.startsWith(ENTRY.tables)) await tables.take(entry);
    else if (entry.name.startsWith(ENTRY.media)) {
      await takeMedia(app, entry, adopted);
      media += 1;
    } else if (entry.name === ENTRY.secretKey) archivedKey = await keyOf(entry);
    else if (entry.name === ENTRY.sequences) sequences = await knownSequences(tx, entry);
    else if (entry.name === ENTRY.end) end = await endOf(entry, manifest);
    else throw new BrokenArchive(`The archive holds something unknown: ${JSON.stringify(entry.name)}.`);
  }
  if (end === null || end.media !== media) throw new BrokenArchive("The archive is cut off; nothing was restored.");
  for (const [table, rows] of Object.entries(end.rows)) {
    if ((await countRows(tx, table)) !== rows)
      throw new BrokenArchive(`The archive is damaged: the table ${table} does not have its ${rows} rows. Nothing was restored.`);
  }
  if (await hasStrangeStorageKeys(tx))
    throw new BrokenArchive("The archive is damaged: it names media files wrongly. Nothing was restored.");
  await sealAnew(app, tx, archivedKey);
  // Last: counters do not go back with the transaction.
  await setSequences(tx, sequences);
}

/** The same migrations make the same tables; an archive that says otherwise was not made by us. */
function requireKnownTables(archived: readonly Table[], present: readonly Table[]): void {
  const known = new Map(present.map(({ name, columns }) => [name, JSON.stringify(columns.toSorted())]));
  for (const { name, columns } of archived) {
    if (!known.has(name)) throw new BrokenArchive(`The archive holds an unknown table: ${JSON.stringify(name)}.`);
    if (known.get(name) !== JSON.stringify(columns.toSorted()))
      throw new BrokenArchive(`The archive's table ${name} has other columns than that of this service.`);
    known.delete(name);
  }
  const [missing] = known.keys();
  if (missing !== undefined)
    throw new BrokenArchive(`The archive's manifest.json is damaged: the table ${missing} is missing, or one is there twice.`);
}

async function keyOf(entry: ArchiveEntry): Promise<Buffer> {
  const key = Buffer.from((await entry.bytes(KEY_BYTES_MAX)).toString(), "base64");
  if (key.length !== 32) throw new BrokenArchive("The archive's secret-key is damaged.");
  return key;
}

async function knownSequences(tx: pg.PoolClient, entry: ArchiveEntry): Promise<z.output<typeof Sequences>> {
  const sequences = await parsed(entry, Sequences);
  const names = new Set(await listSequenceNames(tx));
  const stranger = sequences.find(({ name }) => !names.has(name));
  if (stranger !== undefined) throw new BrokenArchive(`The archive holds an unknown counter: ${JSON.stringify(stranger.name)}.`);
  return sequences;
}

/** The last entry tells what there has to be. */
async function endOf(entry: ArchiveEntry, { tables }: Manifest): Promise<End> {
  const end = await parsed(entry, End);
  if (end.sha256 !== undefined && end.sha256 !== entry.digestBefore)
    throw new BrokenArchive("The archive is damaged: its checksum is another one. Nothing was restored.");
  const counted = Object.keys(end.rows).sort();
  if (JSON.stringify(counted) !== JSON.stringify(tables.map(({ name }) => name).sort()))
    throw new BrokenArchive("The archive's end.json is damaged.");
  return end;
}

const KEY_BYTES_MAX = 1024;
/** Of manifest, counters and end, which are some kilobytes. */
const JSON_BYTES_MAX = 4 * 1024 * 1024;

async function manifestOf(tx: pg.PoolClient, entry: ArchiveEntry | null): Promise<Manifest> {
  if (entry?.name !== ENTRY.manifest) throw new BrokenArchive("The file is not an archive of rostrum admin backup.");
  const manifest = await parsed(entry, Manifest);
  if (JSON.stringify(manifest.migrations) === JSON.stringify(await listMigrations(tx))) return manifest;
  throw new BrokenArchive("The archive was made by another version of the service. Restore it with that version and update afterwards.");
}

/** Feeds the parts of each table to one COPY after the other. */
class TableFiller implements AsyncDisposable {
  #tx: pg.PoolClient;
  #tables: ReadonlyMap<string, Table>;
  #open: { readonly name: string; readonly copy: Writable; part: number } | null = null;
  readonly #filled = new Set<string>();

  constructor(tx: pg.PoolClient, tables: readonly Table[]) {
    this.#tx = tx;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
  }

  async take(entry: ArchiveEntry): Promise<void> {
    const [, name = "", part] = /^tables\/([^/]+)\/(\d{1,9})$/.exec(entry.name) ?? [];
    if (this.#open?.name !== name) {
      await this.finish();
      const table = this.#tables.get(name);
      if (table === undefined) throw new BrokenArchive(`The archive holds an unknown table: ${JSON.stringify(entry.name)}.`);
      if (this.#filled.has(name)) throw outOfOrder(entry);
      this.#filled.add(name);
      this.#open = { name, copy: copyIn(this.#tx, table), part: 0 };
      this.#open.copy.on("error", () => {});
    }
    if (Number(part) !== this.#open.part) throw outOfOrder(entry);
    this.#open.part += 1;
    for await (const piece of entry.stream) await write(this.#open.copy, piece);
  }

  /** The rows of the table that was last fed are there. */
  async finish(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    open.copy.end();
    await finished(open.copy);
  }

  /** An unfinished COPY would hold the connection for ever. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#open?.copy.destroy();
    this.#open = null;
  }
}

function outOfOrder(entry: ArchiveEntry): BrokenArchive {
  return new BrokenArchive(`The archive is damaged: ${entry.name} is not in its place. Nothing was restored.`);
}

async function write(copy: Writable, bytes: Buffer): Promise<void> {
  if (copy.errored) throw copy.errored;
  if (copy.write(bytes)) return;
  const waited = new AbortController();
  const { signal } = waited;
  // Whichever comes second listens no longer: one table may be filled by thousands of pieces.
  await Promise.race([once(copy, "drain", { signal }), finished(copy, { signal, cleanup: true })]).finally(() => waited.abort());
}

/** A file that is there with the same size is the same: keys are random and files never change. */
async function takeMedia(app: App, entry: ArchiveEntry, adopted: string[]): Promise<void> {
  const key = entry.name.slice(ENTRY.media.length);
  if (!/^[\w-]{2,200}$/.test(key)) throw new BrokenArchive(`The archive holds a media file with a wrong name: ${JSON.stringify(key)}.`);
  const draft = join(app.storage.incoming, randomUUID());
  await pipeline(entry.stream, createWriteStream(draft, { flags: "wx", mode: 0o600 }));
  const before = await app.storage.sizeOf(key);
  if (before === null) {
    adopted.push(key);
    return app.storage.adopt(key, draft);
  }
  const { size } = await stat(draft);
  await rm(draft);
  if (before !== size) throw new BrokenArchive(`The media file ${key} is there already, with other bytes than in the archive.`);
}

/** Secrets come sealed under the key of the service that made the archive; here this service's own key holds. */
async function sealAnew(app: App, tx: pg.PoolClient, archivedKey: Buffer | null): Promise<void> {
  const before = archivedKey === null ? app.secrets : createSecrets(archivedKey);
  for (const value of await listSealed(tx)) {
    const place = `${value.table}.${value.column}:${value.id}`;
    const plain = opened(() => before.open(value.sealed, place));
    await storeSealed(tx, { ...value, sealed: app.secrets.seal(plain, place) });
  }
}

function opened(open: () => string): string {
  try {
    return open();
  } catch {
    throw new BrokenArchive(
      "The secrets of the archive are sealed under another key. Start the service with the ROSTRUM_SECRET_KEY that was in use.",
    );
  }
}

async function nextEntry(entries: AsyncGenerator<ArchiveEntry, void, void>): Promise<ArchiveEntry | null> {
  const next = await entries.next();
  return next.done ? null : next.value;
}

async function parsed<S extends z.ZodType>(entry: ArchiveEntry, schema: S): Promise<z.output<S>> {
  const text = (await entry.bytes(JSON_BYTES_MAX)).toString();
  const result = schema.safeParse(jsonOf(text));
  if (!result.success) throw new BrokenArchive(`The archive's ${entry.name} is damaged.`);
  return result.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
