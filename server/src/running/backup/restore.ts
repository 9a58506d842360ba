import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { jsonOrNull } from "@rostrum/contract/json-or-null.ts";
import type pg from "pg";
import type { z } from "zod";
import type { App } from "../../app.ts";
import { forbidRemoval } from "../../brands/media/orphans-store.ts";
import { record } from "../../ground/audit/record.ts";
import { allowForgetting } from "../../ground/audit/store.ts";
import { transaction } from "../../ground/database/query.ts";
import { isRejectionOfValues } from "../../ground/database/rejections.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import { readKeys } from "../../ground/secrets/key.ts";
import { createSecrets } from "../../ground/secrets/seal.ts";
import { VERSION } from "../../ground/version.ts";
import { hasUsers } from "../../people/users/store.ts";
import { sealedOtherwise } from "../sealing/store.ts";
import { type ArchiveEntry, BrokenBackup, readArchive } from "./archive.ts";
import { holdBackDue } from "./due-store.ts";
import { ENTRY, End, Manifest, Sequences } from "./manifest.ts";
import { orderedTables } from "./save.ts";
import {
  clearTable,
  copyIn,
  countRows,
  hasStrangeStorageKeys,
  listMigrations,
  listSequenceNames,
  lockForRestore,
  setSequences,
  type Table,
} from "./store.ts";

/**
 * Reads an archive into this service in one transaction. If the service that it was made of may have published on, holds back what has
 * become due since. If the archive is refused, media that it added are removed again; those that were there before stay, since a bucket
 * may outlive its database.
 */
export async function fillFrom(app: App, path: string): Promise<void> {
  const adopted: string[] = [];
  let isCommitting = false;
  try {
    const held = await transaction(app.db, async (tx) => {
      await lockForRestore(tx);
      await forbidRemoval(tx);
      if (await hasUsers(tx))
        refuse(409, "from", "This service already has users. Restore into an empty one, started with ROSTRUM_DEMO=0.");
      await allowForgetting(tx);
      const { publishesOn } = await fill(app, tx, path, adopted);
      await record(app, tx, { action: "backup.restored", brandId: null, object: { type: "backup", id: null, name: path } });
      const held = publishesOn ? await holdBackDue(tx, app.clock.now()) : null;
      isCommitting = true;
      return held;
    });
    app.log.info({ event: "restored", heldBack: held });
  } catch (error) {
    // After a commit whose outcome is unknown the files may have rows: then, and where they cannot be removed now, they are left to the
    // collection of orphans.
    if (!isCommitting || isCertain(error)) for (const key of adopted) await app.storage.delete(key).catch(() => {});
    throw isRejectionOfValues(error)
      ? new BrokenBackup("The archive is damaged: its rows do not fit. Nothing was restored.", { cause: error })
      : error;
  }
}

/** Nothing is stored after it: the archive was refused, by us or by PostgreSQL. */
function isCertain(error: unknown): boolean {
  return error instanceof BrokenBackup || error instanceof Refused || isRejectionOfValues(error);
}

async function fill(app: App, tx: pg.PoolClient, path: string, adopted: string[]): Promise<Manifest> {
  await using entries = readArchive(path);
  const manifest = await manifestOf(tx, await nextEntry(entries));
  const present = await orderedTables(tx);
  requireKnownTables(manifest.tables, present);
  // In an empty service only the sandbox networks and the audit trail may have rows; the archive has a trail of its own.
  for (const table of present.toReversed()) await clearTable(tx, table.name);
  await using tables = new TableFiller(tx, manifest.tables);
  let archivedKeys: readonly Buffer[] = [];
  let end: End | null = null;
  let sequences: z.output<typeof Sequences> = [];
  let media = 0;
  for (let entry = await nextEntry(entries); entry !== null; entry = await nextEntry(entries)) {
    // During a COPY the connection accepts no other statement.
    if (!entry.name.startsWith(ENTRY.tables)) await tables.finish();
    if (entry.name.startsWith(ENTRY.tables)) await tables.take(entry);
    else if (entry.name.startsWith(ENTRY.media)) {
      await takeMedia(app, entry, adopted);
      media += 1;
    } else if (entry.name === ENTRY.secretKey) archivedKeys = await keysOf(entry);
    else if (entry.name === ENTRY.sequences) sequences = await knownSequences(tx, entry);
    else if (entry.name === ENTRY.end) end = await endOf(entry, manifest);
    else throw new BrokenBackup(`The archive contains something unknown: ${JSON.stringify(entry.name)}.`);
  }
  if (end === null || end.media !== media) throw new BrokenBackup("The archive is cut off; nothing was restored.");
  for (const [table, rows] of Object.entries(end.rows)) {
    if ((await countRows(tx, table)) !== rows)
      throw new BrokenBackup(`The archive is damaged: the table ${table} does not have its ${rows} rows. Nothing was restored.`);
  }
  if (await hasStrangeStorageKeys(tx))
    throw new BrokenBackup("The archive is damaged: it contains invalid media file names. Nothing was restored.");
  await sealAnew(app, tx, archivedKeys);
  // Last, because sequences are not rolled back with the transaction.
  await setSequences(tx, sequences);
  return manifest;
}

/** The same migrations create the same tables, so an archive that differs was not made by us. */
function requireKnownTables(archived: readonly Table[], present: readonly Table[]): void {
  const known = new Map(present.map(({ name, columns }) => [name, JSON.stringify(columns.toSorted())]));
  for (const { name, columns } of archived) {
    if (!known.has(name)) throw new BrokenBackup(`The archive contains an unknown table: ${JSON.stringify(name)}.`);
    if (known.get(name) !== JSON.stringify(columns.toSorted()))
      throw new BrokenBackup(`The archive's table ${name} has different columns from this service's.`);
    known.delete(name);
  }
  const [missing] = known.keys();
  if (missing !== undefined)
    throw new BrokenBackup(`The archive's manifest.json is damaged: the table ${missing} is missing, or one is duplicated.`);
}

/** The current key, then those that it has replaced. */
async function keysOf(entry: ArchiveEntry): Promise<Buffer[]> {
  const lines = (await entry.bytes(KEY_BYTES_MAX)).toString().trim().split("\n");
  const keys = lines.map((line) => Buffer.from(line, "base64"));
  if (keys.some((key) => key.length !== 32)) throw new BrokenBackup("The archive's secret-key is damaged.");
  return keys;
}

async function knownSequences(tx: pg.PoolClient, entry: ArchiveEntry): Promise<z.output<typeof Sequences>> {
  const sequences = await parsed(entry, Sequences);
  const names = new Set(await listSequenceNames(tx));
  const stranger = sequences.find(({ name }) => !names.has(name));
  if (stranger !== undefined) throw new BrokenBackup(`The archive contains an unknown counter: ${JSON.stringify(stranger.name)}.`);
  return sequences;
}

/** Reads the last entry, which says what the archive must contain. */
async function endOf(entry: ArchiveEntry, { tables }: Manifest): Promise<End> {
  const end = await parsed(entry, End);
  if (end.sha256 !== undefined && end.sha256 !== entry.digestBefore)
    throw new BrokenBackup("The archive is damaged: its checksum does not match. Nothing was restored.");
  const counted = Object.keys(end.rows).sort();
  if (JSON.stringify(counted) !== JSON.stringify(tables.map(({ name }) => name).sort()))
    throw new BrokenBackup("The archive's end.json is damaged.");
  return end;
}

const KEY_BYTES_MAX = 64 * 1024;
/** For the manifest, sequences and end entries, which are a few kilobytes. */
const JSON_BYTES_MAX = 4 * 1024 * 1024;

async function manifestOf(tx: pg.PoolClient, entry: ArchiveEntry | null): Promise<Manifest> {
  if (entry?.name !== ENTRY.manifest) throw new BrokenBackup("The file is not an archive made by rostrum admin backup.");
  const manifest = await parsed(entry, Manifest);
  if (JSON.stringify(manifest.migrations) === JSON.stringify(await listMigrations(tx))) return manifest;
  const { madeBy = VERSION } = manifest;
  const version = madeBy === VERSION ? "another version of the service" : `version ${madeBy} of the service`;
  throw new BrokenBackup(`The archive was made by ${version}. Restore it with that version and update afterwards.`);
}

/** Feeds each table's parts to a COPY of its own, one table after the other. */
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
      if (table === undefined) throw new BrokenBackup(`The archive contains an unknown table: ${JSON.stringify(entry.name)}.`);
      if (this.#filled.has(name)) throw outOfOrder(entry);
      this.#filled.add(name);
      this.#open = { name, copy: copyIn(this.#tx, table), part: 0 };
      this.#open.copy.on("error", () => {});
    }
    if (Number(part) !== this.#open.part) throw outOfOrder(entry);
    this.#open.part += 1;
    for await (const piece of entry.stream) await write(this.#open.copy, piece);
  }

  /** Completes the current table; its rows are stored once this resolves. */
  async finish(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    open.copy.end();
    await finished(open.copy);
  }

  /** An unfinished COPY would block the connection forever. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#open?.copy.destroy();
    this.#open = null;
  }
}

function outOfOrder(entry: ArchiveEntry): BrokenBackup {
  return new BrokenBackup(`The archive is damaged: ${entry.name} is not in its place. Nothing was restored.`);
}

async function write(copy: Writable, bytes: Buffer): Promise<void> {
  if (copy.errored) throw copy.errored;
  if (copy.write(bytes)) return;
  const waited = new AbortController();
  const { signal } = waited;
  // Remove the other listener: one table may take thousands of pieces.
  await Promise.race([once(copy, "drain", { signal }), finished(copy, { signal, cleanup: true })]).finally(() => waited.abort());
}

/** An existing file of the same size is the same file: keys are random and files never change. */
async function takeMedia(app: App, entry: ArchiveEntry, adopted: string[]): Promise<void> {
  const key = entry.name.slice(ENTRY.media.length);
  if (!/^[\w-]{2,200}$/.test(key))
    throw new BrokenBackup(`The archive contains a media file with an invalid name: ${JSON.stringify(key)}.`);
  const draft = join(app.storage.incoming, randomUUID());
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rm(draft, { force: true }));
  await pipeline(entry.stream, createWriteStream(draft, { flags: "wx", mode: 0o600 }));
  const before = await app.storage.sizeOf(key);
  if (before === null) {
    adopted.push(key);
    return await app.storage.adopt(key, draft);
  }
  const { size } = await stat(draft);
  if (before !== size) throw new BrokenBackup(`The media file ${key} already exists, with different contents from the archive's.`);
}

/**
 * Reseals secrets, which are sealed with the archived service's key, with this service's own key. What that service could not open any more
 * either stays as it is: only if nothing opens, the key is the wrong one.
 */
async function sealAnew(app: App, tx: pg.PoolClient, [archivedKey, ...old]: readonly Buffer[]): Promise<void> {
  // Some of the old keys may have been in the settings.
  const own = await readKeys(app.config);
  const known = [own.current, ...own.next, ...own.old].map((key) => Buffer.from(key, "base64"));
  const before = archivedKey === undefined ? app.secrets : createSecrets(archivedKey, { old: [...old, ...known] });
  let opened = 0;
  const lost: string[] = [];
  for await (const values of sealedOtherwise(tx, [])) {
    for (const value of values) {
      const plain = before.openOrNull(value.sealed, value.place);
      if (plain === null) {
        lost.push(value.place);
        continue;
      }
      opened += 1;
      await value.store(tx, app.secrets.seal(plain, value.place));
    }
  }
  if (lost.length === 0) return;
  if (opened === 0)
    throw new BrokenBackup(
      "The archive's secrets are sealed with a different key. Start the service with the ROSTRUM_SECRET_KEY that was in use.",
    );
  app.log.warn({ event: "restored what no key opens", count: lost.length, places: lost.slice(0, PLACES_SHOWN) });
}

const PLACES_SHOWN = 10;

async function nextEntry(entries: AsyncGenerator<ArchiveEntry, void, void>): Promise<ArchiveEntry | null> {
  const next = await entries.next();
  return next.done ? null : next.value;
}

async function parsed<S extends z.ZodType>(entry: ArchiveEntry, schema: S): Promise<z.output<S>> {
  const text = (await entry.bytes(JSON_BYTES_MAX)).toString();
  const result = schema.safeParse(jsonOrNull(text));
  if (!result.success) throw new BrokenBackup(`The archive's ${entry.name} is damaged.`);
  return result.data;
}
