import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { aPost } from "./testing/posts.ts";
import { BYTES, deliver, OPENING, openStage, requestsTo, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

test("an empty page does not end the list of uploads, in which a lost one is found", async () => {
  await stage.settings({ finished_answers: "gone" });
  stage.fault({ ...BYTES, act: "cut" });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.publish()).kind, "unknown");
  const [video] = await stage.seen();
  const item = { snippet: { publishedAt: "2999-01-01T00:00:00Z" }, contentDetails: { videoId: video?.id } };
  stage.fault(
    { method: "GET", path: /\/playlistItems\?(?!.*pageToken)/, act: { status: 200, body: { items: [], nextPageToken: "more" } }, times: 9 },
    { method: "GET", path: /\/playlistItems\?.*pageToken=more/, act: { status: 200, body: { items: [item] } }, times: 9 },
  );
  const outcome = await delivery.toEnd("find");
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  assert.deepEqual([outcome.remoteId, requestsTo(stage, OPENING).length], [video?.id, 1]);
});
