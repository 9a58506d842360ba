import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, test } from "node:test";
import { extract, pack } from "tar-stream";
import { query } from "../../ground/database/query.ts";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { chanceOf } from "../../networks/sandbox/chance.ts";
import { type OperatorService, operatorService } from "../../testing/operator.ts";
import { makeDemo } from "../demo/make.ts";

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
  readonly type?: "file" | "symlink" | "directory";
}

const folder = await temporaryFolder();
const service = await operatorService();
const target = await operatorService();
after(async () => {
  await service[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
const demo = await makeDemo(service.app);
await withMedia("ab12cd34", Buffer.from("not much of a photo"));
const archive = join(folder.path, "whole.tar");
assert.equal((await service.admin("POST", "/backup", { to: archive })).status, 200);
const whole = await entriesOf(archive);

async function withMedia(key: string, bytes: Buffer): Promise<void> {
  const { app } = service;
  const path = join(app.storage.incoming, key);
  await writeFile(path, bytes);
  await app.storage.adopt(key, path);
  await query(app.db, {
    text: `insert into media (id, brand_id, name, mime, size_bytes, sha256, storage_key, created_at, updated_at)
           values ('m1', $1, 'photo.jpg', 'image/jpeg', $2, 'x', $3, $4, $4)`,
    values: [demo?.brandId, bytes.length, key, app.clock.now()],
  });
}

async function entriesOf(path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  const tar = createReadStream(path).pipe(extract());
  for await (const entry of tar) entries.push({ name: entry.header.name, bytes: await buffer(entry) });
  return entries;
}

async function packed(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, bytes, type = "file" } of entries) {
    if (type === "file") tar.entry({ name }, bytes);
    else tar.entry({ name, type, linkname: "/etc/passwd" });
  }
  tar.finalize();
  return buffer(tar);
}

/** Removes the checksum to reach the checks behind it; archives of earlier versions have none. */
function unsigned(entries: readonly Entry[]): Entry[] {
  return changed(entries, "end.json", (end) => ({ ...end, sha256: undefined }));
}

// biome-ignore lint/suspicious/noExplicitAny: the archive's JSON in whatever shape a test gives it
function changed(entries: readonly Entry[], name: string, change: (value: any) => unknown): Entry[] {
  return entries.map((entry) =>
    entry.name === name ? { name, bytes: Buffer.from(JSON.stringify(change(JSON.parse(entry.bytes.toString())))) } : entry,
  );
}

function text(entries: readonly Entry[], name: string, change: (text: string) => string): Entry[] {
  assert.ok(
    entries.some((entry) => entry.name === name),
    name,
  );
  return entries.map((entry) => (entry.name === name ? { name, bytes: Buffer.from(change(entry.bytes.toString())) } : entry));
}

async function stateOf({ app }: OperatorService): Promise<unknown> {
  const rows: Record<string, unknown> = {};
  for (const { name } of await query<{ name: string }>(app.db, {
    text: "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  })) {
    rows[name] = await query(app.db, { text: `select t::text as row from ${name} t order by 1` });
  }
  const counters = await query(app.db, { text: "select sequencename, last_value from pg_sequences order by 1" });
  const found = await readdir(app.config.dataDirectory, { recursive: true, withFileTypes: true });
  return {
    rows,
    counters,
    files: found.filter((file) => file.isFile() && !file.parentPath.includes("/incoming/")).map(({ name }) => name),
  };
}

const before = await stateOf(target);
let count = 0;

/** The message with which the archive is refused. */
async function refusalOf(bytes: Buffer): Promise<string> {
  count += 1;
  const path = join(folder.path, `hostile-${count}.tar`);
  await writeFile(path, bytes);
  const { status, body } = await target.admin("POST", "/restore", { from: path });
  assert.equal(status, 422, JSON.stringify(body));
  return (body as { errors: { from: string } }).errors.from;
}

const last = whole.at(-1) as Entry;
const media = { name: "media/ab12cd34", bytes: Buffer.from("not much of a photo") };
const users = "tables/users/0";
const plain = unsigned(whole);
const cases: readonly (readonly [what: string, entries: readonly Entry[], sentence: RegExp])[] = [
  [
    "an unknown column",
    changed(plain, "manifest.json", (m) => strange(m, (t) => ({ ...t, columns: [...t.columns, "is_admin"] }))),
    /different columns/,
  ],
  [
    "a missing column",
    changed(plain, "manifest.json", (m) => strange(m, (t) => ({ ...t, columns: t.columns.slice(1) }))),
    /different columns/,
  ],
  [
    "a column twice",
    changed(plain, "manifest.json", (m) => strange(m, (t) => ({ ...t, columns: [...t.columns, "id"] }))),
    /different columns/,
  ],
  [
    "an unknown table",
    changed(plain, "manifest.json", (m) => ({ ...m, tables: [...m.tables, { name: "pg_authid", columns: ["x"] }] })),
    /unknown table/,
  ],
  [
    "a table of the migrations",
    changed(plain, "manifest.json", (m) => ({ ...m, tables: [...m.tables, { name: "schema_migrations", columns: ["x"] }] })),
    /unknown table/,
  ],
  ["a missing table", changed(plain, "manifest.json", (m) => ({ ...m, tables: m.tables.slice(1) })), /manifest\.json is damaged/],
  ["a table twice", changed(plain, "manifest.json", (m) => ({ ...m, tables: [...m.tables, m.tables[0]] })), /table/],
  ["a table list that is not one", changed(plain, "manifest.json", (m) => ({ ...m, tables: "all" })), /manifest\.json is damaged/],
  ["an unknown table at the end", changed(plain, "end.json", (e) => ({ ...e, rows: { ...e.rows, pg_authid: 1 } })), /end\.json is damaged/],
  ["a missing table at the end", changed(plain, "end.json", (e) => ({ ...e, rows: {} })), /end\.json is damaged/],
  ["an unknown counter", changed(plain, "sequences.json", (s) => [...s, { name: "pg_catalog.x", value: 1 }]), /unknown counter/],
  ["a counter out of range", changed(plain, "sequences.json", (s) => [{ ...s[0], value: -5 }]), /rows do not fit/],
  ["rows with more columns", text(plain, users, (rows) => rows.replaceAll("\n", "\tmore\n")), /rows do not fit/],
  ["rows with fewer columns", text(plain, users, (rows) => rows.replaceAll(/\t[^\t\n]*\n/g, "\n")), /rows do not fit/],
  ["rows in another format", text(plain, users, () => "x\n"), /rows do not fit/],
  ["rows with NUL", text(plain, users, (rows) => rows.replace("Demo", "De\0mo")), /rows do not fit/],
  ["a row twice", text(plain, users, (rows) => rows + rows), /rows do not fit/],
  ["rows that refer to nothing", plain.filter(({ name }) => name !== users), /rows do not fit/],
  [
    "a media row with a path as its key",
    text(plain, "tables/media/0", (rows) => rows.replace("ab12cd34", "../../secret-key")),
    /invalid media file names/,
  ],
  ["media with path traversal", [...plain.slice(0, -1), { name: "media/../../secret-key", bytes: Buffer.from("x") }, last], /invalid name/],
  ["media with an absolute path", [...plain.slice(0, -1), { name: "media//etc/passwd", bytes: Buffer.from("x") }, last], /invalid name/],
  ["tables with path traversal", [...plain.slice(0, -1), { name: "tables/../0", bytes: Buffer.from("x") }, last], /unknown table/],
  ["a table without a part", [...plain.slice(0, -1), { name: "tables/users", bytes: Buffer.from("x") }, last], /unknown table/],
  ["something unknown", [...plain.slice(0, -1), { name: "../../etc/passwd", bytes: Buffer.from("x") }, last], /something unknown/],
  ["an entry twice", [...plain.slice(0, -1), media, last], /duplicate entry/],
  ["a second manifest", [...plain.slice(0, -1), plain[0] as Entry, last], /duplicate entry/],
  ["parts out of order", plain.map((entry) => (entry.name === users ? { ...entry, name: "tables/users/1" } : entry)), /not in its place/],
  ["a link", [...plain.slice(0, -1), { name: "media/zz99", bytes: Buffer.alloc(0), type: "symlink" }, last], /other than a file/],
  ["a folder", [...plain.slice(0, -1), { name: "media/zz99", bytes: Buffer.alloc(0), type: "directory" }, last], /other than a file/],
  ["an invalid key", text(plain, "secret-key", () => "short"), /secret-key is damaged/],
  ["another key", text(plain, "secret-key", () => Buffer.alloc(32, 1).toString("base64")), /different key/],
  ["an oversized manifest", text(plain, "manifest.json", (json) => json + " ".repeat(5_000_000)), /too large/],
  ["no manifest", plain.slice(1), /not an archive/],
  ["no end", plain.slice(0, -1), /cut off/],
  ["a changed byte in a file", text(whole, media.name, (bytes) => bytes.replace("photo", "phoho")), /checksum/],
  ["a changed letter in a row", text(whole, users, (rows) => rows.replace("Demo", "Demi")), /checksum/],
];
// biome-ignore lint/suspicious/noExplicitAny: the archive's JSON in whatever shape a test gives it
function strange(manifest: any, change: (table: any) => unknown): unknown {
  return { ...manifest, tables: manifest.tables.map((table: { name: string }) => (table.name === "users" ? change(table) : table)) };
}

for (const [what, entries, sentence] of cases) {
  test(`An archive with ${what} is refused with a clear message`, async () => {
    assert.match(await refusalOf(await packed(entries)), sentence);
  });
}

test("An archive with random bytes changed, or truncated anywhere, is refused", async () => {
  const bytes = await readFile(archive);
  for (let round = 0; round < 40; round += 1) {
    const at = Math.floor(chanceOf(round, 1) * (bytes.length - 1024));
    const broken = Buffer.from(round % 2 === 0 ? bytes.subarray(0, at) : bytes);
    // The padding between an entry and the next block belongs to no entry.
    if (round % 2 === 1) broken.fill(0xff, at, at + 512);
    assert.notEqual(await refusalOf(broken), "", `round ${round} at ${at}`);
  }
});

test("A header that announces more data than there is is refused", async () => {
  const bytes = await packed(plain);
  const huge = Buffer.from(bytes);
  huge.write("77777777777\0", 124, "ascii");
  let sum = 0;
  huge.fill(0x20, 148, 156);
  for (const byte of huge.subarray(0, 512)) sum += byte;
  huge.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "ascii");
  assert.match(await refusalOf(huge), /too large|damaged/);
});

test("After all of these nothing has changed, and the intact archive is restored", async () => {
  assert.deepEqual(await stateOf(target), before);
  assert.equal((await target.admin("POST", "/restore", { from: archive })).status, 200);
});

test("An archive of an earlier version, without a checksum, is restored", async () => {
  await using earlier = await operatorService();
  const path = join(folder.path, "earlier.tar");
  await writeFile(path, await packed(plain));
  assert.equal((await earlier.admin("POST", "/restore", { from: path })).status, 200);
});
