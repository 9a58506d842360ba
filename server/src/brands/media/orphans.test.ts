import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { after, before, suite, test } from "node:test";
import { fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";
import fc from "fast-check";
import { LOCK_SPACES } from "../../ground/database/locks.ts";
import { execute, query, transaction } from "../../ground/database/query.ts";
import { createLog } from "../../ground/observability/log.ts";
import { createS3Client } from "../../ground/storage/s3-client.ts";
import { newStorageKey } from "../../ground/storage/storage.ts";
import { aPlace, aPost, entries, type Place } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { type TestStore, testStore } from "../../testing/s3.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { inspectFile } from "./inspect.ts";
import { keepMedia, storeFile } from "./keep.ts";
import { collectOrphans, orphansBefore } from "./orphans.ts";
import { startMediaKeeping, tidyOnce } from "./orphans-loop.ts";
import { forbidRemoval } from "./orphans-store.ts";

const HOUR_SECONDS = 3600;
const ago = (seconds: number): Instant => fromEpochMilliseconds(Date.now() - seconds * 1000);
/** Every existing file is older than this. */
const LATER = ago(-HOUR_SECONDS);

for (const kind of ["a disk", "an S3 store"] as const) {
  suite(`orphans on ${kind}`, () => {
    const opened = new AsyncDisposableStack();
    let store: TestStore | null = null;
    let stage: Stage;
    let place: Place;
    before(async () => {
      store = kind === "a disk" ? null : opened.use(await testStore());
      stage = opened.use(await openStage(store?.environment ?? {}));
      place = await aPlace(stage, { channels: ["Mastodon"] });
    });
    after(() => opened.disposeAsync());

    const storage = () => stage.app.storage;

    async function stored(): Promise<string[]> {
      const keys: string[] = [];
      let from: string | null = null;
      do {
        const page = await storage().list(from);
        keys.push(...page.files.map(({ key }) => key));
        from = page.next;
      } while (from !== null);
      return keys.sort();
    }

    async function known(): Promise<string[]> {
      const rows = await query<{ key: string }>(stage.app.db, { text: "select storage_key as key from media" });
      return rows.map(({ key }) => key).sort();
    }

    async function received(bytes: Uint8Array): Promise<string> {
      const path = join(storage().incoming, newStorageKey());
      await writeFile(path, bytes);
      return path;
    }

    async function orphan(): Promise<string> {
      const key = newStorageKey();
      await storage().adopt(key, await received(randomBytes(100)));
      return key;
    }

    async function makeOld(path: string): Promise<void> {
      const then = Date.now() / 1000 - 25 * HOUR_SECONDS;
      await utimes(path, then, then);
    }

    function fileOf(key: string): string {
      return store?.fileOf(`media/${key}`) ?? join(stage.app.config.dataDirectory, "media", key.slice(0, 2), key);
    }

    const collect = (moment = LATER) => collectOrphans(stage.app, { before: moment });

    test("a file without a medium is removed after a day, and not before", async () => {
      const [young, old] = [await orphan(), await orphan()];
      await makeOld(fileOf(old));
      assert.deepEqual(await collect(orphansBefore()), { files: 2, removed: 1, removedBytes: 100 });
      assert.deepEqual(await stored(), [young]);
      assert.deepEqual(await collect(orphansBefore()), { files: 1, removed: 0, removedBytes: 0 });
      await storage().delete(young);
    });

    test("every medium keeps its file, whether its post is a draft, in progress, published or deleted, or there is none", async () => {
      const picture = () => aPicture(`#${randomBytes(3).toString("hex")}`);
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) ids.push(await uploaded(stage, place, { bytes: await picture(), name: "tart.png" }));
      const [draft, waiting, published, deleted] = ids;
      await aPost(place, { publishMode: "DRAFT", media: [{ id: draft }] });
      await aPost(place, { publishMode: "IMMEDIATE", media: [{ id: published }] });
      await stage.settle();
      assert.equal((await entries(place, "PUBLISHED")).length, 1);
      const gone = await aPost(place, { publishMode: "IMMEDIATE", media: [{ id: deleted }] });
      await stage.settle();
      await place.api("DELETE", `/posts/${gone}`);
      stage.intercept = (_request, reply) => reply.code(503).send();
      await aPost(place, { publishMode: "IMMEDIATE", media: [{ id: waiting }] });
      await stage.settle();
      const kept = await stored();
      assert.equal(kept.length, 5);
      assert.deepEqual(await collect(), { files: 5, removed: 0, removedBytes: 0 });
      assert.deepEqual([await stored(), await known()], [kept, kept]);
      stage.intercept = null;
      await stage.live(1200, 60);
      assert.equal((await entries(place, "PUBLISHED")).length, 3);
    });

    test("a derived file is kept as long as its medium, and removed once that is gone", async () => {
      const [original] = await known();
      const made = `${original}.0123456789abcdef`;
      const left = `${newStorageKey()}.0123456789abcdef`;
      for (const key of [made, left]) await storage().adopt(key, await received(randomBytes(10)));
      assert.equal((await collect())?.removed, 1);
      assert.deepEqual(await stored(), [...(await known()), made].sort());
      await storage().delete(made);
    });

    test("foreign files next to ours are left alone", async () => {
      const names = ["notes.txt", "README", "0123456789abcdef", `${newStorageKey()}x`];
      for (const key of names) await storage().adopt(key, await received(Buffer.from("not ours")));
      assert.equal((await collect())?.removed, 0);
      for (const key of names) await storage().delete(key);
    });

    test("after a crash at any step of an upload, collection leaves no orphan and removes no known file", async () => {
      const s3 = store === null ? null : createS3Client(stage.app.config.s3 ?? assert.fail()).commands;
      const steps = ["receiving", "received", ...(s3 === null ? [] : ["begun", "in parts"]), "stored", "rolled back", "committed"];
      const upload = fc.record({ step: fc.constantFrom(...steps), isOld: fc.boolean(), size: fc.integer({ min: 1, max: 5000 }) });

      /** Runs an upload up to the step, as a killed process would. Returns what must exist in the end. */
      async function crash({ step, isOld, size }: { step: string; isOld: boolean; size: number }) {
        const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(size)]);
        const path = await received(step === "receiving" ? bytes.subarray(0, size / 2) : bytes);
        const left = { incoming: isOld ? [] : [path], uploads: [] as string[], keys: [] as string[] };
        const nothing = { incoming: [], uploads: [], keys: [] };
        if (isOld) await makeOld(path);
        if (step === "receiving" || step === "received") return left;
        if (s3 !== null && (step === "begun" || step === "in parts")) {
          const name = `media/${newStorageKey()}`;
          const id = await s3.getMultipartUploadId(name);
          if (step === "in parts") await s3.uploadPart(name, id, bytes, 1);
          if (isOld) await makeOld(join(store?.uploadOf(id) ?? "", "key"));
          return { ...left, uploads: isOld ? [] : [id] };
        }
        const facts = (await inspectFile(path)) ?? assert.fail();
        const file = await storeFile(stage.app, { path, fileName: "menu.pdf", facts });
        if (isOld) await makeOld(fileOf(file.storageKey));
        const keep = { brandId: place.brandId, file };
        if (step === "committed") await keepMedia(stage.app, stage.app.db, keep);
        if (step === "rolled back")
          await transaction(stage.app.db, async (tx) => {
            await keepMedia(stage.app, tx, keep);
            throw new Error("killed");
          }).catch(() => {});
        return isOld && step !== "committed" ? nothing : { ...nothing, keys: [file.storageKey] };
      }

      await fc.assert(
        fc.asyncProperty(fc.array(upload, { minLength: 1, maxLength: 10 }), async (uploads) => {
          const before = await stored();
          const left = await Promise.all(uploads.map(crash));
          // Two processes at once, then one of them again.
          await Promise.all([storage().sweep(orphansBefore()), storage().sweep(orphansBefore()), collect(orphansBefore())]);
          await collect(orphansBefore());
          const names = await readdir(storage().incoming);
          assert.deepEqual(names.sort(), left.flatMap(({ incoming }) => incoming.map((path) => path.split("/").at(-1))).sort());
          assert.deepEqual((await store?.uploads()) ?? [], left.flatMap(({ uploads }) => uploads).sort());
          assert.deepEqual(await stored(), [...before, ...left.flatMap(({ keys }) => keys)].sort());
          // A day later the new files are old.
          await storage().sweep(LATER);
          await collect();
          assert.deepEqual([await readdir(storage().incoming), (await store?.uploads()) ?? []], [[], []]);
          assert.deepEqual(await stored(), await known());
        }),
        { numRuns: 15 },
      );
    });

    test("two concurrent collections remove each orphan once, and both succeed", async () => {
      for (let count = 0; count < 10; count += 1) await orphan();
      const both = await Promise.all([collect(), collect()]);
      assert.equal(
        both.reduce((sum, collection) => sum + (collection?.removed ?? 0), 0),
        10,
      );
      assert.deepEqual(await stored(), await known());
    });

    test("nothing is collected during a backup or restore", async () => {
      const key = await orphan();
      await transaction(stage.app.db, async (tx) => {
        await forbidRemoval(tx);
        assert.equal(await collect(), null);
      });
      assert.equal((await collect())?.removed, 1);
      assert.equal(await storage().sizeOf(key), null);
    });

    test("a backup that begins in the middle of a collection waits for a page of it, and what follows is left for another time", async () => {
      const [first, second] = [await orphan(), await orphan()];
      const [begun, letIn, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const backup = begun.promise.then(() =>
        transaction(stage.app.db, async (tx) => {
          await forbidRemoval(tx);
          letIn.resolve();
          await done.promise;
        }),
      );
      const pageOf = (key: string, next: string | null) => ({ files: [{ key, sizeBytes: 100, storedAt: ago(HOUR_SECONDS) }], next });
      const app = {
        ...stage.app,
        storage: {
          ...storage(),
          async list(from: string | null) {
            if (from === null) return pageOf(first, "the second page");
            await letIn.promise;
            return pageOf(second, null);
          },
          async delete(key: string) {
            begun.resolve();
            await storage().delete(key);
          },
        },
      };
      assert.equal(await collectOrphans(app, { before: LATER }), null);
      assert.deepEqual([await storage().sizeOf(first), await storage().sizeOf(second)], [null, 100]);
      done.resolve();
      await backup;
      assert.equal((await collect())?.removed, 1);
    });

    test("files are checked once a day, and the log says what was removed", async () => {
      const lines: string[] = [];
      const app = { ...stage.app, log: createLog("debug", { destination: { write: (line: string) => void lines.push(line) } }) };
      const said = () =>
        lines
          .splice(0)
          .map((line) => JSON.parse(line))
          .map(({ time: _, level: __, ...facts }) => facts);
      await execute(stage.app.db, { text: "update media_storage set collected_at = null" });
      const key = await orphan();
      await makeOld(fileOf(key));
      await makeOld(await received(Buffer.from("left")));
      await tidyOnce(app);
      const files = (await known()).length;
      assert.deepEqual(said(), [
        { event: "unfinished uploads removed", uploads: 1 },
        { event: "media orphans collected", files: files + 1, removed: 1, removedBytes: 100 },
      ]);
      stage.pass(24 * HOUR_SECONDS - 1);
      await tidyOnce(app);
      assert.deepEqual(said(), []);
      stage.pass(1);
      await Promise.all([tidyOnce(app), tidyOnce(app)]);
      await tidyOnce(app);
      const collections = said();
      assert.ok(collections.length === 1 || collections.length === 2, "one, or one after the other");
      assert.deepEqual(collections[0], { event: "media orphans collected", files, removed: 0, removedBytes: 0 });
    });

    test("a start removes the uploads that a killed process has left", async () => {
      const [world] = basename(storage().incoming).split("-");
      const left = join(dirname(storage().incoming), `${world}-${spawnSync(process.execPath, ["--version"]).pid}-killed`);
      await mkdir(left);
      for (const name of ["one", "two"]) await writeFile(join(left, name), "half");
      await using _ = startMediaKeeping(stage.app, { collects: true });
      await eventually("what was left is removed", async () => !existsSync(left));
    });

    test("another installation's files are left alone, and the log says whose they are", async () => {
      const owner = await storage().claim("anybody");
      const self = "00000000-0000-4000-8000-000000000000";
      await execute(stage.app.db, { text: "update media_storage set owner = $1, collected_at = null", values: [self] });
      const key = await orphan();
      const lines: string[] = [];
      const app = { ...stage.app, log: createLog("debug", { destination: { write: (line: string) => void lines.push(line) } }) };
      assert.equal(await collectOrphans(app, { before: LATER }), null);
      await tidyOnce(app);
      assert.equal(await storage().sizeOf(key), 100);
      for (const line of lines) {
        const { event, ...facts } = JSON.parse(line);
        assert.deepEqual([event, facts.owner, facts.self], ["media belong to another installation", owner, self]);
      }
      assert.equal(lines.length, 2);
      await execute(stage.app.db, { text: "update media_storage set owner = $1", values: [owner] });
      assert.equal((await collect())?.removed, 1);
    });

    test("a collection that loses its connection stops removing, and the next one continues", async () => {
      for (let count = 0; count < 3; count += 1) await orphan();
      const before = await stored();
      const list = storage().list;
      const app = {
        ...stage.app,
        storage: {
          ...stage.app.storage,
          async list(from: string | null) {
            await query(stage.app.db, {
              text: "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = $1::bigint::oid",
              values: [LOCK_SPACES.storage],
            });
            return list(from);
          },
        },
      };
      await assert.rejects(collectOrphans(app, { before: LATER }));
      assert.deepEqual(await stored(), before);
      assert.equal((await collect())?.removed, 3);
    });
  });
}

suite("orphans on a store that fails", () => {
  test("the next collection continues one that was interrupted", async () => {
    await using store = await testStore();
    await using stage = await openStage(store.environment);
    const keys = [newStorageKey(), newStorageKey(), newStorageKey()].sort();
    for (const key of keys) {
      const path = join(stage.app.storage.incoming, key);
      await writeFile(path, "x");
      await stage.app.storage.adopt(key, path);
    }
    store.before = (request) => (request === `DELETE media/${keys[1]}` ? 403 : undefined);
    await assert.rejects(collectOrphans(stage.app, { before: LATER }), { name: "StorageTrouble" });
    assert.deepEqual(await store.objects(), [`media/${keys[1]}`, `media/${keys[2]}`, "rostrum-owner"]);
    store.before = null;
    assert.deepEqual(await collectOrphans(stage.app, { before: LATER }), { files: 2, removed: 2, removedBytes: 2 });
    assert.deepEqual(await store.objects(), ["rostrum-owner"]);
  });
});
