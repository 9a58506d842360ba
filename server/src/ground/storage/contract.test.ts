import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, before, suite, test } from "node:test";
import { fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";
import { testStore } from "../../testing/s3.ts";
import { storedBytes } from "../../testing/stored.ts";
import { readConfig } from "../config.ts";
import { temporaryFolder } from "../database/testing.ts";
import { openStorage } from "./open.ts";
import { MissingFile, newStorageKey, type Storage } from "./storage.ts";

/** Larger than two parts of an upload, and not a multiple of one. */
const LARGE_BYTES = 17 * 1024 * 1024 + 11;

const inSeconds = (seconds: number): Instant => fromEpochMilliseconds(Date.now() + seconds * 1000);

for (const kind of ["a disk", "an S3 store"] as const) {
  suite(`media on ${kind}`, () => {
    const opened = new AsyncDisposableStack();
    let storage: Storage;
    before(async () => {
      const folder = opened.use(await temporaryFolder());
      const environment = kind === "a disk" ? {} : opened.use(await testStore()).environment;
      storage = await openStorage(readConfig({ ROSTRUM_DATA_DIR: folder.path, ...environment }));
    });
    after(() => opened.disposeAsync());

    async function received(bytes: Uint8Array): Promise<string> {
      const path = join(storage.incoming, newStorageKey());
      await writeFile(path, bytes);
      return path;
    }

    async function adopted(bytes: Uint8Array): Promise<string> {
      const key = newStorageKey();
      await storage.adopt(key, await received(bytes));
      return key;
    }

    async function everything(): Promise<Map<string, number>> {
      const found = new Map<string, number>();
      let from: string | null = null;
      do {
        const page = await storage.list(from);
        for (const { key, sizeBytes } of page.files) found.set(key, sizeBytes);
        from = page.next;
      } while (from !== null);
      return found;
    }

    test("an adopted file reads back in full and is gone from where it was received", async () => {
      for (const size of [0, 1, 70_000, LARGE_BYTES]) {
        const bytes = randomBytes(size);
        const key = await adopted(bytes);
        assert.ok(bytes.equals(await storedBytes(storage, key)), `${size} bytes read`);
        assert.ok(bytes.equals(await buffer(await storage.stream(key))), `${size} bytes streamed`);
        assert.equal(await storage.sizeOf(key), size);
      }
      assert.deepEqual(await readdir(storage.incoming), []);
    });

    test("a range gives exactly its bytes, the first and the last one included", async () => {
      const bytes = randomBytes(LARGE_BYTES);
      const key = await adopted(bytes);
      const middle = 8 * 1024 * 1024;
      for (const [start, end] of [
        [0, 0],
        [0, 9],
        [middle - 5, middle + 5],
        [LARGE_BYTES - 1, LARGE_BYTES - 1],
        [5, LARGE_BYTES - 1],
      ] as const) {
        const part = await buffer(await storage.stream(key, { start, end }));
        assert.ok(part.equals(bytes.subarray(start, end + 1)), `${start} to ${end}: ${part.length} bytes`);
      }
    });

    test("a range is read in pieces, into the memory that the reader makes room for or into the storage's own", async () => {
      const bytes = randomBytes(LARGE_BYTES);
      const key = await adopted(bytes);
      const memory = new Uint8Array(65_536);
      for (const [start, end] of [
        [0, 0],
        [65_535, 65_536],
        [0, LARGE_BYTES - 1],
        [LARGE_BYTES - 70_000, LARGE_BYTES - 1],
      ] as const) {
        const copies: Buffer[] = [];
        for await (const piece of storage.pieces(key, { start, end }, () => memory)) copies.push(Buffer.from(piece));
        assert.ok(Buffer.concat(copies).equals(bytes.subarray(start, end + 1)), `${start} to ${end}`);
      }
      for await (const _ of storage.pieces(key, { start: 0, end: LARGE_BYTES - 1 }, () => memory)) break;
    });

    test("a stream that is not read to its end closes the file", async () => {
      const key = await adopted(randomBytes(LARGE_BYTES));
      for (let round = 0; round < 20; round += 1) {
        const stream = await storage.stream(key);
        stream.once("error", () => {});
        for await (const _ of stream) break;
        assert.equal(stream.destroyed, true);
      }
      await storage.delete(key);
      assert.equal(await storage.sizeOf(key), null);
    });

    test("adopting under the same key again replaces the file", async () => {
      const key = await adopted(randomBytes(LARGE_BYTES));
      await storage.adopt(key, await received(Buffer.from("new")));
      assert.equal((await storedBytes(storage, key)).toString(), "new");
    });

    test("a missing file is missing for every reader, and deleting it is not an error", async () => {
      const key = await adopted(Buffer.from("short"));
      await storage.delete(key);
      await storage.delete(key);
      await assert.rejects(storage.stream(key), MissingFile);
      await assert.rejects(storage.stream(key, { start: 0, end: 1 }), MissingFile);
      const pieces = storage.pieces(key, { start: 0, end: 1 }, () => new Uint8Array(2));
      await assert.rejects(async () => {
        for await (const _ of pieces) assert.fail("a piece of a missing file");
      }, MissingFile);
      assert.equal(await storage.sizeOf(key), null);
    });

    test("adopting a file that was not received fails and stores nothing", async () => {
      const key = newStorageKey();
      await assert.rejects(storage.adopt(key, join(storage.incoming, "nowhere")));
      assert.equal(await storage.sizeOf(key), null);
    });

    test("the list names every file once with its size and date, page by page, even while files are removed", async () => {
      for (const key of (await everything()).keys()) await storage.delete(key);
      const began = inSeconds(-2);
      const stored = new Map<string, number>();
      for (let size = 0; size < 30; size += 1) stored.set(await adopted(randomBytes(size)), size);
      assert.deepEqual(new Map([...(await everything())].sort()), new Map([...stored].sort()));
      let from: string | null = null;
      do {
        const page = await storage.list(from);
        for (const { key, storedAt } of page.files) {
          assert.ok(storedAt > began && storedAt < inSeconds(2), storedAt);
          await storage.delete(key);
          stored.delete(key);
        }
        from = page.next;
      } while (from !== null);
      assert.deepEqual([[...stored.keys()], [...(await everything()).keys()]], [[], []]);
    });

    test("the first to claim the files owns them from then on, and the claim is not listed", async () => {
      const listed = (await everything()).size;
      assert.equal(await storage.claim("bakery"), "bakery");
      assert.equal(await storage.claim("brewery"), "bakery");
      assert.equal(await storage.claim("bakery"), "bakery");
      assert.equal((await everything()).size, listed);
    });

    test("sweeping removes only files that were received before the given time and not adopted", async () => {
      const key = await adopted(Buffer.from("kept"));
      const old = await received(Buffer.from("old"));
      const young = await received(Buffer.from("young"));
      const then = Date.now() / 1000 - 7200;
      await utimes(old, then, then);
      assert.equal(await storage.sweep(inSeconds(-3600)), 1);
      assert.deepEqual(await readdir(storage.incoming), [young.split("/").at(-1)]);
      assert.equal(await storage.sweep(inSeconds(60)), 1);
      assert.equal(await storage.sweep(inSeconds(60)), 0);
      assert.equal((await storedBytes(storage, key)).toString(), "kept");
    });

    test("sweeping removes what a process has left that is gone: at once on this kernel, elsewhere when it has long given no sign", async (context) => {
      const parent = dirname(storage.incoming);
      const [world] = basename(storage.incoming).split("-");
      const ended = spawnSync(process.execPath, ["--version"]).pid;
      const left = async (name: string) => {
        await mkdir(join(parent, name));
        await writeFile(join(parent, name, "part"), "half");
        return name;
      };
      const [dead, alive, mute, speaking] = await Promise.all(
        [`${world}-${ended}-a`, `${world}-${process.ppid}-b`, `0-1-c`, `0-2-d`].map(left),
      );
      const there = async () => (await readdir(parent)).filter((name) => name !== basename(storage.incoming)).sort();
      let seconds = 0;
      context.mock.method(performance, "now", () => seconds * 1000);
      assert.equal(await storage.sweep(inSeconds(-3600)), 1);
      assert.deepEqual(await there(), [alive, mute, speaking].sort());
      assert.ok(!(await there()).includes(dead ?? ""));
      seconds = 100;
      assert.equal(await storage.sweep(inSeconds(-3600)), 0);
      for (const name of [alive, speaking]) await utimes(join(parent, name ?? ""), new Date(0), new Date(seconds * 1000));
      seconds = 130;
      assert.equal(await storage.sweep(inSeconds(-3600)), 1);
      assert.deepEqual(await there(), [alive, speaking].sort());
      seconds = 300;
      assert.equal(await storage.sweep(inSeconds(-3600)), 2);
      assert.deepEqual(await there(), []);
    });
  });
}
