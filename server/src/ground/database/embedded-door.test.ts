import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, chown, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startEmbedded } from "./embedded.ts";
import { cannotSwitchUser, NOBODY } from "./test-service.ts";
import { temporaryFolder } from "./testing.ts";

const log = () => {};
const skip = await cannotSwitchUser();

/** What a process with the server's user id but not its group sees at a path. */
function asNobody(command: readonly string[]): { readonly status: number | null; readonly error: string } {
  const [file = "", ...args] = command;
  const { status, stderr, error } = spawnSync(file, args, { ...NOBODY, encoding: "utf8" });
  return { status, error: error?.message ?? stderr };
}

const CONNECT = `require("node:net").connect(process.argv[1]).on("connect",()=>process.exit(0)).on("error",(e)=>{console.error(e.code);process.exit(7)})`;

async function isClosedToNobody(dataDirectory: string): Promise<void> {
  await using database = await startEmbedded({ dataDirectory, log });
  const socketFolder = new URL(database.url).searchParams.get("host") ?? "";
  const entering = asNobody([process.execPath, "-e", CONNECT, join(socketFolder, ".s.PGSQL.5432")]);
  assert.deepEqual([entering.status, entering.error.trim()], [7, "EACCES"]);
  for (const path of ["postgres", "postgres/cluster/PG_VERSION", "postgres/cluster/base"]) {
    assert.match(asNobody(["ls", join(dataDirectory, path)]).error, /Permission denied/, path);
  }
  assert.match(asNobody(["ls", `/proc/${database.pid}/root/`]).error, /Permission denied/);
}

test("as root: the server's user id alone gives access to neither its socket nor its files", { skip }, async () => {
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o777);
  await isClosedToNobody(folder.path);
});

test("as root: the same if the path is too long for a socket", { skip }, async () => {
  await using folder = await temporaryFolder();
  const deep = join(folder.path, "d".repeat(60), "e".repeat(60));
  await isClosedToNobody(deep);
});

test("as root: a data directory of an earlier version, open to all, is closed by the next start and keeps working", { skip }, async () => {
  await using folder = await temporaryFolder();
  await (await startEmbedded({ dataDirectory: folder.path, log })).stop();
  const root = join(folder.path, "postgres");
  await chown(root, 0, 0);
  await chmod(root, 0o711);
  assert.equal(spawnSync("chown", ["-R", `${NOBODY.uid}:${NOBODY.gid}`, join(root, "cluster")]).status, 0);
  await isClosedToNobody(folder.path);
  assert.equal((await stat(root)).mode & 0o777, 0o710);
});
