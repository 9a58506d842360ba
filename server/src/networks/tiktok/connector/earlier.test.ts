import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Json } from "../../connectors/json.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import type { Delivery } from "../../connectors/testing/delivery.ts";
import { aPhotoPost, aVideoPost, bodies, deliver, INIT, openStage, type Stage, UPLOAD } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const CONTENT = { method: "POST", path: /\/content\/init\// } as const;
const counts = async () => [
  (await stage.seen()).length,
  bodies(stage, INIT).length,
  stage.exchanges.filter(({ request }) => UPLOAD.test(request.url)).length,
];

/** The delivery as the version before stored it. */
async function asBefore({ checkpoint }: Delivery, more: Readonly<Record<string, Json>> = {}) {
  const before = memoryCheckpoint();
  for (const name of ["begun", "audience", "order", "upload", "parts"]) await before.set(name, checkpoint.get(name) ?? null);
  for (const [name, value] of Object.entries(more)) await before.set(name, value);
  return before;
}

for (const [what, act, sends] of [
  ["arrived without an answer", "cut", 1],
  ["did not arrive", "drop", 2],
  ["arrived", null, 1],
] as const) {
  test(`a last part that ${what} before the upgrade leads to one post after it, of one order`, async () => {
    if (act !== null) stage.fault({ path: UPLOAD, act });
    const post = aVideoPost(stage);
    const begun = deliver(stage, post);
    await begun.publish();
    const delivery = deliver(stage, post, { checkpoint: await asBefore(begun) });
    assert.equal((await delivery.publish()).kind, "unknown");
    stage.pass(31);
    assert.equal((await delivery.toEnd("find")).kind, "published");
    assert.deepEqual(await counts(), [1, 1, sends]);
  });
}

for (const [what, act] of [
  ["got no answer", "cut"],
  ["was taken", null],
] as const) {
  test(`an order of photos that ${what} before the upgrade leads to one post after it`, async () => {
    if (act !== null) stage.fault({ ...CONTENT, act });
    const post = await aPhotoPost(stage);
    const begun = deliver(stage, post);
    const call = { firstAt: stage.now(), isAnswered: act === null, looks: 0 };
    await begun.publish();
    const delivery = deliver(stage, post, { checkpoint: await asBefore(begun, { call }) });
    assert.equal((await delivery.publish()).kind, "unknown");
    assert.equal((await delivery.toEnd("find")).kind, "published");
    assert.deepEqual(await counts(), [1, 1, 0]);
  });
}

test("the version before finds the order and the call in its own form", async () => {
  stage.fault({ path: UPLOAD, act: "cut" });
  const video = deliver(stage, aVideoPost(stage));
  await video.publish();
  const { lastAt, sends, isComplete } = Object(video.checkpoint.get("order"));
  assert.deepEqual([typeof lastAt, sends, isComplete], ["string", 1, false]);
  stage.fault({ ...CONTENT, act: "cut" });
  const photos = deliver(stage, await aPhotoPost(stage));
  await photos.publish();
  const { firstAt, isAnswered, looks } = Object(photos.checkpoint.get("call"));
  assert.deepEqual([typeof firstAt, isAnswered, looks], ["string", false, 0]);
});
