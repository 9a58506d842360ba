import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { query, transaction } from "../../ground/database/query.ts";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { keepOnce, monthsFrom } from "./attempt-details.ts";

const DAY_SECONDS = 24 * 3600;

let stage: Stage;
before(async () => {
  // Later than the month in which the schema was made, whose partition holds everything from before.
  stage = await openStage({ ROSTRUM_ATTEMPT_DAYS: "30" }, "2060-01-10T09:00:00Z");
});
after(() => stage[Symbol.asyncDispose]());

async function partitions(): Promise<string[]> {
  const rows = await query<{ name: string }>(stage.app.db, {
    text: "select inhrelid::regclass::text name from pg_inherits where inhparent = 'attempt_details'::regclass order by 1",
  });
  return rows.map(({ name }) => name);
}

/** Where the details of the post's attempts are, and how many calls each has. */
async function detailsOf(postId: number) {
  return query<{ partition: string; calls: number }>(stage.app.db, {
    text: `select t.tableoid::regclass::text partition, jsonb_array_length(t.calls) calls
           from deliveries d join attempts a on a.delivery_id = d.id join attempt_details t on t.attempt_id = a.id and t.started_at = a.started_at
           where d.post_id = $1 order by a.number`,
    values: [postId],
  });
}

async function attemptsOf(postId: number) {
  const { deliveries } = await must(stage.admin("GET", `/posts/${postId}/explanation`));
  return deliveries[0].attempts.map(({ outcome, detail, calls }: { outcome: string; detail: string; calls: unknown[] }) => ({
    outcome,
    detail,
    calls: calls.length,
  }));
}

async function aPublishedPost(text: string): Promise<number> {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption: text });
  await stage.settle();
  return id;
}

test("months are those of UTC, also across the end of a year", () => {
  assert.deepEqual(monthsFrom(addSeconds(stage.now(), 0), 2), [
    { name: "attempt_details_2060_01", from: "2060-01-01T00:00:00.000000Z", to: "2060-02-01T00:00:00.000000Z" },
    { name: "attempt_details_2060_02", from: "2060-02-01T00:00:00.000000Z", to: "2060-03-01T00:00:00.000000Z" },
  ]);
  const [, next] = monthsFrom(addSeconds(stage.now(), 330 * DAY_SECONDS), 2);
  assert.deepEqual(next?.name, "attempt_details_2061_01");
});

test("what comes before its month was made is stored, and found, all the same", async () => {
  const id = await aPublishedPost("early");
  assert.deepEqual(await detailsOf(id), [{ partition: "attempt_details_other", calls: 1 }]);
  const [attempt] = await attemptsOf(id);
  assert.deepEqual([attempt.outcome, attempt.calls], ["published", 1]);
});

test("the months to come are made ahead, once, by however many processes", async () => {
  stage.jump("2060-02-03T00:00:00Z");
  await Promise.all(Array.from({ length: 8 }, () => keepOnce(stage.app)));
  await keepOnce(stage.app);
  const made = ["attempt_details_2060_02", "attempt_details_2060_03", "attempt_details_2060_04"];
  assert.deepEqual(await partitions(), [...made, "attempt_details_other"]);
  const id = await aPublishedPost("in its month");
  assert.deepEqual(await detailsOf(id), [{ partition: "attempt_details_2060_02", calls: 1 }]);
});

test("details are dropped once their whole month is older than the setting says, and what became of the attempt stays", async () => {
  const id = await aPublishedPost("old");
  const before = await attemptsOf(id);
  assert.equal(before[0].calls, 1);
  stage.jump("2060-03-30T00:00:00Z");
  await keepOnce(stage.app);
  assert.deepEqual(await attemptsOf(id), before);
  stage.jump("2060-03-31T00:00:00Z");
  await keepOnce(stage.app);
  assert.ok(!(await partitions()).includes("attempt_details_2060_02"));
  assert.deepEqual(await detailsOf(id), []);
  assert.deepEqual(await attemptsOf(id), [{ ...before[0], calls: 0 }]);
});

test("what came without a month is deleted by its own time", async () => {
  stage.jump("2060-09-01T00:00:00Z");
  const id = await aPublishedPost("without a month");
  assert.deepEqual(
    (await detailsOf(id)).map(({ partition }) => partition),
    ["attempt_details_other"],
  );
  stage.pass(30 * DAY_SECONDS);
  await keepOnce(stage.app);
  assert.equal((await detailsOf(id)).length, 1);
  stage.pass(1);
  await keepOnce(stage.app);
  assert.deepEqual(await detailsOf(id), []);
});

test("a table that somebody reads is not dropped under them, nor waited for", async () => {
  await keepOnce(stage.app);
  const id = await aPublishedPost("read");
  stage.pass(65 * DAY_SECONDS);
  await transaction(stage.app.db, async (dump) => {
    await query(dump, { text: "select from attempt_details" });
    assert.equal(await keepOnce(stage.app), false);
    assert.equal((await attemptsOf(id))[0].calls, 1);
    await aPublishedPost("meanwhile");
  });
  assert.equal(await keepOnce(stage.app), true);
  assert.equal((await attemptsOf(id))[0].calls, 0);
});
