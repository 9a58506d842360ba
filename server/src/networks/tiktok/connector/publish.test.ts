import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { PreferenceValues } from "@rostrum/contract/preferences.ts";
import { aPhotoPost, aVideoPost, bodies, deliver, INIT, openStage, type Stage, UPLOAD } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const PHOTO_FETCHES = /\/content\/init\//;

// Shows TikTok: video, reel or short, address of the post
test("a video is uploaded, processed and published with its caption, as a TikTok with an address", async () => {
  await stage.settings({ video_seconds: 7 });
  const delivery = deliver(stage, aVideoPost(stage));
  const outcome = await delivery.toEnd();
  const [seen] = await stage.seen();
  assert.ok(outcome.kind === "published" && seen !== undefined, JSON.stringify(outcome));
  assert.deepEqual(outcome, { kind: "published", remoteId: seen.id, url: seen.url, postType: "TIKTOK" });
  assert.deepEqual(
    [seen.text, seen.label, seen.media.length],
    ["Fresh rolls #bread", "Everyone · Comments off · Duet off · Stitch off", 1],
  );
  assert.ok(BigInt(seen.id) > 2n ** 53n);
  assert.deepEqual(delivery.path, ["pending", "pending", "published"]);
});

test("readers may see it only from its last byte on", async () => {
  stage.fault({ path: UPLOAD, act: "drop" });
  const delivery = deliver(stage, aVideoPost(stage));
  await stage.settings({ video_seconds: 60 });
  // The only part is the last one: nobody knows whether it arrived.
  assert.deepEqual([(await delivery.publish()).kind, (await delivery.publish()).kind], ["unknown", "unknown"]);
  stage.pass(31);
  assert.equal((await delivery.find()).kind, "absent", "TikTok counts no bytes, and the same address gets them once more");
});

// Shows TikTok: picture
test("a photo is fetched from the service and published with its title and description", async () => {
  const outcome = await deliver(stage, await aPhotoPost(stage, { title: "Rolls", options: { autoAddMusic: true } })).toEnd();
  const [seen] = await stage.seen();
  assert.ok(outcome.kind === "published" && seen !== undefined, JSON.stringify(outcome));
  assert.deepEqual([outcome.url, outcome.postType, seen.text], [seen.url, undefined, "Rolls\n\nFresh rolls #bread"]);
  const [body] = bodies(stage, PHOTO_FETCHES);
  assert.equal(body?.post_info?.auto_add_music, true);
});

// Shows TikTok: several pictures
test("up to 35 photos make one post, in their order", async () => {
  const media = await Promise.all([1, 2, 3].map((width) => stage.files.image({ width: 100 * width })));
  const outcome = await deliver(stage, await aPhotoPost(stage, { media })).toEnd();
  assert.equal(outcome.kind, "published");
  const [seen] = await stage.seen();
  assert.equal(seen?.media.length, 3);
  const [body] = bodies(stage, PHOTO_FETCHES);
  assert.equal(Object(body?.source_info?.photo_images).length, 3);
});

// Shows TikTok: own options
test("a post for the inbox is handed over, and waits in the app as a draft", async () => {
  for (const [post, caption] of [
    [aVideoPost(stage, { options: { sendToInbox: true } }), /takes no caption along with a video/],
    [await aPhotoPost(stage, { options: { sendToInbox: true } }), /within a day to finish and publish it\.$/],
  ] as const) {
    const delivery = deliver(stage, post);
    const outcome = await delivery.toEnd();
    assert.ok(outcome.kind === "handedOver", JSON.stringify(outcome));
    assert.deepEqual(await delivery.find(), outcome, "a look-up says the same");
    assert.match(outcome.note, /^It waits in the TikTok app of @\w+: open the notification there within a day/);
    assert.match(outcome.note, caption);
  }
  const drafts = await stage.seen();
  assert.deepEqual(
    drafts.map(({ label }) => label),
    ["Draft, to be finished in the app", "Draft, to be finished in the app"],
  );
  assert.deepEqual(bodies(stage, /\/creator_info\//), []);
});

test("the person's decisions go along; what the account has switched off stays off", async () => {
  const decide = async (preferences: PreferenceValues) => {
    stage.exchanges.length = 0;
    assert.equal((await deliver(stage, aVideoPost(stage), { preferences }).toEnd()).kind, "published");
    const { title: _title, ...info } = bodies(stage, INIT)[0]?.post_info ?? {};
    return info;
  };
  assert.deepEqual(await decide({}), {
    privacy_level: "PUBLIC_TO_EVERYONE",
    disable_comment: true,
    disable_duet: true,
    disable_stitch: true,
    brand_content_toggle: false,
    brand_organic_toggle: false,
  });
  const all = { allowComments: true, allowDuet: true, allowStitch: true, brandedContent: true, yourBrand: true };
  await stage.settings({ stitch_disabled: true });
  assert.deepEqual(await decide({ ...all, privacy: "MUTUAL_FOLLOW_FRIENDS" }), {
    privacy_level: "MUTUAL_FOLLOW_FRIENDS",
    disable_comment: false,
    disable_duet: false,
    disable_stitch: true,
    brand_content_toggle: true,
    brand_organic_toggle: true,
  });
});

test("what TikTok would refuse is refused before anything is sent", async () => {
  const refused = async (preferences: PreferenceValues, seconds = 12) => {
    const outcome = await deliver(stage, aVideoPost(stage, { media: [stage.files.video({ seconds })] }), { preferences }).toEnd();
    return outcome.kind === "rejected" ? outcome.reason : outcome.kind;
  };
  await stage.settings({ max_video_seconds: 60 });
  assert.equal(
    await refused({ privacy: "FOLLOWER_OF_CREATOR" }),
    'TikTok no longer offers this account the choice "FOLLOWER_OF_CREATOR" of who may see a post. Choose who may see posts of this channel.',
  );
  assert.match(await refused({ privacy: "SELF_ONLY", brandedContent: true }), /^TikTok takes posts that promote another brand only if/);
  assert.equal(await refused({}, 61), "The video is 61 seconds long; TikTok takes at most 60 seconds from this account.");
  assert.deepEqual(bodies(stage, INIT), []);
});

test("without an audit only the account itself may see posts, whatever was chosen before", async () => {
  const unaudited = { ...stage, call: (checkpoint?: Parameters<Stage["call"]>[0]) => ({ ...stage.call(checkpoint), isAudited: false }) };
  const outcome = await deliver(unaudited, aVideoPost(stage)).toEnd();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /^TikTok has not audited the application of this service yet: until then, only the account itself/);
  assert.deepEqual(bodies(stage, INIT), []);
  const mine = await deliver(unaudited, aVideoPost(stage), { preferences: { privacy: "SELF_ONLY" } }).toEnd();
  assert.ok(mine.kind === "published" && mine.url === null, JSON.stringify(mine));
  assert.equal(mine.note, "TikTok gives an address to public posts only.");
});

test("a public post whose id TikTok does not tell is waited for, found in the list, else published without an address", async () => {
  await stage.settings({ ids_after_seconds: 120 });
  const soon = await deliver(stage, aVideoPost(stage, { text: "Soon" })).toEnd();
  assert.ok(soon.kind === "published" && soon.url !== null);
  await stage.settings({ ids_after_seconds: 3600, listed_after_seconds: 60 });
  const listed = await deliver(stage, aVideoPost(stage, { text: "Listed" })).toEnd();
  const seen = await stage.seen();
  assert.ok(listed.kind === "published" && listed.remoteId === seen.find(({ text }) => text === "Listed")?.id);
  await stage.settings({ ids_after_seconds: 3600, listed_after_seconds: 7200 });
  const late = await deliver(stage, aVideoPost(stage, { text: "Late" })).toEnd();
  assert.ok(late.kind === "published" && late.url === null);
  assert.equal(late.note, "TikTok has published it, and does not say yet at which address.");
});

test("of two ids the first is the address, and both belong to the post", async () => {
  await stage.settings({ two_ids: true });
  const delivery = deliver(stage, aVideoPost(stage));
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "published");
  const other = delivery.checkpoint.get("post 2");
  assert.match(JSON.stringify(other), /^\{"id":"\d{16,}"\}$/);
});

test("the bytes go without the token, as the type that the video is", async () => {
  const video = { ...stage.files.video(), mime: "video/quicktime" };
  assert.equal((await deliver(stage, aVideoPost(stage, { media: [video] })).toEnd()).kind, "published");
  const [put] = stage.exchanges.filter(({ request }) => request.method === "PUT");
  assert.equal(put?.request.headers?.["content-type"], "video/quicktime");
  assert.equal(put?.request.headers?.authorization, undefined);
});
