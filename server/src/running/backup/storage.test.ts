import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { collectOrphans } from "../../brands/media/orphans.ts";
import { findStorageOwner } from "../../brands/media/orphans-store.ts";
import { query } from "../../ground/database/query.ts";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { newStorageKey } from "../../ground/storage/storage.ts";
import { type OperatorService, operatorService } from "../../testing/operator.ts";
import { testStore } from "../../testing/s3.ts";
import { storedBytes } from "../../testing/stored.ts";
import { type Demo, makeDemo } from "../demo/make.ts";

const opened = new AsyncDisposableStack();
after(() => opened.disposeAsync());
const folder = opened.use(await temporaryFolder());
const store = opened.use(await testStore());
const service = opened.use(await operatorService(store.environment));
const demo = (await makeDemo(service.app)) as Demo;
const files = new Map([1, 300_000, 9_000_000].map((size) => [newStorageKey(), randomBytes(size)]));
for (const [key, bytes] of files) {
  const path = join(service.app.storage.incoming, key);
  await writeFile(path, bytes);
  await service.app.storage.adopt(key, path);
  await query(service.app.db, {
    text: `insert into media (id, brand_id, name, mime, size_bytes, sha256, storage_key, created_at, updated_at)
           values ($1, $2, 'photo.jpg', 'image/jpeg', $3, 'x', $1, $4, $4)`,
    values: [key, demo.brandId, bytes.length, service.app.clock.now()],
  });
}
await service.app.storage.claim(await findStorageOwner(service.app.db));
/** Those of the demo's posts are there, too. */
const pictures = await query<{ key: string }>(service.app.db, { text: "select storage_key key from media where name <> 'photo.jpg'" });
assert.ok(pictures.length > 0, "the demo has no pictures");
const keys = [...files.keys(), ...pictures.map(({ key }) => key)];
const objects = [...keys.map((key) => `media/${key}`), "rostrum-owner"].sort();
const archive = join(folder.path, "whole.tar");
const done = { status: 200, body: { status: "success", data: {} } };
const restore = (into: OperatorService, from: string) => into.admin("POST", "/restore", { from });
const sent = () => store.requests.filter((request) => /^(PUT|POST|DELETE) media/.test(request));

async function holdsAll({ app }: OperatorService): Promise<void> {
  for (const [key, bytes] of files) assert.ok(bytes.equals(await storedBytes(app.storage, key)), key);
}

test("A backup of a service with media in a bucket includes them, for a service on disk and for one with another bucket", async () => {
  assert.deepEqual(await service.admin("POST", "/backup", { to: archive }), done);
  await using onDisk = await operatorService();
  assert.deepEqual(await restore(onDisk, archive), done);
  await holdsAll(onDisk);
  await using other = await testStore();
  await using inBucket = await operatorService(other.environment);
  assert.deepEqual(await restore(inBucket, archive), done);
  await holdsAll(inBucket);
  assert.deepEqual(
    (await other.objects()).filter((name) => name.startsWith("media/")),
    objects.slice(0, -1),
  );
});

test("A failed restore leaves the files that were in the bucket and removes those it added", async () => {
  const damaged = join(folder.path, "damaged.tar");
  const whole = await readFile(archive);
  await writeFile(damaged, whole);
  await truncate(damaged, whole.length - 3 * 512 * 4);
  const [missing] = files.keys();
  const bytes = files.get(missing ?? "") ?? assert.fail();
  await service.app.storage.delete(missing ?? "");
  await using second = await operatorService(store.environment);
  assert.equal((await restore(second, damaged)).status, 422);
  assert.deepEqual(
    await store.objects(),
    objects.filter((name) => name !== `media/${missing}`),
  );
  const path = join(service.app.storage.incoming, "again");
  await writeFile(path, bytes);
  await service.app.storage.adopt(missing ?? "", path);
});

test("A restore into the original service's bucket uploads nothing that is already there", async () => {
  await using second = await operatorService(store.environment);
  store.requests.length = 0;
  assert.deepEqual(await restore(second, archive), done);
  assert.deepEqual(sent(), []);
  await holdsAll(second);
  // The bucket still belongs to the first service, whose later uploads the second does not know.
  const later = fromEpochMilliseconds(Date.now() + 3600_000);
  await query(second.app.db, { text: "update media_storage set owner = gen_random_uuid()" });
  await query(second.app.db, { text: "delete from media" });
  assert.equal(await collectOrphans(second.app, { before: later }), null);
  assert.equal((await collectOrphans(service.app, { before: later }))?.removed, 0);
  assert.deepEqual(await store.objects(), objects);
});

test("A file of another size than it was stored with is left out of a backup, and does not keep the rest from it", async () => {
  const [key, bytes] = [...files][1] ?? assert.fail("no file");
  const path = join(service.app.storage.incoming, "torn");
  await writeFile(path, bytes.subarray(0, 1000));
  await service.app.storage.adopt(key, path);
  assert.deepEqual(await service.admin("POST", "/backup", { to: join(folder.path, "torn.tar") }), done);
  await using second = await operatorService();
  assert.deepEqual(await restore(second, join(folder.path, "torn.tar")), done);
  assert.equal(await second.app.storage.sizeOf(key), null);
  for (const [other, content] of files) {
    if (other !== key) assert.ok(content.equals(await storedBytes(second.app.storage, other)), other);
  }
  await writeFile(path, bytes);
  await service.app.storage.adopt(key, path);
});

test("A backup or restore that fails in the store says so and leaves no archive and no rows", async () => {
  const refusal = async (reply: Promise<{ body: unknown }>, field: string) =>
    ((await reply).body as { errors: Record<string, string> }).errors[field];
  const to = join(folder.path, "failed.tar");
  store.before = (request) => (request.startsWith("GET media/") ? 403 : undefined);
  assert.equal(
    await refusal(service.admin("POST", "/backup", { to }), "to"),
    "The archive cannot be written: The media store failed: 403 Refused.",
  );
  await assert.rejects(readFile(to), { code: "ENOENT" });
  await using other = await testStore();
  await using second = await operatorService(other.environment);
  other.before = (request) => (request.startsWith("PUT media/") ? 403 : undefined);
  assert.equal(await refusal(restore(second, archive), "from"), "The archive cannot be read: The media store failed: 403 Refused.");
  assert.deepEqual(await query(second.app.db, { text: "select id from media" }), []);
  store.before = null;
  const [missing = ""] = files.keys();
  await service.app.storage.delete(missing);
  assert.equal((await service.admin("POST", "/backup", { to })).status, 200);
  await using third = await testStore();
  await using restored = await operatorService(third.environment);
  assert.equal((await restore(restored, to)).status, 200);
  const kept = await query<{ key: string }>(restored.app.db, { text: "select storage_key as key from media" });
  for (const { key } of kept) assert.equal((await restored.app.storage.sizeOf(key)) === null, key === missing, key);
});
