import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { request } from "node:http";
import { dirname } from "node:path";
import { after, test } from "node:test";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { collectOrphans, orphansBefore } from "../../server/src/brands/media/orphans.ts";
import { readConfig } from "../../server/src/ground/config.ts";
import { query } from "../../server/src/ground/database/query.ts";
import { temporaryFolder, testDatabase } from "../../server/src/ground/database/testing.ts";
import { createLog } from "../../server/src/ground/observability/log.ts";
import { openStorage } from "../../server/src/ground/storage/open.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { filesReceived } from "../../server/src/testing/received.ts";
import { testStore } from "../../server/src/testing/s3.ts";
import { call } from "../../server/src/testing/stage.ts";
import { storedBytes } from "../../server/src/testing/stored.ts";
import { type Running, running } from "./running.ts";

/** Large enough for an upload of two parts. */
const LARGE_BYTES = 12 * 1024 * 1024;
const ADMIN_TOKEN = "admin-token-of-a-test";

const store = await testStore();
const database = await testDatabase();
const folder = await temporaryFolder();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const environment = {
  ...store.environment,
  PORT: String(port),
  ROSTRUM_DATA_DIR: folder.path,
  DATABASE_URL: database.url,
  ROSTRUM_ADMIN_TOKEN: ADMIN_TOKEN,
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
const app = { db: database.db, storage: await openStorage(readConfig(environment)), log: createLog("fatal") };
const incoming = () => filesReceived(dirname(dirname(app.storage.incoming)));

function started(): Promise<Running> {
  return running(environment, { role: "api", dataDirectory: folder.path });
}

/**
 * Uploads a document as far as possible. Returns the status, or null if no response came. `pauseAt`: byte at which the sender
 * pauses.
 */
async function upload(size: number, pauseAt = Number.POSITIVE_INFINITY): Promise<number | null> {
  const head = Buffer.from(
    '--x\r\nContent-Disposition: form-data; name="media"; filename="menu.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n',
  );
  const body = Buffer.concat([head, randomBytes(size), Buffer.from("\r\n--x--\r\n")]);
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const outgoing = request(`${url}/v1/brands/${brandId}/media`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "multipart/form-data; boundary=x", "Content-Length": body.length },
  });
  outgoing.once("error", () => resolve(null));
  outgoing.once("response", (reply) => {
    reply.resume();
    resolve(reply.statusCode ?? 0);
  });
  if (pauseAt < body.length) outgoing.write(body.subarray(0, pauseAt));
  else outgoing.end(body);
  return promise;
}

interface Step {
  readonly name: string;
  readonly size: number;
  /** What the dead process leaves in the bucket: the file, or an unfinished upload with parts. */
  readonly leaves: { readonly object: boolean; readonly upload: boolean };
  readonly at: "before" | "after";
  readonly request: RegExp;
}

const nothing = { object: false, upload: false };
const parts = { object: false, upload: true };
const whole = { object: true, upload: false };
const steps: readonly Step[] = [
  { name: "before a small file is sent", size: 1000, at: "before", request: /^PUT media\/\w+$/, leaves: nothing },
  { name: "after a small file has arrived", size: 1000, at: "after", request: /^PUT media\/\w+$/, leaves: whole },
  { name: "before a large upload is begun", size: LARGE_BYTES, at: "before", request: /\?uploads$/, leaves: nothing },
  { name: "after it is begun", size: LARGE_BYTES, at: "after", request: /\?uploads$/, leaves: parts },
  { name: "after its first part", size: LARGE_BYTES, at: "after", request: /partNumber=1/, leaves: parts },
  { name: "before its last part", size: LARGE_BYTES, at: "before", request: /partNumber=2/, leaves: parts },
  { name: "before its end", size: LARGE_BYTES, at: "before", request: /^POST \S+\?uploadId/, leaves: parts },
  { name: "after its end", size: LARGE_BYTES, at: "after", request: /^POST \S+\?uploadId/, leaves: whole },
];

/**
 * Collects orphans: what a killed process has received goes at once, of the store nothing while it is new, and only media remain once
 * everything is old.
 */
async function collectedAll(): Promise<void> {
  const before = [await store.objects(), await store.uploads()];
  await app.storage.sweep(orphansBefore());
  assert.equal((await collectOrphans(app, { before: orphansBefore() }))?.removed, 0);
  assert.deepEqual([await store.objects(), await store.uploads(), await incoming()], [...before, []]);
  const later = fromEpochMilliseconds(Date.now() + 3600_000);
  await app.storage.sweep(later);
  assert.notEqual(await collectOrphans(app, { before: later }), null);
  const rows = await query<{ key: string }>(app.db, { text: "select storage_key as key from media" });
  assert.deepEqual(await store.objects(), [...rows.map((row) => `media/${row.key}`), "rostrum-owner"].sort());
  assert.deepEqual([await store.uploads(), await incoming()], [[], []]);
}

for (const { name, size, at, request, leaves } of steps) {
  test(`a service killed ${name} leaves nothing behind after collection`, async () => {
    const objects = (await store.objects()).length;
    const never = new Promise<undefined>(() => {});
    store[at] = (seen) => {
      if (!request.test(seen)) return undefined;
      void service.kill();
      return never;
    };
    assert.equal(await upload(size), null);
    await service.kill();
    store[at] = null;
    const left = { object: (await store.objects()).length > objects, upload: (await store.uploads()).length > 0 };
    assert.deepEqual([left, (await incoming()).length], [leaves, 1]);
    await collectedAll();
    service = await started();
  });
}

test("a service killed while receiving an upload leaves nothing behind after collection", async () => {
  const answer = upload(LARGE_BYTES, LARGE_BYTES / 2);
  await eventually("something is received", async () => {
    const [file] = await incoming();
    return file !== undefined && (await stat(file)).size > 1_000_000;
  });
  await service.kill();
  assert.equal(await answer, null);
  assert.equal((await incoming()).length, 1);
  await collectedAll();
  service = await started();
});

test("whatever was acknowledged before a kill still exists after it, and after collection", async () => {
  assert.deepEqual([await upload(1000), await upload(LARGE_BYTES)], [201, 201]);
  await service.kill();
  await collectedAll();
  const rows = await query<{ key: string; size: number }>(app.db, { text: `select storage_key as key, size_bytes as size from media` });
  assert.equal(rows.length, 2);
  for (const { key, size } of rows) assert.equal((await storedBytes(app.storage, key)).length, size);
});
