import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { deliver, openStage, PHOTO, type Stage, sent } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const BROKEN: FaultAct = { status: 500, body: { error: { code: 500, message: "Internal error encountered.", status: "INTERNAL" } } };

const photos = async () => Object(await stage.byHand("GET", "/media?pageSize=100")).mediaItems?.length ?? 0;

/** The note of a post with one photo. */
async function noteOf(): Promise<string | undefined> {
  const delivery = deliver(stage, aPost({ media: [await stage.picture()], options: { uploadToPhotosSection: true } }));
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  return outcome.note;
}

for (const [what, act] of [
  ["is cut", "cut"],
  ["is an error", { ...BROKEN, when: "after" }],
  ["does not name it", { status: 200, body: {}, when: "after" }],
] as const) {
  test(`a photo whose answer ${what} is found, and not added twice`, async () => {
    stage.fault({ ...PHOTO, act });
    assert.equal(await noteOf(), undefined);
    assert.deepEqual([await photos(), sent(stage, PHOTO).length], [1, 1]);
  });
}

test("a photo that never arrived is sent once more with the same bytes", async () => {
  stage.fault({ ...PHOTO, act: "drop" });
  assert.equal(await noteOf(), undefined);
  const [first, second] = sent(stage, PHOTO);
  assert.deepEqual([await photos(), second], [1, first]);
});

test("a photo that may be beyond the pages that are read is not sent again", async () => {
  const more = { status: 200, body: { mediaItems: [], nextPageToken: "more" } };
  stage.fault({ ...PHOTO, act: "cut" }, { method: "GET", path: /\/media\?/, act: more, times: 99 });
  assert.match((await noteOf()) ?? "", /bread\.jpg was not added to the photos of the profile: Google did not say whether it took it\.$/);
  assert.equal(sent(stage, PHOTO).length, 1);
});

test("a photo that gets no answer twice is noted", async () => {
  stage.fault({ ...PHOTO, act: "drop", times: 2 });
  assert.match((await noteOf()) ?? "", /bread\.jpg was not added to the photos of the profile: Google did not say whether it took it\.$/);
  assert.equal(sent(stage, PHOTO).length, 2);
});

for (const [what, act, sends] of [
  ["was added without an answer", "cut", 1],
  ["did not arrive", "drop", 2],
] as const) {
  test(`a photo that ${what} before the upgrade is among the photos once after it`, async () => {
    stage.fault({ ...PHOTO, act });
    const delivery = deliver(stage, aPost({ media: [await stage.picture()], options: { uploadToPhotosSection: true } }));
    let outcome = await delivery.publish();
    while (outcome.kind === "pending" && sent(stage, PHOTO).length === 0) {
      stage.pass(outcome.checkAfterSeconds);
      outcome = await delivery.publish();
    }
    const { resource, leftOut, tries, calls } = Object(delivery.checkpoint.get("photo 0"));
    const { firstAt, lastAt, isAnswered, lost, looks, aheadSeconds } = calls;
    const before = { firstAt, lastAt, isAnswered, lost, looks, aheadSeconds };
    assert.deepEqual([isAnswered, lost, looks], [false, 0, 0]);
    await delivery.checkpoint.set("photo 0", { resource, leftOut, tries, calls: before });
    assert.equal((await delivery.toEnd()).kind, "published");
    assert.deepEqual([await photos(), sent(stage, PHOTO).length], [1, sends]);
  });
}

test("bytes that do not arrive are sent to a new place", async () => {
  stage.fault({ method: "POST", path: /\/upload\/v1\/media\//, act: "drop" });
  assert.equal(await noteOf(), undefined);
  assert.equal(await photos(), 1);
});

test("a live post is published after half an hour at the latest, whatever becomes of its photos", async () => {
  stage.fault({ ...PHOTO, act: "drop" }, { method: "GET", path: /\/media\?/, act: BROKEN, times: 100 });
  const begun = Date.parse(stage.now());
  assert.match((await noteOf()) ?? "", /Google did not take it in time, or did not say so\.$/);
  assert.ok(Date.parse(stage.now()) - begun < 40 * 60_000);
});
