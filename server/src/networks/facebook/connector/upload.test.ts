import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Fault } from "../../connectors/testing/faults.ts";
import { aPost, aTallVideo } from "../../connectors/testing/posts.ts";
import { facebook } from "./index.ts";
import { delivery, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

test("an upload that broke off goes on where it ended", async () => {
  const video = aTallVideo({ fileBytes: 50_000 });
  const { publish, published, checkpoint } = delivery(stage, aPost({ type: "VIDEO", media: [video] }));
  const half = { ...video, file: async () => partOf(await video.file(), 20_000) };
  const first = await facebook.publish(aPost({ type: "VIDEO", media: [half] }), stage.account, stage.call(checkpoint));
  assert.equal(first.kind, "busy");
  assert.equal((await published()).kind, "published");
  const offsets = stage.made(/\/upload\/video-upload/).map(({ headers }) => headers?.offset);
  assert.deepEqual(offsets, ["0", "20000"]);
  assert.equal((await publish()).kind, "published");
});

/** Announces the whole file, and ends in the middle. */
function partOf(file: File, bytes: number): File {
  const part = new File([file.slice(0, bytes)], file.name, { type: file.type });
  Object.defineProperty(part, "slice", { value: () => file.slice(0, bytes) });
  Object.defineProperty(part, "size", { value: file.size });
  return part;
}

test("an upload that the network lost is begun anew, twice at most", async () => {
  const { publish } = delivery(stage, aPost({ type: "VIDEO", media: [aTallVideo()] }));
  const empty: Fault = { method: "POST", path: /\/video_reels/, after: 1, act: { when: "before", status: 400, body: refusal(6000) } };
  stage.fault(empty);
  assert.equal((await publish()).kind, "busy");
  stage.fault(empty);
  assert.equal((await publish()).kind, "busy");
  stage.fault(empty);
  const outcome = await publish();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /The video was uploaded 3 times\.$/);
  const other = delivery(stage, aPost({ type: "VIDEO", media: [aTallVideo()] }));
  stage.fault(empty);
  await other.publish();
  assert.equal((await other.published()).kind, "published");
});
