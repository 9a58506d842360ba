import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Json } from "../../connectors/json.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { aPost } from "./testing/posts.ts";
import { BYTES, deliver, OPENING, openStage, published, requestsTo, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

/** What the version before has stored of an upload whose answer was lost, with what else it knew. */
async function leftBefore(entries: Readonly<Record<string, Json>> = {}) {
  stage.fault({ ...BYTES, act: "cut" });
  const begun = deliver(stage, aPost());
  await begun.publish();
  const checkpoint = memoryCheckpoint();
  const kept = { session: begun.checkpoint.get("session") ?? null, "last byte": true, ...entries };
  for (const [name, value] of Object.entries(kept)) await checkpoint.set(name, value);
  return { delivery: deliver(stage, aPost(), { checkpoint }) };
}

test("an upload that the version before left before its answer is asked about after the upgrade", async () => {
  const { delivery } = await leftBefore();
  assert.equal((await delivery.publish()).kind, "unknown");
  assert.equal((await delivery.toEnd("find")).kind, "published");
  assert.deepEqual([requestsTo(stage, OPENING).length, (await stage.seen()).length], [1, 1]);
});

test("looks of the version before count after the upgrade", async () => {
  await stage.settings({ finished_answers: "gone", uploads_late_seconds: 100_000 });
  const since = addSeconds(stage.now(), -1000);
  const { delivery } = await leftBefore({ doubt: { since, isGone: true, probes: 3, looks: 3 } });
  const { outcomes } = delivery;
  assert.equal((await delivery.find()).kind, "undecided");
  const [first] = outcomes;
  assert.ok(first?.kind === "undecided" && first.retryAfterSeconds === 2600, JSON.stringify(first));
});

test("what the version before gave up is uploaded once more after the upgrade, and no third time", async () => {
  stage.fault({ ...BYTES, act: "drop" }, { ...BYTES, act: { status: 404, body: "Not Found" }, times: 5 });
  const checkpoint = memoryCheckpoint();
  await checkpoint.set("given up", addSeconds(stage.now(), -3600));
  const outcome = await deliver(stage, aPost(), { checkpoint }).toEnd();
  assert.equal(outcome.kind, "undecidable", JSON.stringify(outcome));
  assert.equal(requestsTo(stage, OPENING).length, 1);
});

test("a video that the version before had published stays it, with what was noted about it", async () => {
  const { outcome } = await published(stage, aPost());
  const checkpoint = memoryCheckpoint();
  await checkpoint.set("video", { id: outcome.remoteId, at: stage.now(), note: "YouTube made it private." });
  const again = await deliver(stage, aPost(), { checkpoint }).toEnd();
  assert.deepEqual(again, { ...outcome, note: "YouTube made it private." });
  assert.equal(requestsTo(stage, OPENING).length, 1);
});

test("the version before would take the end of an upload for open as long as this one does", async () => {
  stage.fault({ ...BYTES, act: "cut" });
  const delivery = deliver(stage, aPost());
  await delivery.publish();
  assert.equal(delivery.checkpoint.get("last byte"), true);
  stage.fault({ ...BYTES, act: { status: 308, body: "", headers: {} } });
  assert.equal((await delivery.find()).kind, "absent");
  assert.equal(delivery.checkpoint.get("last byte"), false);
});
