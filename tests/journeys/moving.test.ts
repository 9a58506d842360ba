import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { collectOrphans } from "../../server/src/brands/media/orphans.ts";
import { readConfig } from "../../server/src/ground/config.ts";
import { query } from "../../server/src/ground/database/query.ts";
import { temporaryFolder, testDatabase } from "../../server/src/ground/database/testing.ts";
import { createLog } from "../../server/src/ground/observability/log.ts";
import { openStorage } from "../../server/src/ground/storage/open.ts";
import { entriesOf } from "../../server/src/intake/archives/testing.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { testStore } from "../../server/src/testing/s3.ts";
import { call } from "../../server/src/testing/stage.ts";
import { type Ran, type Running, run, running } from "./running.ts";

// A process of its own: it takes minutes, so it starts first.

const ADMIN_TOKEN = "admin-token-of-a-test";
const PDF = "%PDF-1.4\n1 0 obj\n<< /Type /Page >>\nendobj\n";

const store = await testStore();
const database = await testDatabase();
const folder = await temporaryFolder();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const environment = {
  ...store.environment,
  PORT: String(port),
  ROSTRUM_DATA_DIR: join(folder.path, "data"),
  DATABASE_URL: database.url,
  ROSTRUM_ADMIN_TOKEN: ADMIN_TOKEN,
  ROSTRUM_DEMO: "0",
};
let service: Running = await started();
after(async () => {
  await service.kill();
  await store[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const admin = async (path: string, body: unknown) => (await call(`${url}/app/api/admin${path}`, "POST", ADMIN_TOKEN, body)).body.data;
await admin("/users", { name: "Ada", email: "ada@example.org", verified: true });
const { key } = await admin("/keys", { user: "ada@example.org", name: "test" });
const { id: brandId } = await admin("/brands", { owner: "ada@example.org", title: "Bakery" });
await upload();

async function upload(): Promise<void> {
  const form = new FormData();
  form.set("media", new Blob([PDF]), "menu.pdf");
  const headers = { Authorization: `Bearer ${key}` };
  const reply = await fetch(`${url}/v1/brands/${brandId}/media`, { method: "POST", headers, body: form });
  assert.equal(reply.status, 201);
}

function started(): Promise<Running> {
  return running(environment, { dataDirectory: environment.ROSTRUM_DATA_DIR });
}

/** Kills the service when it asks the media storage for something like this. */
function killAt(moment: "before" | "after", request: RegExp): void {
  store[moment] = (seen) => {
    if (!request.test(seen)) return undefined;
    void service.kill();
    return new Promise<undefined>(() => {});
  };
}

async function restarted(): Promise<void> {
  await service.kill();
  store.before = null;
  store.after = null;
  service = await started();
}

const rostrum = (words: readonly string[]): Promise<Ran> =>
  run(["admin", "brands", ...words], { environment: { PATH: process.env.PATH ?? "", ROSTRUM_URL: url, ROSTRUM_ADMIN_TOKEN: ADMIN_TOKEN } });
const archive = join(folder.path, "bakery.zip");
const exporting = () => rostrum(["export", "--brand-id", String(brandId), "--to", archive]);
const importing = (...more: readonly string[]) => rostrum(["import", "--from", archive, "--owner", "ada@example.org", ...more]);
const brands = async () => (await query<{ count: number }>(database.db, { text: "select count(*) count from brands" }))[0]?.count;

test("a service killed while it makes an archive goes on with it when it is back, and the command leaves no half of a file", async () => {
  killAt("before", /^GET media\//);
  const { code } = await exporting();
  assert.equal(code, 6);
  assert.deepEqual(await readdir(folder.path), ["data"]);
  await restarted();
  await eventually("the archive is made", async () => {
    const [made] = await query<{ status: string; tries: number }>(database.db, { text: "select status, tries from brand_archives" });
    return made?.status === "ready" && made.tries === 2;
  });
});

test("the command writes everything of a brand into a file, and overwrites none", async () => {
  const { code, out, err } = await exporting();
  assert.equal(code, 0, err);
  assert.match(out, /^Everything of the brand is in \S+bakery\.zip \(\d+ bytes\)\.\n$/);
  const files = await entriesOf(await readFile(archive));
  const [medium] = [...files.keys()].filter((name) => name.startsWith("media/"));
  assert.equal(String(files.get(medium ?? "")), PDF);
  const again = await exporting();
  assert.deepEqual([again.code, again.err], [2, `--to: ${archive} exists already.\n`]);
  const unknown = await rostrum(["export", "--brand-id", "987654", "--to", join(folder.path, "other.zip")]);
  assert.deepEqual([unknown.code, unknown.err], [4, "There is no brand with the id 987654.\n"]);
});

for (const moment of ["before", "after"] as const) {
  test(`a service killed ${moment} it has stored a file of an archive has brought in nothing of it`, async () => {
    killAt(moment, /^PUT media\//);
    assert.equal((await importing()).code, 6);
    await restarted();
    assert.equal(await brands(), 1);
  });
}

test("what was interrupted can be brought in, once", async () => {
  const { code, out, err } = await importing();
  assert.equal(code, 0, err);
  assert.match(out, /^Bakery is brand \d+, as it was on \d{4}-\d\d-\d\d \d\d:\d\d UTC: 0 posts, 0 published entries, 1 files\.\n/);
  assert.match(out, /Its queue is paused\./);
  const second = await importing();
  assert.equal(second.code, 1);
  assert.match(second.err, /^This archive was brought in already: as the brand “Bakery” \(\d+\)/);
  const again = await importing("--again", "--json");
  assert.equal(JSON.parse(again.out).title, "Bakery");
  assert.equal(await brands(), 3);
});

test("nothing is left of what was interrupted once orphans have been collected", async () => {
  await service.kill();
  const app = { db: database.db, storage: await openStorage(readConfig(environment)), log: createLog("fatal") };
  const later = fromEpochMilliseconds(Date.now() + 3600_000);
  await app.storage.sweep(later);
  assert.notEqual(await collectOrphans(app, { before: later }), null);
  const rows = await query<{ key: string }>(app.db, {
    text: "select storage_key as key from media union all select storage_key from brand_archives where storage_key is not null",
  });
  assert.equal(rows.length, 4);
  assert.deepEqual(await store.objects(), [...rows.map((row) => `media/${row.key}`), "rostrum-owner"].sort());
  assert.deepEqual(await readdir(app.storage.incoming), []);
});
