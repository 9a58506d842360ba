import assert from "node:assert/strict";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { eventually } from "../../testing/eventually.ts";
import { type OperatorService, operatorService } from "../../testing/operator.ts";
import { endBackup } from "./kept.ts";

let service: OperatorService;
let folder: string;
before(async () => {
  service = await operatorService();
  folder = join(service.app.config.dataDirectory, "backups");
});
after(() => service[Symbol.asyncDispose]());

type Backups = PrivateOutput<"listBackups">;

async function ask(method: string, path = "/backups", of = service): Promise<{ readonly status: number; readonly data: Backups }> {
  const { status, body } = await of.admin(method, path, method === "POST" ? {} : undefined);
  return { status, data: (body as { readonly data: Backups }).data };
}

const list = async (of = service) => (await ask("GET", "/backups", of)).data;

async function made(): Promise<void> {
  await eventually("the backup is made", async () => !(await list()).isRunning);
}

test("a backup is made in the data directory, only for the service's own user, and can be restored from", async () => {
  assert.deepEqual(await list(), { folder, isRunning: false, problem: null, backups: [] });
  const { status, data } = await ask("POST");
  assert.deepEqual([status, data.isRunning], [200, true]);
  await made();
  const { backups, problem } = await list();
  assert.equal(problem, null);
  assert.ok(backups[0] !== undefined);
  assert.match(backups[0].name, /^rostrum-\d{8}T\d{9}Z\.tar$/);
  const file = await stat(join(folder, backups[0].name));
  assert.deepEqual([file.size, file.mode & 0o777], [backups[0].sizeBytes, 0o600]);
  await using other = await operatorService();
  assert.equal((await other.admin("POST", "/restore", { from: join(folder, backups[0].name) })).status, 200);
});

test("while one is being made there is no second; what a killed one has left is removed", async () => {
  await writeFile(join(folder, "rostrum-20200101T000000000Z.tar.part"), "half");
  const replies = await Promise.all([ask("POST"), ask("POST")]);
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  await made();
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith(".part")),
    [],
  );
});

test("a backup is deleted by its name alone; nothing else in the data directory can be named", async () => {
  const name = (await list()).backups[0]?.name ?? "";
  await writeFile(join(folder, "notes.txt"), "mine");
  for (const other of ["notes.txt", "../secret-key", "rostrum-20200101T000000000Z.tar"]) {
    assert.equal((await ask("DELETE", `/backups?name=${encodeURIComponent(other)}`)).status, 404, other);
  }
  const { status, data } = await ask("DELETE", `/backups?name=${name}`);
  assert.deepEqual([status, data.backups.some((backup) => backup.name === name)], [200, false]);
  assert.equal(await stat(join(folder, "notes.txt")).then(() => "there"), "there");
});

test("a backup that cannot be written says why, and the next one is tried anew", async () => {
  await using broken = await operatorService();
  const place = join(broken.app.config.dataDirectory, "backups");
  await writeFile(place, "in the way");
  assert.equal((await ask("POST", "/backups", broken)).status, 200);
  await eventually("the failure is told", async () => (await list(broken)).problem !== null);
  assert.match((await list(broken)).problem ?? "", /^The backup was not made: .*EEXIST/);
  await rm(place);
  await ask("POST", "/backups", broken);
  await eventually("the backup is made", async () => (await list(broken)).backups.length === 1);
});

test("a service that stops ends the backup that it makes, and leaves nothing of it", async () => {
  await using service = await operatorService();
  const place = join(service.app.config.dataDirectory, "backups");
  const holder = await service.app.db.connect();
  try {
    // The backup waits for this table.
    await holder.query("begin");
    await holder.query("lock table posts in access exclusive mode");
    await ask("POST", "/backups", service);
    await eventually("its file is begun", async () => (await readdir(place).catch(() => [])).length === 1);
    endBackup(service.app);
    await eventually("its end is told", async () => !(await list(service)).isRunning);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  assert.match((await list(service)).problem ?? "", /^The backup was not made: The service was stopped/);
  assert.deepEqual(await readdir(place), []);
});
