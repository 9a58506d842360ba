import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { deliver } from "./testing/delivery.ts";
import { aVideo } from "./testing/posts.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

test("the parts of a video that have arrived are not sent again", async () => {
  await stage.settings({ part_bytes: 30_000 });
  const sizes = () => stage.exchanges.filter(({ request }) => request.method === "PUT").map(({ request }) => Object(request.body).size);
  const delivery = deliver(stage, aPost({ text: "Film", media: [aVideo()] }));
  stage.fault({ method: "PUT", path: /dms-uploads/, act: "drop", after: 2 });
  assert.equal((await delivery.publish()).kind, "busy");
  assert.equal((await delivery.toEnd()).kind, "published");
  const rest = aVideo().sizeBytes - 90_000;
  assert.deepEqual(sizes(), [30_000, 30_000, 30_000, 30_000, rest]);
});

test("an upload whose address has ended, or that LinkedIn lost, is begun anew", async () => {
  await stage.settings({ part_bytes: 30_000, upload_seconds: 600 });
  const delivery = deliver(stage, aPost({ text: "Film", media: [aVideo()] }));
  stage.fault({ method: "PUT", path: /dms-uploads/, act: { status: 503, body: { status: 503, message: "Down" } } });
  assert.equal((await delivery.publish()).kind, "busy");
  stage.pass(601);
  assert.equal((await delivery.toEnd()).kind, "published");
  await stage.networkFault("upload-lost", { count: 1 });
  for (const media of [[aVideo()], [await anImage()]]) {
    assert.equal((await deliver(stage, aPost({ text: "Again", media })).toEnd()).kind, "published");
  }
});
