import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, persistently } from "../../testing/eventually.ts";
import { connect, type Database } from "./connect.ts";
import { startEmbedded } from "./embedded.ts";
import { areGone, serverProcesses, signal } from "./processes.ts";
import { execute, one } from "./query.ts";
import { isRoot, NOBODY, nameOf, startService } from "./test-service.ts";
import { temporaryFolder } from "./testing.ts";

const log = () => {};
const ORPHAN_SECONDS_MAX = 120;

/** One data directory for all tests of this file: each starts on what the previous kill left behind. */
const folder = await temporaryFolder();
after(() => folder[Symbol.asyncDispose]());
/** PATHs without `setpriv`: one with a shell, one with nothing. */
const shellOnly = join(folder.path, "shell-only");
const noPrograms = join(folder.path, "no-programs");
await mkdir(shellOnly);
await mkdir(noPrograms);
await symlink("/bin/sh", join(shellOnly, "sh"));

/** Starts on a directory that a killed service wrote to, and reads the last number it stored. */
async function lastStored(): Promise<number> {
  await using database = await startEmbedded({ dataDirectory: folder.path, log });
  const db = connect(database.url, { poolSize: 1, log });
  const { last } = await one<{ last: number }>(db, { text: "SELECT max(number) AS last FROM written" });
  await db.end();
  return last;
}

/** Retries a query that may fail while the server is restarting. */
function answerOf<Row extends object>(db: Database, text: string): Promise<Row> {
  return persistently(() => one<Row>(db, { text }));
}

test("kill -9 of the service ends the database within seconds, and acknowledged writes are there", async () => {
  await using service = startService(folder.path);
  await service.line("written");
  await service.end("SIGKILL");
  assert.ok(await areGone(await nameOf(folder.path), ORPHAN_SECONDS_MAX));
  const acknowledged = service.lastWritten();
  assert.ok((await lastStored()) >= acknowledged && acknowledged > 0);
});

test("the same on a system without setpriv", async () => {
  await using service = startService(folder.path, { env: { PATH: shellOnly } });
  await service.line("written");
  await service.end("SIGKILL");
  assert.ok(await areGone(await nameOf(folder.path), ORPHAN_SECONDS_MAX));
});

test("a service that starts right after a kill -9 takes over", async () => {
  await using service = startService(folder.path);
  await service.line("written");
  await service.end("SIGKILL");
  assert.ok((await lastStored()) >= service.lastWritten());
});

test("kill -9 of service and database at once loses no acknowledged writes", async () => {
  await using service = startService(folder.path);
  await service.line("written");
  const processes = await serverProcesses(await nameOf(folder.path));
  assert.ok(processes.length > 1);
  signal(service.pid, "SIGKILL");
  for (const { pid } of processes) signal(pid, "SIGKILL");
  await service.end("SIGKILL");
  assert.ok((await lastStored()) >= service.lastWritten());
});

test("a server that a killed service left running is stopped by the next start", async () => {
  // Nothing here ends the server along with its service.
  await using service = startService(folder.path, { env: { PATH: noPrograms } });
  await service.line("written");
  await service.end("SIGKILL");
  const left = (await serverProcesses(await nameOf(folder.path))).filter((process) => process.isPostmaster);
  assert.equal(left.length, 1);
  assert.ok((await lastStored()) >= service.lastWritten());
  assert.deepEqual(await serverProcesses(await nameOf(folder.path)), []);
});

test("kill -9 of the database is logged, it is restarted, and the pool keeps working", async () => {
  const events: string[] = [];
  const restarted = Promise.withResolvers<void>();
  await using database = await startEmbedded({
    dataDirectory: folder.path,
    log: (event) => {
      events.push(event);
      if (event === "database.restarted") restarted.resolve();
    },
  });
  const db = connect(database.url, { poolSize: 4, log });
  await execute(db, { text: "CREATE TABLE kept AS SELECT 7 AS number" });
  const killed = database.pid;
  // One connection is idle, one in the middle of a statement.
  const cut = assert.rejects(execute(db, { text: "SELECT pg_sleep(60)" }));
  const SLEEPING = "SELECT count(*)::int AS number FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'";
  await eventually("the statement runs", async () => (await one<{ number: number }>(db, { text: SLEEPING })).number > 0);
  signal(killed, "SIGKILL");
  await cut;
  // The old server's connections survive for a moment and still respond, so wait for the restart.
  await restarted.promise;
  assert.deepEqual(await answerOf(db, "SELECT number FROM kept"), { number: 7 });
  await db.end();
  assert.notEqual(database.pid, killed);
  assert.deepEqual(
    events.filter((event) => event === "database.exited" || event === "database.restarted"),
    ["database.exited", "database.restarted"],
  );
});

test("kill -9 of one backend is survived without restarting the server", async () => {
  await using database = await startEmbedded({ dataDirectory: folder.path, log });
  const db = connect(database.url, { poolSize: 2, log });
  const { pid } = await one<{ pid: number }>(db, { text: "SELECT pg_backend_pid() AS pid" });
  const { pid: postmaster } = database;
  signal(pid, "SIGKILL");
  assert.deepEqual(await answerOf(db, "SELECT 1 AS number"), { number: 1 });
  await db.end();
  assert.equal(database.pid, postmaster);
});

test("a stop during the restart after a kill leaves no process", async () => {
  const exited = Promise.withResolvers<void>();
  const database = await startEmbedded({
    dataDirectory: folder.path,
    log: (event) => event === "database.exited" && exited.resolve(),
  });
  signal(database.pid, "SIGKILL");
  await exited.promise;
  // Somewhere amid it: where exactly is left to the machine, and no place may leave anything.
  await sleep(110);
  await database.stop();
  assert.deepEqual(await serverProcesses(await nameOf(folder.path)), []);
});

test("a postmaster.pid that names another running process does not prevent startup", async () => {
  await using service = startService(folder.path);
  await service.line("written");
  const pidFile = join(folder.path, "postgres/cluster/postmaster.pid");
  const [, ...rest] = (await readFile(pidFile, "utf8")).split("\n");
  for (const { pid } of await serverProcesses(await nameOf(folder.path))) signal(pid, "SIGKILL");
  await service.end("SIGKILL");
  assert.ok(await areGone(await nameOf(folder.path), ORPHAN_SECONDS_MAX));
  // A process of the same account; as root, one that we start under it.
  using stranger = startStranger();
  await writeFile(pidFile, [`${stranger.pid}`, ...rest].join("\n"));
  assert.ok((await lastStored()) >= service.lastWritten());
});

function startStranger(): Disposable & { readonly pid: number } {
  const child = spawn("sleep", ["60"], isRoot ? NOBODY : {});
  return {
    pid: child.pid ?? 0,
    [Symbol.dispose]() {
      child.kill("SIGKILL");
    },
  };
}
