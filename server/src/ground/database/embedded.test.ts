import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { connect } from "./connect.ts";
import { type EmbeddedOptions, startEmbedded } from "./embedded.ts";
import { EmbeddedDatabaseError } from "./failures.ts";
import { DataDirectoryInUse } from "./lock.ts";
import { serverProcesses } from "./processes.ts";
import { execute, one, query } from "./query.ts";
import { nameOf, startService } from "./test-service.ts";
import { temporaryFolder } from "./testing.ts";

const log = () => {};
/** One data directory for all tests of this file: each starts on what the previous one left behind. */
const folder = await temporaryFolder();
after(() => folder[Symbol.asyncDispose]());

test("a stopped database keeps its data, and leaves no process", async () => {
  {
    await using database = await startEmbedded({ dataDirectory: folder.path, log });
    const db = connect(database.url, { poolSize: 1, log });
    await execute(db, { text: "CREATE TABLE kept AS SELECT 'Ä' AS letter" });
    await db.end();
  }
  assert.deepEqual(await serverProcesses(await nameOf(folder.path)), []);
  await using database = await startEmbedded({ dataDirectory: folder.path, log });
  const db = connect(database.url, { poolSize: 1, log });
  assert.deepEqual(await query(db, { text: "SELECT letter FROM kept WHERE letter ILIKE 'ä'" }), [{ letter: "Ä" }]);
  await db.end();
});

test("the database is durable, in UTC, and listens on no network", async () => {
  const expected = { fsync: "on", synchronous_commit: "on", full_page_writes: "on", TimeZone: "UTC", server_encoding: "UTF8" };
  assert.deepEqual(await settingsOf({}), { ...expected, listen_addresses: "", max_connections: "60" });
});

test("only a throwaway database is not durable, and becomes so again", async () => {
  const durability = async (options: Pick<EmbeddedOptions, "isThrowaway">) => {
    const { fsync, synchronous_commit, full_page_writes } = await settingsOf(options);
    return [fsync, synchronous_commit, full_page_writes];
  };
  assert.deepEqual(await durability({ isThrowaway: true }), ["off", "off", "off"]);
  assert.deepEqual(await durability({}), ["on", "on", "on"]);
});

async function settingsOf(options: Pick<EmbeddedOptions, "isThrowaway">): Promise<Record<string, string>> {
  await using database = await startEmbedded({ dataDirectory: folder.path, log, ...options });
  const db = connect(database.url, { poolSize: 1, log });
  const names = ["fsync", "synchronous_commit", "full_page_writes", "listen_addresses", "TimeZone", "server_encoding", "max_connections"];
  const rows = await query<{ name: string; setting: string }>(db, {
    text: "SELECT name, setting FROM pg_settings WHERE name = ANY($1)",
    values: [names],
  });
  await db.end();
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

test("the socket's folder is private", async () => {
  await using database = await startEmbedded({ dataDirectory: folder.path, log });
  const socketFolder = new URL(database.url).searchParams.get("host") ?? "";
  const { mode } = await stat(socketFolder);
  assert.equal(mode & 0o777, 0o700);
});

test("a second service on a data directory is refused in one line that names the directory and the process", async () => {
  await using service = startService(folder.path);
  assert.ok(await service.line("ready"));
  await assert.rejects(startEmbedded({ dataDirectory: folder.path, log }), new DataDirectoryInUse(folder.path, service.pid));
  assert.ok(await service.line("written"), "the first service keeps running");
  await service.end("SIGTERM");
});

test("a second start in the same process is refused too, and the first keeps running", async () => {
  await using database = await startEmbedded({ dataDirectory: folder.path, log });
  await assert.rejects(startEmbedded({ dataDirectory: folder.path, log }), new DataDirectoryInUse(folder.path, process.pid));
  const db = connect(database.url, { poolSize: 1, log });
  assert.deepEqual(await one(db, { text: "SELECT 1 AS number" }), { number: 1 });
  await db.end();
});

test("the data directory may be given by a symbolic link, and is the same one", async () => {
  const link = join(folder.path, "link");
  await symlink(".", link);
  await using database = await startEmbedded({ dataDirectory: folder.path, log });
  await assert.rejects(startEmbedded({ dataDirectory: link, log }), new DataDirectoryInUse(link, process.pid));
  assert.ok(database.pid > 0);
});

test("a first start that was killed halfway is repeated", async () => {
  await using folder = await temporaryFolder();
  {
    await using service = startService(folder.path);
    while (globSync("postgres/cluster.unfinished-*", { cwd: folder.path }).length === 0) await setImmediate();
    await service.end("SIGKILL");
  }
  await using database = await startEmbedded({ dataDirectory: folder.path, log });
  assert.ok(database.pid > 0);
});

test("data of another PostgreSQL version is refused and left unchanged", async () => {
  await (await startEmbedded({ dataDirectory: folder.path, log })).stop();
  const versionFile = join(folder.path, "postgres/cluster/PG_VERSION");
  await writeFile(versionFile, "17\n");
  await assert.rejects(
    startEmbedded({ dataDirectory: folder.path, log }),
    (error) =>
      error instanceof EmbeddedDatabaseError && /from PostgreSQL 17, but this version comes with PostgreSQL 18/.test(error.message),
  );
  assert.equal(await readFile(versionFile, "utf8"), "17\n");
  await writeFile(versionFile, "18\n");
});

test("programs of another version are removed from the data directory", async () => {
  await (await startEmbedded({ dataDirectory: folder.path, log })).stop();
  const binaries = join(folder.path, "postgres/binaries");
  const current = await readdir(binaries);
  await symlink("nowhere", join(binaries, "17.1.0"));
  await (await startEmbedded({ dataDirectory: folder.path, log })).stop();
  assert.deepEqual(await readdir(binaries), current);
});
