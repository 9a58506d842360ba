import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { deliver } from "./testing/delivery.ts";
import { aVideo } from "./testing/posts.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const CREATE = { method: "POST", path: /\/2\/tweets$/ } as const;
const texts = async () => (await stage.seen()).map(({ text }) => text);

test("an upload that ends before the post is made is begun again", async () => {
  await stage.settings({ media_seconds: 900 });
  const delivery = deliver(stage, aPost({ media: [await anImage()] }));
  stage.fault({ ...CREATE, act: { status: 429, body: { title: "Too Many Requests" } } });
  assert.equal((await delivery.publish()).kind, "held");
  stage.pass(1000);
  assert.equal((await delivery.publish()).kind, "published");
  assert.equal(stage.exchanges.filter(({ request }) => request.url.endsWith("/2/media/upload")).length, 2);
});

test("a part of an upload that is lost is sent again, and no other", async () => {
  const delivery = deliver(stage, aPost({ media: [await aVideo(75_000)] }));
  stage.fault({ method: "POST", path: /append/, act: "cut" });
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal(stage.exchanges.filter(({ request }) => request.url.endsWith("/append")).length, 4);
});

test("an upload that X has lost is begun again, and each time is a try", async () => {
  const gone: FaultAct = { status: 404, body: { title: "Not Found Error", type: "resource-not-found" } };
  const delivery = deliver(stage, aPost({ media: [await aVideo()] }));
  stage.fault(...Array.from({ length: 5 }, () => ({ method: "POST", path: /finalize$/, act: gone })));
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal(delivery.path.filter((kind) => kind === "busy").length, 5);
  assert.equal((await texts()).length, 1);
});

test("a video that X cannot process has failed, and nothing of the thread is published", async () => {
  const delivery = deliver(stage, aPost({ segments: ["One", "Two"], media: [await anImage(), await aVideo()] }));
  const failed = { data: { id: "1", processing_info: { state: "failed", error: { message: "InvalidMedia" } } } };
  stage.fault({ method: "GET", path: /command=STATUS/, act: { status: 200, body: failed } });
  const outcome = await delivery.toEnd();
  assert.deepEqual(outcome, { kind: "rejected", reason: "X could not process the file oven.mp4: InvalidMedia." });
  assert.deepEqual(await texts(), []);
  // Somebody has it tried again: the file is uploaded anew.
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(await texts(), ["One", "Two"]);
});
