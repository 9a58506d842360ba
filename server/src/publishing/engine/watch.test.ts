import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { query } from "../../ground/database/query.ts";
import { aPlace, aPost } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { instantConnectors } from "../../testing/instant-connector.ts";
import { openStage } from "../../testing/stage.ts";
import { databaseAccessOf } from "./database-access.ts";
import { startEngine } from "./engine.ts";
import { Watch } from "./watch.ts";

const SATURDAY = "2026-11-28T10:00:00.000000Z";

test("a loop with nothing to do sleeps until the database has something for it, and no other is woken by that", async () => {
  await using stage = await openStage({}, SATURDAY);
  const stop = new AbortController();
  const watch = new Watch(stage.app, stop.signal);
  await query(stage.app.db, { text: "create table moments (loop text, at timestamptz)" });
  const woken: string[] = [];
  const rest = async (loop: string) => {
    await watch.waker(`(select min(at) from moments where loop = '${loop}')`).rest(1);
    woken.push(loop);
  };
  const rests = [rest("mail"), rest("imports")];
  const watching = watch.run();
  await query(stage.app.db, {
    text: "insert into moments values ('mail', $1), ('imports', $2)",
    values: [addSeconds(stage.now(), 60), addSeconds(stage.now(), 7200)],
  });
  stage.pass(3600);
  await eventually("the first is woken", () => woken.length > 0);
  assert.deepEqual(woken, ["mail"]);
  stop.abort();
  await Promise.all([...rests, watching]);
});

test("a loop that is woken by its own process does not wait for the database", async () => {
  await using stage = await openStage({}, SATURDAY);
  const stop = new AbortController();
  const waker = new Watch(stage.app, stop.signal).waker("null::timestamptz");
  const resting = waker.rest(60_000);
  waker.wake();
  await resting;
  stop.abort();
});

test("an engine with nothing to do asks little more than one question in half a second, and after a while in two", async () => {
  await using stage = await openStage({}, SATURDAY, instantConnectors());
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  const { db } = stage.app;
  const ask = db.query.bind(db);
  const looks: number[] = [];
  let others = 0;
  const counted = (...given: Parameters<typeof ask>) => {
    const [statement] = given as unknown as [{ name?: string }];
    if (statement.name?.startsWith("next_moments")) looks.push(performance.now());
    else others += 1;
    return ask(...given);
  };
  const engine = await startEngine(stage.app, databaseAccessOf({ url: stage.databaseUrl, log: stage.app.log }));
  try {
    await aPost(place, { publishMode: "IMMEDIATE" });
    engine.wake();
    const out = "select id from deliveries where status = 'PUBLISHED'";
    await eventually("it works", async () => (await query(db, { text: out })).length === 1);
    Object.assign(db, { query: counted });
    looks.length = 0;
    others = 0;
    await eventually("it has looked twenty times", () => looks.length >= 20);
    assert.ok(others <= 20, `${others} other questions`);
    await eventually("it has found nothing for a while", () => looks.length >= 24);
    const [before = 0, last = 0] = looks.slice(-2);
    assert.ok(last - before > 1900, `asked again after ${Math.round(last - before)} ms`);
  } finally {
    Object.assign(db, { query: ask });
    await engine[Symbol.asyncDispose]();
  }
});
