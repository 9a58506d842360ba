import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connect } from "./database/connect.ts";
import { execute, query } from "./database/query.ts";
import { testDatabase } from "./database/testing.ts";
import { shortageOf } from "./shortages.ts";
import { StorageTrouble } from "./storage/storage.ts";

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());

/** What a promise is rejected with. */
async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => assert.fail("it succeeded"),
    (error: unknown) => error,
  );
}

test("a disk without room is told by file systems and by the database, and from other failures", async () => {
  const failing = (code: string) => shortageOf(Object.assign(new Error("write"), { code }));
  assert.deepEqual(["ENOSPC", "EDQUOT", "EIO"].map(failing), ["disk", "disk", null]);
  const full = failure(
    execute(database.db, { text: "do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$" }),
  );
  assert.equal(shortageOf(new Error("not stored", { cause: await full })), "disk");
});

test("a process that may not open another file or connection says so", () => {
  const failing = (code: string) => shortageOf(new Error("not read", { cause: Object.assign(new Error("open"), { code }) }));
  assert.deepEqual(["EMFILE", "ENFILE", "EIO"].map(failing), ["descriptors", "descriptors", null]);
});

test("a database that is not there, and one that goes away in the middle of a statement, are told from one that refuses values", async () => {
  const gone = connect("postgresql://nobody@127.0.0.1:1/none", { poolSize: 1, log: () => {} });
  assert.equal(shortageOf(await failure(query(gone, { text: "select 1" }))), "database");
  await gone.end();
  const ended = failure(query(database.db, { text: "select pg_terminate_backend(pg_backend_pid())" }));
  assert.equal(shortageOf(await ended), "database");
  assert.equal(shortageOf(await failure(query(database.db, { text: "select 1/0" }))), null);
});

test("trouble with the store of files is told as such, and what is no error is none", () => {
  assert.equal(shortageOf(new StorageTrouble("The media store failed: 503.")), "storage");
  assert.deepEqual([shortageOf("full"), shortageOf(null), shortageOf(new TypeError("x is undefined"))], [null, null, null]);
});
