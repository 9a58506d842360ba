import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { connectClient } from "../ground/database/primary-client.ts";
import { temporaryFolder } from "../ground/database/testing.ts";
import { freePort } from "../testing/free-port.ts";
import { startFailure } from "./start-failure.ts";

/** How a failure of this work is told. */
async function told(work: () => Promise<unknown>, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  return await work().then(
    () => assert.fail("it has not failed"),
    (error: unknown) => startFailure(error, environment),
  );
}

const listening = (port: number, host: string) =>
  new Promise((resolve, reject) =>
    createServer()
      .once("error", reject)
      .listen(port, host, () => resolve(null)),
  );

test("a data directory that cannot be used is named, with why and which setting helps", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "file");
  await writeFile(file, "");
  const sentence = await told(() => mkdir(join(file, "data"), { recursive: true }), { ROSTRUM_DATA_DIR: join(file, "data") });
  assert.match(
    sentence,
    /^The data directory .*\/file\/data cannot be used: part of its path is a file \(ENOTDIR.*Set ROSTRUM_DATA_DIR to /,
  );
  const denied = Object.assign(new Error("EACCES: permission denied, mkdir '/srv/data'"), {
    code: "EACCES",
    path: "/srv/data",
    syscall: "mkdir",
  });
  assert.match(
    startFailure(denied, { ROSTRUM_DATA_DIR: "/srv/data" }),
    /^The data directory \/srv\/data cannot be used: this user may not write to it .*`mkdir -p \/srv\/data && chown -R \d+ \/srv\/data` as root\), or set ROSTRUM_DATA_DIR/,
  );
  assert.equal(startFailure(denied, { ROSTRUM_DATA_DIR: "/var/other" }), denied.message);
});

test("a port or address at which the service cannot listen is told with the setting that helps", async () => {
  await using taken = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => taken.listen(port, "127.0.0.1", resolve));
  assert.match(await told(() => listening(port, "127.0.0.1")), /in use by another program\. Set PORT /);
  // https://www.rfc-editor.org/rfc/rfc5737 keeps this one for documents.
  assert.match(await told(() => listening(0, "192.0.2.7")), /^This machine has no address 192\.0\.2\.7\. Set HOST to 127\.0\.0\.1/);
  const denied = Object.assign(new Error("listen EACCES"), { code: "EACCES", syscall: "listen", address: "127.0.0.1", port: 80 });
  assert.match(startFailure(denied, {}), /^This user may not listen at port 80\. Set PORT to 1024 or more/);
});

test("a database of one's own that does not answer is told with its setting, without the password in it", async () => {
  const environment = { DATABASE_URL: `postgres://rostrum:secret-word@127.0.0.1:${await freePort()}/rostrum` };
  const sentence = await told(() => connectClient({ connectionString: environment.DATABASE_URL }), environment);
  assert.match(sentence, /^The database server cannot be reached \(.*ECONNREFUSED.*\)\. Start it, or correct DATABASE_URL/);
  assert.doesNotMatch(sentence, /secret-word/);
  for (const [code, remedy] of [
    ["28P01", /refuses the user or the password of DATABASE_URL/],
    ["3D000", /has no database of the name in DATABASE_URL.*createdb/],
  ] as const) {
    assert.match(startFailure(Object.assign(new Error("said"), { code }), environment), remedy);
  }
});

test("what is not known is told in the error's own words", () => {
  assert.equal(startFailure(new Error("Migration 7 failed"), {}), "Migration 7 failed");
});
