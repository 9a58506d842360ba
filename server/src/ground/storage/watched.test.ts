import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { testStore } from "../../testing/s3.ts";
import { readConfig } from "../config.ts";
import { temporaryFolder } from "../database/testing.ts";
import { openStorage } from "./open.ts";
import { MissingFile, newStorageKey, StorageTrouble } from "./storage.ts";
import { watchedStorage } from "./watched.ts";

test("each call that the store refuses is told once, and nothing else is", async () => {
  await using folder = await temporaryFolder();
  await using store = await testStore();
  let failures = 0;
  const opened = await openStorage(readConfig({ ROSTRUM_DATA_DIR: folder.path, ...store.environment }));
  const storage = watchedStorage(opened, () => {
    failures += 1;
  });
  const received = async () => {
    const path = join(storage.incoming, newStorageKey());
    await writeFile(path, randomBytes(100));
    return path;
  };
  const key = newStorageKey();
  await storage.adopt(key, await received());
  const inPieces = async (name: string) => {
    let length = 0;
    for await (const piece of storage.pieces(name, { start: 0, end: 99 }, () => new Uint8Array(64))) length += piece.length;
    return length;
  };
  assert.equal(await inPieces(key), 100);
  assert.equal(await storage.sizeOf(key), 100);
  await assert.rejects(storage.stream(newStorageKey()), MissingFile);
  await assert.rejects(inPieces(newStorageKey()), MissingFile);
  assert.equal(failures, 0);
  store.before = () => 403;
  const path = await received();
  const calls = [
    () => storage.adopt(newStorageKey(), path),
    () => storage.stream(key),
    () => inPieces(key),
    () => storage.delete(key),
    () => storage.list(null),
    () => storage.claim("bakery"),
  ];
  for (const [index, call] of calls.entries()) {
    await assert.rejects(call, StorageTrouble);
    assert.equal(failures, index + 1);
  }
});
