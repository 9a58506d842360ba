import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, chown, mkdir, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { connect } from "./connect.ts";
import { startEmbedded } from "./embedded.ts";
import { areGone } from "./processes.ts";
import { one } from "./query.ts";
import { cannotSwitchUser, isRoot, NOBODY, nameOf, startService } from "./test-service.ts";
import { temporaryFolder } from "./testing.ts";

const log = () => {};

/** Starts twice, the second time on the first one's data, and stops both. */
async function startsTwice(dataDirectory: string): Promise<string> {
  await (await startEmbedded({ dataDirectory, log })).stop();
  await using database = await startEmbedded({ dataDirectory, log });
  const db = connect(database.url, { poolSize: 1, log });
  assert.deepEqual(await one(db, { text: "SELECT 1 AS number" }), { number: 1 });
  await db.end();
  return database.url;
}

test("a data directory too deep for a socket gets its socket in a short private folder, which the stop removes", async () => {
  await using folder = await temporaryFolder();
  const url = await startsTwice(join(folder.path, "d".repeat(60), "e".repeat(60)));
  const socketFolder = new URL(url).searchParams.get("host") ?? "";
  assert.ok(socketFolder.length < 90 && !socketFolder.startsWith(folder.path));
  assert.ok(!(await readdir(tmpdir())).some((name) => join(tmpdir(), name) === socketFolder));
});

test("a data directory may have spaces, apostrophes, commas and letters of other scripts in its name", async () => {
  await using folder = await temporaryFolder();
  await startsTwice(join(folder.path, "a b, 'c' %41 ü"));
});

test("a name that PostgreSQL's own scripts would break is refused in one line", async () => {
  await using folder = await temporaryFolder();
  for (const name of ['a"b', "a$b", "a`b", "a\\b", "a\nb"]) {
    await assert.rejects(
      startEmbedded({ dataDirectory: join(folder.path, name), log }),
      /^EmbeddedDatabaseError: .*choose another ROSTRUM_DATA_DIR$/,
    );
  }
  assert.deepEqual(await readdir(folder.path), []);
});

test("the data directory may be below a folder that is closed to all others", async () => {
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o700);
  await startsTwice(join(folder.path, "data"));
});

test("a kill -9 of the service ends the database below such a folder too", async () => {
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o700);
  await using service = startService(join(folder.path, "data"));
  await service.line("written");
  await service.end("SIGKILL");
  assert.ok(await areGone(await nameOf(join(folder.path, "data")), 120));
});

test("as root without CAP_DAC_READ_SEARCH, as in a container, such a folder works too", async (t) => {
  if (!isRoot) return t.skip("needs root");
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o700);
  const through = ["setpriv", "--bounding-set=-dac_read_search", "--inh-caps=-dac_read_search"];
  await using service = startService(join(folder.path, "data"), { through });
  assert.ok(await service.line("ready"));
  await service.end("SIGTERM");
});

test("as root without any such capability startup is refused in one line", async (t) => {
  if (!isRoot) return t.skip("needs root");
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o700);
  const through = ["setpriv", "--bounding-set=-setpcap", "--inh-caps=-setpcap"];
  await using service = startService(join(folder.path, "data"), { through });
  const message = await service.line("failed");
  assert.match(message ?? "", /^EmbeddedDatabaseError: .* does not run as root, and user id 65534 cannot reach .*DATABASE_URL.*$/);
});

/** A data directory that belongs to the user, below a folder that is closed to others, as a home directory is. */
async function homeOf(user: { uid: number; gid: number }, folder: string): Promise<string> {
  const home = join(folder, "home");
  await mkdir(home, { mode: 0o700 });
  await chown(home, user.uid, user.gid);
  return join(home, "data");
}

test("an ordinary user starts, stops, and starts again after a kill, in a home directory of mode 0700", async (t) => {
  const reason = await cannotSwitchUser();
  if (reason !== false) return t.skip(reason);
  await using folder = await temporaryFolder();
  const data = await homeOf(NOBODY, folder.path);
  for (const signal of ["SIGTERM", "SIGKILL", "SIGTERM"] as const) {
    await using service = startService(data, { ...NOBODY });
    assert.ok(await service.line("ready"));
    await service.end(signal);
  }
  assert.ok(await areGone(await nameOf(data), 120));
});

test("root may start on an ordinary user's data, and the user again afterwards", async (t) => {
  const reason = await cannotSwitchUser();
  if (reason !== false) return t.skip(reason);
  await using folder = await temporaryFolder();
  const data = await homeOf(NOBODY, folder.path);
  for (const user of [NOBODY, {}, NOBODY]) {
    await using service = startService(data, user);
    assert.ok(await service.line("ready"));
    await service.end("SIGTERM");
  }
});

const STRANGER = { uid: 54_321, gid: 54_321 };

test("a user id without an entry in the user database starts, stops, and starts again after a kill", async (t) => {
  const reason = (await cannotSwitchUser()) || (await cannotBeNamed());
  if (reason !== false) return t.skip(reason);
  await using folder = await temporaryFolder();
  const data = await homeOf(STRANGER, folder.path);
  for (const signal of ["SIGTERM", "SIGKILL", "SIGTERM"] as const) {
    await using service = startService(data, STRANGER);
    assert.ok(await service.line("ready"));
    await service.end(signal);
  }
});

test("where the kernel does not let it have a name, such a user id is told in one line what to do", async (t) => {
  const reason = await cannotSwitchUser();
  if (reason !== false) return t.skip(reason);
  await using folder = await temporaryFolder();
  // Without util-linux's `unshare`, as where namespaces are forbidden.
  const env = { ...process.env, PATH: folder.path };
  await using service = startService(await homeOf(STRANGER, folder.path), { ...STRANGER, env });
  const message = await service.line("failed");
  assert.match(
    message ?? "",
    /^EmbeddedDatabaseError: .*without an entry in the user database.*`useradd --uid 54321 rostrum`.*DATABASE_URL.*$/,
  );
});

/** Why a user id cannot be given a name in a namespace here; false if it can. */
async function cannotBeNamed(): Promise<string | false> {
  const args = ["--reuid", "54321", "--regid", "54321", "--clear-groups", "unshare", "--user", "--map-user=65534", "true"];
  return await promisify(execFile)("setpriv", args).then(
    () => false as const,
    () => "needs a kernel that lets everybody make user namespaces",
  );
}

test("another user's data directory is refused in one line", async (t) => {
  const reason = await cannotSwitchUser();
  if (reason !== false) return t.skip(reason);
  await using folder = await temporaryFolder();
  await (await startEmbedded({ dataDirectory: folder.path, log })).stop();
  await using service = startService(folder.path, { ...NOBODY });
  assert.match((await service.line("failed")) ?? "", /^EmbeddedDatabaseError: .*belong to another user.*$/);
});

test("a system without a PostgreSQL package is reported in one line that names DATABASE_URL", async () => {
  await using folder = await temporaryFolder();
  const otherSystem = "data:text/javascript,Object.defineProperty(process,'arch',{value:'sparc'})";
  const env = { ...process.env, NODE_OPTIONS: `--import=${otherSystem}` };
  await using service = startService(folder.path, { env });
  assert.match((await service.line("failed")) ?? "", /^EmbeddedDatabaseError: .*\((linux|darwin)-sparc\).*DATABASE_URL/);
});
