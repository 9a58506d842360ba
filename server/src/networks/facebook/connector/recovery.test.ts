import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { FindOutcome, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import type { Fault } from "../../connectors/testing/faults.ts";
import { anImage, aPost, aTallVideo, aVideo } from "../../connectors/testing/posts.ts";
import { delivery, OUTAGE, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await stage.settings({ refuses_repeats: false, video_part_bytes: 4000 });
});
afterEach(() => stage[Symbol.asyncDispose]());

const aPicturePost = async () => aPost({ type: "SLIDES", text: "Once", media: [await anImage(), await anImage()] });
const aStory = async () => aPost({ type: "STORY", asStory: true, text: "", media: [await anImage()] });
const aVideoStory = async () => aPost({ type: "STORY", asStory: true, text: "", media: [aVideo()] });

for (const [name, make, staging] of [
  ["a post with two images", aPicturePost, /\/photos/],
  ["a reel", async () => aPost({ type: "VIDEO", media: [aTallVideo()] }), /\/upload\/video-upload/],
  ["a reel", async () => aPost({ type: "VIDEO", media: [aTallVideo()] }), /\/\d+\?fields=status/],
  ["a story of an image", aStory, /\/photos/],
  ["a story of a video", aVideoStory, /\/upload\/video-upload/],
] as const) {
  test(`${name} goes on after ${staging} failed in any way`, async () => {
    for (const act of ["cut", { when: "after", ...OUTAGE }, { when: "before", ...OUTAGE }] as const) {
      const { publish, published } = delivery(stage, await make());
      stage.fault({ path: staging, act });
      const outcome = await publish();
      assert.ok(outcome.kind === "busy" || ("live" in outcome && outcome.live === "no"), JSON.stringify(outcome));
      assert.equal((await published()).kind, "published");
    }
    assert.equal(await seenTimes(), 3);
  });
}

/** A delivery whose call has just got no answer that settles it. */
async function lost(post: OutgoingPost, fault: Pick<Fault, "path" | "act" | "after">) {
  const one = delivery(stage, post);
  stage.fault({ method: "POST", ...fault });
  assert.equal((await one.publish()).kind, "unknown");
  return one;
}

const FEED = /\/feed/;
const refused = (code: number, subcode?: number) => ({ status: 400, body: refusal(code, subcode) });

async function seenTimes(): Promise<number> {
  stage.pass(60);
  return (await stage.seen()).length;
}

test("a video whose end of the upload was lost is not uploaded again when the network says that it is no upload any more", async () => {
  const ends = { method: "POST", path: /\/video_reels/ } as const;
  const { publish, found } = await lost(aPost({ type: "VIDEO", media: [aTallVideo()] }), { ...ends, act: "cut", after: 1 });
  // It goes on to say that nothing has been finished, and lists nothing.
  const phases = { uploading_phase: { status: "complete" }, publishing_phase: { status: "not_started" } };
  const silent = { status: { video_status: "ready", ...phases }, published: false };
  stage.fault({ method: "GET", path: /\/\d+\?fields=status/, act: { status: 200, body: silent }, times: 4 });
  stage.fault({ method: "GET", path: /\/video_reels/, act: { status: 200, body: { data: [] } }, times: 2 });
  stage.pass(1000);
  await found();
  // The upload is begun once, so the next call ends it a second time.
  stage.fault({ ...ends, act: { status: 400, body: refusal(6000) } });
  let outcome: PublishOutcome | FindOutcome = await publish();
  for (let round = 0; round < 10 && outcome.kind !== "published"; round += 1) {
    assert.notEqual(outcome.kind, "rejected");
    stage.pass(600);
    outcome = await found();
    if (outcome.kind === "absent") outcome = await publish();
  }
  assert.equal(outcome.kind, "published");
  assert.deepEqual([await seenTimes(), stage.made(/POST .*\/upload\/video-upload/).length], [1, 1]);
});

test("a video that is processed for longer than a post takes to be listed is not finished a second time", async () => {
  await stage.settings({ video_part_bytes: 4_000_000 });
  const { find } = await lost(aPost({ type: "VIDEO", media: [aVideo()] }), { path: /\/videos/, act: "cut", after: 2 });
  const phases = {
    uploading_phase: { status: "complete" },
    processing_phase: { status: "in_progress" },
    publishing_phase: { status: "not_started" },
  };
  const processing = { status: { video_status: "processing", ...phases }, published: false };
  stage.fault({ method: "GET", path: /\/\d+\?fields=status/, act: { status: 200, body: processing }, times: 4 });
  let outcome: FindOutcome | null = null;
  for (let round = 0; round < 4; round += 1) {
    stage.pass(900);
    assert.deepEqual(await find(), { kind: "undecided", reason: "Facebook is still processing the video.", retryAfterSeconds: 300 });
  }
  for (let round = 0; round < 3 && outcome?.kind !== "published"; round += 1) {
    stage.pass(600);
    outcome = await find();
  }
  assert.equal(outcome?.kind, "published", JSON.stringify(outcome));
  assert.equal(await seenTimes(), 1);
});

test("a text is looked up without its attachments, which a Page may not let be read", async () => {
  const { found } = await lost(aPost({ text: "Rolls at seven" }), { path: FEED, act: "cut" });
  stage.fault({ method: "GET", path: /published_posts.*attachments/, act: { status: 400, body: refusal(10) }, times: 9 });
  stage.pass(60);
  assert.equal((await found()).kind, "published");
});

test("a video that the network does not know yet is asked for later, not begun anew", async () => {
  await stage.settings({ video_unknown_seconds: 5 });
  const { publish, published } = delivery(stage, aPost({ type: "VIDEO", media: [aVideo()] }));
  const outcome = await publish();
  assert.ok(outcome.kind === "notAsked");
  assert.equal(outcome.live, "maybe");
  stage.pass(5);
  assert.equal((await published()).kind, "published");
  assert.equal(await seenTimes(), 1);
});

// Shows Facebook: look-up after a lost answer
test("photos that were posted are looked up and never staged anew", async () => {
  const post = aPost({ type: "IMAGE", text: "Rye", media: [await anImage()] });
  const { found } = await lost(post, { path: FEED, act: { when: "after", ...refused(100, 1366051) } });
  assert.equal((await found()).kind, "published");
  assert.equal(stage.made(/POST .*\/photos/).length, 1);
});

test("a limit that stopped a post holds the channel once nothing is found", async () => {
  const { found } = await lost(aPost(), { path: FEED, act: refused(32) });
  const outcome = await found();
  assert.ok(outcome.kind === "absent" && outcome.held?.scope === "channel");
  assert.match(outcome.held.reason, /\(code 32\)$/);
  assert.ok(outcome.held.retryAfterSeconds > 60 && outcome.held.retryAfterSeconds <= 3600);
});

test("a repetition of the last post is looked up before it is refused", async () => {
  await stage.settings({ refuses_repeats: true });
  await delivery(stage, aPost({ text: "Again" })).published();
  for (const post of await stage.seen()) stage.owned.add(post.id);
  stage.pass(600);
  const { publish, found } = delivery(stage, aPost({ text: "Again" }));
  assert.equal((await publish()).kind, "unknown");
  assert.deepEqual(await found(), { kind: "absent" });
  const outcome = await publish();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /It repeats the Page's last post\.$/);
});

test("a block is waited out for a day, once", async () => {
  const blocked: Fault = { method: "POST", path: FEED, act: refused(368) };
  const { publish, found } = await lost(aPost(), blocked);
  const outcome = await found();
  assert.ok(outcome.kind === "absent" && (outcome.held?.retryAfterSeconds ?? 0) > 80_000);
  stage.pass(86_400);
  assert.equal((await publish()).kind, "unknown");
  assert.deepEqual(await found(), { kind: "absent" });
  stage.fault(blocked);
  await publish();
  await found();
  assert.equal((await publish()).kind, "rejected");
});

test("a story that is looked for when a day has passed is left to a person: the list has those of a day alone", async () => {
  const { find } = await lost(await aStory(), { path: /photo_stories/, act: OUTAGE });
  stage.pass(26 * 3600);
  const other = await delivery(stage, await aStory()).published();
  assert.ok(other.kind === "published");
  stage.owned.add(other.remoteId);
  const outcome = await find();
  assert.ok(outcome.kind === "undecidable", JSON.stringify(outcome));
  assert.match(outcome.reason, /look at the Page's archive/);
});

test("a Page that lists no stories at all leaves a lost one to a person", async () => {
  const { found } = await lost(await aStory(), { path: /photo_stories/, act: OUTAGE });
  const outcome = await found();
  assert.ok(outcome.kind === "undecidable");
  assert.match(outcome.reason, /story archive/);
});
