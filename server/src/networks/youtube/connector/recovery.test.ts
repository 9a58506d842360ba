import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Kill } from "../../connectors/testing/delivery.ts";
import { anImage } from "../../connectors/testing/posts.ts";
import { aPost, aTallVideo } from "./testing/posts.ts";
import {
  BYTES,
  deliver,
  deliverAhead,
  OPENING,
  openStage,
  playlistNamed,
  published,
  rangesSent,
  requestsTo,
  type Stage,
  videosIn,
} from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

async function onlyVideo(id: string): Promise<void> {
  assert.deepEqual(
    (await stage.seen()).map((video) => video.id),
    [id],
  );
}

test("killed at any step, a delivery leaves one video, one place in its playlist and its thumbnail", async () => {
  const media = [aTallVideo(), await anImage()];
  let steps = 1;
  for (let at = 1; at <= steps; at += 1) {
    const own = await openStage();
    const talks = await playlistNamed(own, "Talks");
    const options = { playlists: [{ channelId: own.account.channelId, playlistIds: [talks] }] };
    const kill: Kill = { at, steps: 0 };
    const outcome = await deliver(own, aPost({ type: "MULTIMEDIA", media, options }), { kill }).toEnd();
    assert.ok(outcome.kind === "published", `killed at step ${at}: ${JSON.stringify(outcome)}`);
    assert.deepEqual(
      (await own.seen()).map(({ id }) => id),
      [outcome.remoteId],
      `killed at step ${at}`,
    );
    assert.deepEqual(await videosIn(own, talks), [outcome.remoteId], `killed at step ${at}`);
    steps = Math.max(steps, kill.steps);
    await own[Symbol.asyncDispose]();
  }
  assert.ok(steps > 20, `${steps} steps`);
});

test("a video that fails while its upload is being settled has failed, with YouTube's reason", async () => {
  await stage.settings({ rejection_reason: "copyright", processing_seconds: 45 });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.publish()).kind, "pending");
  const outcome = await delivery.toEnd("find");
  assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
  assert.match(outcome.reason, /^YouTube rejected the video \(copyright\)/);
  assert.equal(requestsTo(stage, OPENING).length, 1);
});

// Shows YouTube: look-up after a lost answer
test("the answer to the last byte is lost: the session tells which video it became", async () => {
  stage.fault({ ...BYTES, act: "cut" });
  const { outcome } = await published(stage, aPost());
  await onlyVideo(outcome.remoteId);
  assert.equal(rangesSent(stage).length, 1);
});

test("a session that has all bytes and names no video is asked again, and then the uploads are read", async () => {
  await stage.settings({ finishing_answers: "incomplete", finished_answers: "incomplete", uploads_late_seconds: 400 });
  const { outcome, delivery } = await published(stage, aPost());
  await onlyVideo(outcome.remoteId);
  assert.equal(requestsTo(stage, OPENING).length, 1);
  assert.deepEqual(delivery.path.slice(0, 3), ["unknown", "notAsked", "undecided"]);
});

test("a session that names its video at the third question needs no more", async () => {
  await stage.settings({ finishing_answers: "incomplete", finished_answers: "incomplete" });
  const delivery = deliver(stage, aPost());
  assert.deepEqual([(await delivery.publish()).kind, (await delivery.find()).kind], ["unknown", "notAsked"]);
  await stage.settings({});
  const outcome = await delivery.toEnd("find");
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  assert.equal(requestsTo(stage, { method: "GET", path: /\/playlistItems\?/ }).length, 0);
});

test("a session that is gone after its last byte is settled by the list of uploads, though that is late", async () => {
  await stage.settings({ finished_answers: "gone", uploads_late_seconds: 3000 });
  stage.fault({ ...BYTES, act: "cut" });
  const { outcome, delivery } = await published(stage, aPost());
  await onlyVideo(outcome.remoteId);
  assert.equal(requestsTo(stage, OPENING).length, 1);
  assert.equal(delivery.path.filter((kind) => kind === "undecided").length >= 3, true);
});

/** How often YouTube is asked about an upload before it counts as missing. */
const LOOKS = 5;

test("what is nowhere after an hour is uploaded once more, and then settled by a person, whatever was there before", async () => {
  await published(stage, aPost());
  stage.pass(900);
  const gone = { ...BYTES, act: { status: 404, body: "Not Found" } } as const;
  // Nothing arrives, and the session is gone whenever it is asked. A list that cannot be read is no look.
  stage.fault({ ...BYTES, act: "drop" }, { ...gone, times: LOOKS + 1 }, { ...BYTES, act: "drop" }, { ...gone, times: LOOKS });
  stage.fault({ method: "GET", path: /\/playlistItems\?/, act: { status: 503, body: {} } });
  const delivery = deliver(stage, aPost());
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "undecidable", JSON.stringify(outcome));
  const looked = ["undecided", "undecided", "undecided", "undecided"];
  const path = delivery.path.filter((kind) => kind !== "pending");
  assert.deepEqual(path, ["unknown", "notAsked", ...looked, "absent", "unknown", ...looked, "undecidable"]);
  assert.equal(requestsTo(stage, OPENING).length, 3);
});

test("a session that keeps all bytes without a video is never replaced", async () => {
  const size = aPost().media[0]?.sizeBytes ?? 0;
  stage.fault({ ...BYTES, act: { status: 308, body: "", headers: { range: `bytes=0-${size - 1}` } }, times: 50 });
  const outcome = await deliver(stage, aPost()).toEnd();
  assert.ok(outcome.kind === "undecidable", JSON.stringify(outcome));
  assert.equal(requestsTo(stage, OPENING).length, 1);
});

for (const seconds of [0, 600, -600]) {
  test(`of equal videos, those of other deliveries and those from before are left alone, our clock ${seconds} seconds ahead`, async () => {
    const first = await published(stage, aPost());
    stage.owned.add(first.outcome.remoteId);
    await published(stage, aPost());
    stage.pass(900);
    await stage.settings({ finished_answers: "gone" });
    stage.fault({ ...BYTES, act: "cut" });
    const outcome = await deliverAhead(stage, aPost(), seconds).toEnd();
    const videos = (await stage.seen()).map(({ id }) => id);
    assert.ok(outcome.kind === "published", JSON.stringify(outcome));
    assert.deepEqual([videos.indexOf(outcome.remoteId), videos.length], [2, 3]);
  });
}
