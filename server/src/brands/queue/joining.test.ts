import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { query } from "../../ground/database/query.ts";
import { aPlace, aPost, readPost } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { queueEnds } from "./store.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
}

function rowsOfPosts(plan: Plan): number {
  const own = plan["Relation Name"] === "posts" ? plan["Actual Rows"] * plan["Actual Loops"] : 0;
  return own + (plan.Plans ?? []).reduce((sum, each) => sum + rowsOfPosts(each), 0);
}

test("joining a long queue reads no more posts than the slots of one moment, and the front", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Mon 09:00", "Mon 12:00", "Thu 09:00"] });
  for (let count = 0; count < 60; count += 1) await aPost(place, { publishMode: "QUEUE" });
  await query(stage.app.db, { text: "analyze posts" });
  const [row] = await query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(stage.app.db, {
    text: `explain (analyze, format json) ${queueEnds("c.id = $1")}`,
    values: [place.collectionId],
  });
  const read = rowsOfPosts(row?.["QUERY PLAN"][0]?.Plan as Plan);
  assert.ok(read <= 5, `${read} posts were read`);
});

test("slots at the same moment are all filled before the next moment", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Mon 09:00", "Mon 09:00", "Thu 09:00"], timezone: "UTC" });
  const dates: string[] = [];
  for (let count = 0; count < 5; count += 1) dates.push((await readPost(place, await aPost(place, { publishMode: "QUEUE" }))).postDate);
  assert.deepEqual(dates, [...Array(3).fill("2026-11-23 09:00:00"), "2026-11-26 09:00:00", "2026-11-30 09:00:00"]);
});
