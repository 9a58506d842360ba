import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { query } from "../../ground/database/query.ts";
import { testDatabase } from "../../ground/database/testing.ts";
import { createLog } from "../../ground/observability/log.ts";
import { eventually } from "../../testing/eventually.ts";
import { Changes } from "./changes.ts";
import { NOUNS } from "./rules.ts";
import { notifyProcesses } from "./store.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
before(async () => {
  database = await testDatabase();
});
after(() => database[Symbol.asyncDispose]());

/** What a process of the service has. */
const aProcess = () => new Changes({ db: database.db, url: database.url, log: createLog("fatal") });

/** Listens, and resolves once the process hears the others. */
async function heardBy(changes: Changes, brandId: number) {
  const told: string[][] = [];
  const unlisten = changes.listen(brandId, (nouns) => told.push([...nouns]));
  await changes.heard();
  return { told, unlisten };
}

test("processes on one database tell each other, gathered, and each listener hears a change once", async () => {
  await using mine = aProcess();
  await using theirs = aProcess();
  const here = await heardBy(mine, 1);
  const there = await heardBy(theirs, 1);
  const startedAt = performance.now();
  mine.tell(1, "posts");
  mine.tell(1, "posts", "media");
  mine.tell(2, "channels");
  await eventually("both have heard", () => here.told.length > 0 && there.told.length > 0);
  assert.ok(performance.now() - startedAt >= 290);
  // Messages arrive in the order in which they were sent, so repetitions would come before the next changes.
  mine.tell(1, "automations");
  await eventually("the others have heard of the next change", () => there.told.length > 1);
  theirs.tell(1, "channels");
  await eventually("both have heard of the last change", () => [here, there].every(({ told }) => told.at(-1)?.includes("channels")));
  assert.deepEqual(here.told, [["posts", "media"], ["automations"], ["channels"]]);
  assert.deepEqual(there.told, [["posts", "media"], ["automations"], ["channels"]]);
});

test("many brands at once fit into messages", async () => {
  await using mine = aProcess();
  await using theirs = aProcess();
  const { told } = await heardBy(theirs, 1_000_000_199);
  for (let brand = 1_000_000_000; brand < 1_000_000_200; brand += 1) mine.tell(brand, ...NOUNS);
  await eventually("the last of them is told", () => told.length > 0);
});

test("a message that is none of the service's is passed over, and those after it are heard", async () => {
  await using mine = aProcess();
  await using theirs = aProcess();
  const { told } = await heardBy(theirs, 4);
  for (const text of ["", "{", "null", '{"from":1}', '{"from":"x","changes":[[4]]}']) await notifyProcesses(database.db, [text]);
  mine.tell(4, "media");
  await eventually("the next change is heard", () => told.length > 0);
  assert.deepEqual(told, [["media"]]);
});

test("a lost connection is opened again, and what may have been missed is told", async () => {
  await using changes = aProcess();
  const { told } = await heardBy(changes, 3);
  await query(database.db, {
    text: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'rostrum changes'`,
  });
  await eventually("everything is told", () => told.length > 0);
  assert.deepEqual(told.at(-1), [...NOUNS]);
});

test("who listens no more is told nothing, and a process without listeners has no connection for it", async () => {
  await using changes = aProcess();
  const { told, unlisten } = await heardBy(changes, 4);
  unlisten();
  changes.tell(4, "posts");
  await eventually("the connection is closed", async () => {
    const text = "select from pg_stat_activity where datname = current_database() and application_name = 'rostrum changes'";
    return (await query(database.db, { text })).length === 0;
  });
  const later = await heardBy(changes, 4);
  changes.tell(4, "media");
  await eventually("another listener has heard of the next change", () => later.told.at(-1)?.includes("media") === true);
  assert.deepEqual(told, []);
});

test("what was told last before a stop still reaches the others", async () => {
  await using theirs = aProcess();
  const { told } = await heardBy(theirs, 5);
  const mine = aProcess();
  mine.tell(5, "automations");
  await mine[Symbol.asyncDispose]();
  await eventually("it is heard", () => told.length > 0);
  assert.deepEqual(told.at(-1), ["automations"]);
});

test("since a position it is known of which brands something was told, by any process, also before anybody listens", async () => {
  await using mine = aProcess();
  await using theirs = aProcess();
  assert.equal(mine.position(), null);
  await mine.expect();
  const position = mine.position() ?? "";
  const { told } = await heardBy(mine, 6);
  assert.deepEqual([mine.mayHaveToldSince(position, 6), mine.mayHaveToldSince(position, 7)], [false, false]);
  theirs.tell(6, "posts");
  await eventually("the change is heard", () => told.length > 0);
  assert.deepEqual([mine.mayHaveToldSince(position, 6), mine.mayHaveToldSince(position, 7)], [true, false]);
  assert.equal(mine.mayHaveToldSince(mine.position() ?? "", 6), false);
  for (const unknown of ["", "x 1", position.replace(/ .*/, " x")]) assert.equal(mine.mayHaveToldSince(unknown, 7), true, unknown);
  await theirs.expect();
  assert.equal(theirs.mayHaveToldSince(position, 7), true);
});

test("nobody knows what was told while the connection was lost", async () => {
  await using changes = aProcess();
  await changes.expect();
  const position = changes.position() ?? "";
  const { told } = await heardBy(changes, 8);
  await query(database.db, {
    text: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'rostrum changes'`,
  });
  await eventually("everything is told", () => told.length > 0);
  assert.equal(changes.mayHaveToldSince(position, 9), true);
});
