import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { aVideoFile, type VideoWish } from "../../../testing/videos.ts";
import { type Parameters, picture, refusalIn } from "../../sandbox/meta/testing/answers.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const make = (parameters: Parameters) => stage.ask("POST", `/v25.0/${stage.accountId}/media`, parameters);
const refused = async (parameters: Parameters) => refusalIn(await make(parameters));
const image = () => ({ image_url: stage.link("a.jpg") });
const reel = () => ({ media_type: "REELS", video_url: stage.link("v.mp4") });
const item = () => stage.create({ ...image(), is_carousel_item: "true" });

test("an image is ready at once, and its container says so", async () => {
  const id = await stage.create({ ...image(), caption: "Hi", alt_text: "A cat", location_id: "7640348500" });
  assert.match(id, /^179\d{14}$/);
  assert.deepEqual(await stage.ask("GET", `/v25.0/${id}`, { fields: "status_code,status" }), {
    status: 200,
    body: { status_code: "FINISHED", status: "Finished: Media has been uploaded and it is ready to be published.", id },
  });
});

test("a container has nothing but its status", async () => {
  const id = await stage.create(image());
  assert.deepEqual((await stage.ask("GET", `/v25.0/${id}`)).body, { id });
  assert.deepEqual(refusalIn(await stage.ask("GET", `/v25.0/${id}`, { fields: "permalink" })), [400, 100]);
});

test("a video is processed first", async () => {
  const id = await stage.create(reel());
  assert.equal(await stage.statusOf(id), "IN_PROGRESS");
  stage.pass(2);
  assert.equal(await stage.statusOf(id), "FINISHED");
});

test("a container expires after 24 hours", async () => {
  const id = await stage.create(image());
  stage.pass(24 * 3600 - 1);
  assert.equal(await stage.statusOf(id), "FINISHED");
  stage.pass(1);
  assert.equal(await stage.statusOf(id), "EXPIRED");
});

test("a file that is not there is refused for an image, and makes a video fail later", async () => {
  assert.deepEqual(await refused({ image_url: stage.link("gone.jpg") }), [400, 9004, 2207052]);
  assert.deepEqual(await refused({ image_url: "https://elsewhere.example/a.jpg" }), [400, 9004, 2207052]);
  const id = await stage.create({ ...reel(), video_url: stage.link("gone.mp4") });
  assert.equal(await stage.statusOf(id), "IN_PROGRESS");
  stage.pass(2);
  assert.deepEqual((await stage.ask("GET", `/v25.0/${id}`, { fields: "status_code,status" })).body, {
    status_code: "ERROR",
    status: "Error: Media upload has failed with error code 2207077",
    id,
  });
});

test("a file's address must be in plain ASCII", async () => {
  assert.deepEqual(await refused({ image_url: "https://bücher.example/media/token/a.jpg" }), [400, 9004, 2207052]);
});

test("images must be JPEG by their bytes, whatever they are called", async () => {
  stage.files.set("png.jpg", stage.files.get("b.png") ?? new Uint8Array());
  assert.deepEqual(await refused({ image_url: stage.link("png.jpg") }), [400, 36001, 2207005]);
});

test("images may have 8 MiB", async () => {
  const bytes = Buffer.alloc(8 * 1024 * 1024 + 1);
  bytes.set(stage.files.get("a.jpg") ?? []);
  stage.files.set("large.jpg", bytes);
  assert.deepEqual(await refused({ image_url: stage.link("large.jpg") }), [400, 36000, 2207004]);
  stage.files.set("large.jpg", bytes.subarray(0, -1));
  await stage.create({ image_url: stage.link("large.jpg") });
});

test("images in the feed are 3:4 or 4:5 to 1.91:1; stories have no such limit", async () => {
  for (const [width, height, isTaken] of [
    [750, 1000, true],
    [749, 1000, false],
    [1910, 1000, true],
    [1911, 1000, false],
  ] as const) {
    stage.files.set("shape.jpg", await picture(width, height).jpeg().toBuffer());
    if (isTaken) await stage.create({ image_url: stage.link("shape.jpg") });
    else assert.deepEqual(await refused({ image_url: stage.link("shape.jpg") }), [400, 36003, 2207009]);
  }
  await stage.create({ media_type: "STORIES", image_url: stage.link("shape.jpg") });
});

test("reels last 3 seconds to 15 minutes, video stories up to 60 seconds", async () => {
  const outcome = async (type: string, seconds: number) => {
    stage.files.set("long.mp4", await aVideoFile({ seconds, framesPerSecond: 24, audio: null }));
    const id = await stage.create({ media_type: type, video_url: stage.link("long.mp4") });
    stage.pass(2);
    return stage.statusOf(id);
  };
  assert.deepEqual(
    [await outcome("REELS", 2), await outcome("REELS", 3), await outcome("REELS", 900), await outcome("REELS", 901)],
    ["ERROR", "FINISHED", "FINISHED", "ERROR"],
  );
  assert.deepEqual([await outcome("STORIES", 60), await outcome("STORIES", 61)], ["FINISHED", "ERROR"]);
});

test("videos have 23 to 60 frames a second and at most 1,920 columns", async () => {
  const outcome = async (wish: Partial<VideoWish>) => {
    stage.files.set("odd.mp4", await aVideoFile(wish));
    const id = await stage.create({ media_type: "REELS", video_url: stage.link("odd.mp4") });
    stage.pass(2);
    return stage.statusOf(id);
  };
  assert.deepEqual([await outcome({ framesPerSecond: 15 }), await outcome({ framesPerSecond: 60 })], ["ERROR", "FINISHED"]);
  assert.deepEqual([await outcome({ width: 2560, height: 1440 }), await outcome({ width: 1920, height: 1080 })], ["ERROR", "FINISHED"]);
});

test("what is no MP4 or QuickTime video fails with its format", async () => {
  stage.files.set("v.webm", await aVideoFile({ container: "webm", codec: "vp9", audio: null }));
  stage.files.set("v.mov", await aVideoFile({ container: "mov" }));
  const status = async (name: string) => {
    const id = await stage.create({ media_type: "REELS", video_url: stage.link(name) });
    stage.pass(2);
    return (await stage.ask("GET", `/v25.0/${id}`, { fields: "status" })).body;
  };
  assert.match(JSON.stringify(await status("v.webm")), /error code 2207026"/);
  assert.match(JSON.stringify(await status("a.jpg")), /error code 2207026"/);
  assert.match(JSON.stringify(await status("v.mov")), /Finished/);
});

test("a thumbnail offset must lie within the video, unless there is a cover", async () => {
  assert.deepEqual(await refused({ ...reel(), thumb_offset: "4001" }), [400, 1, 2207057]);
  await stage.create({ ...reel(), thumb_offset: "4000" });
  await stage.create({ ...reel(), thumb_offset: "4001", cover_url: stage.link("a.jpg") });
  assert.deepEqual(await refused({ ...reel(), cover_url: stage.link("b.png") }), [400, 36001, 2207005]);
});

test("there is no single video and no other type: a lone video is a reel", async () => {
  assert.deepEqual(await refused({ media_type: "VIDEO", video_url: stage.link("v.mp4") }), [400, 100, 2207023]);
  assert.deepEqual(await refused({ media_type: "PHOTO", ...image() }), [400, 100, 2207023]);
  assert.deepEqual(await refused({ video_url: stage.link("v.mp4") }), [400, 100]);
  assert.deepEqual(await refused({ media_type: "REELS", ...image() }), [400, 100]);
  assert.deepEqual(await refused({ caption: "Text alone" }), [400, 100]);
  assert.deepEqual(await refused({ ...image(), video_url: stage.link("v.mp4") }), [400, 100]);
  assert.deepEqual(await refused({ ...reel(), is_carousel_item: "true" }), [400, 100]);
});

for (const [kind, parameters, names] of [
  ["an image", () => image(), ["trial_params", "audio_name", "cover_url", "thumb_offset"]],
  ["a reel", () => reel(), ["alt_text"]],
  ["a story", () => ({ ...image(), media_type: "STORIES" }), ["caption", "alt_text", "location_id", "collaborators", "trial_params"]],
  ["a carousel item", () => ({ ...image(), is_carousel_item: "true" }), ["caption", "location_id", "collaborators"]],
  [
    "a video in a carousel",
    () => ({ media_type: "VIDEO", video_url: stage.link("v.mp4"), is_carousel_item: "true" }),
    ["caption", "alt_text", "user_tags"],
  ],
] as const) {
  test(`${kind} does not take ${names.join(", ")}`, async () => {
    await stage.create(parameters());
    const values: Parameters = { trial_params: '{"graduation_strategy":"MANUAL"}', collaborators: '["a"]', user_tags: "[]" };
    for (const name of names) {
      assert.deepEqual(await refused({ ...parameters(), [name]: values[name] ?? "1" }), [400, 100], name);
    }
  });
}

test("share_to_feed is ignored on anything but reels", async () => {
  await stage.create({ ...image(), share_to_feed: "true" });
  assert.deepEqual(await refused({ ...reel(), share_to_feed: "perhaps" }), [400, 100]);
});

test("a caption has at most 2,200 UTF-16 units, 30 hashtags and 20 mentions", async () => {
  await stage.create({ ...image(), caption: "x".repeat(2200) });
  assert.deepEqual(await refused({ ...image(), caption: "🍞".repeat(1101) }), [400, 36004, 2207010]);
  await stage.create({ ...image(), caption: `${"#tag ".repeat(30)}${"@name ".repeat(20)}` });
  assert.deepEqual(await refused({ ...image(), caption: "#tag ".repeat(31) }), [400, 100]);
  assert.deepEqual(await refused({ ...image(), caption: "@name ".repeat(21) }), [400, 100, 2207040]);
});

test("alt text has at most 1,000 characters", async () => {
  await stage.create({ ...image(), alt_text: "x".repeat(1000) });
  assert.deepEqual(await refused({ ...image(), alt_text: "x".repeat(1001) }), [400, 100]);
});

test("there are at most three collaborators, by user name, and some accounts can have none", async () => {
  await stage.create({ ...image(), collaborators: '["a","b","c"]' });
  for (const wrong of ['["a","b","c","d"]', '["@a"]', "a,b", '[{"username":"a"}]']) {
    assert.deepEqual(await refused({ ...image(), collaborators: wrong }), [400, 100], wrong);
  }
  await changeAccount({ takes_collaborators: false });
  assert.deepEqual(await refused({ ...image(), collaborators: '["a"]' }), [400, 100]);
});

test("a place is the id of a Page, not of an Instagram account", async () => {
  await stage.create({ ...image(), location_id: "7640348500" });
  const answer = await make({ ...image(), location_id: stage.accountId });
  assert.match(JSON.stringify(answer.body), /INVALID_LOCATION_ID/);
  assert.deepEqual(await refused({ ...image(), location_id: "Berlin" }), [400, 100]);
});

test("people are tagged with positions", async () => {
  await stage.create({ ...image(), user_tags: '[{"username":"a","x":0.5,"y":1}]' });
  assert.deepEqual(await refused({ ...image(), user_tags: '[{"username":"a","x":1.5,"y":1}]' }), [400, 100]);
});

test("trial reels graduate by hand or by performance, if the account can have them", async () => {
  await stage.create({ ...reel(), trial_params: '{"graduation_strategy":"MANUAL"}' });
  await stage.create({ ...reel(), trial_params: '{"graduation_strategy":"SS_PERFORMANCE"}' });
  assert.deepEqual(await refused({ ...reel(), trial_params: '{"graduation_strategy":"NEVER"}' }), [400, 100]);
  assert.deepEqual(await refused({ ...reel(), trial_params: "MANUAL" }), [400, 100]);
  await changeAccount({ takes_trial_reels: false });
  assert.deepEqual(await refused({ ...reel(), trial_params: '{"graduation_strategy":"MANUAL"}' }), [400, 100, 2207081]);
});

test("a carousel has 2 to 10 items, all of them items and ready", async () => {
  const items = [await item(), await stage.create({ media_type: "VIDEO", video_url: stage.link("v.mp4"), is_carousel_item: "true" })];
  const carousel = (children: string) => refused({ media_type: "CAROUSEL", children });
  assert.deepEqual(await carousel(items.join(",")), [400, 9007, 2207027]);
  stage.pass(2);
  await stage.create({ media_type: "CAROUSEL", children: items.join(","), caption: "Two", collaborators: '["a"]' });
  await stage.create({ media_type: "CAROUSEL", children: JSON.stringify(items) });
  assert.deepEqual(await carousel(items[0] ?? ""), [400, 100, 2207028]);
  assert.deepEqual(await carousel(Array.from({ length: 11 }, () => items[0]).join(",")), [400, 100, 2207028]);
  assert.deepEqual(await carousel(`${items[0]},17900000000000000`), [400, 24, 2207008]);
  assert.deepEqual(await carousel(`${items[0]},${await stage.create(image())}`), [400, 100]);
  stage.pass(24 * 3600);
  assert.deepEqual(await carousel(items.join(",")), [400, -2, 2207020]);
});

test("only the first item of a carousel has to have a ratio that the feed takes", async () => {
  stage.files.set("wide.jpg", await picture(1200, 400).jpeg().toBuffer());
  const wide = await stage.create({ image_url: stage.link("wide.jpg"), is_carousel_item: "true" });
  const square = await item();
  await stage.create({ media_type: "CAROUSEL", children: `${square},${wide}` });
  assert.deepEqual(await refused({ media_type: "CAROUSEL", children: `${wide},${square}` }), [400, 36003, 2207009]);
});

test("an account can create 400 containers in 24 hours", async () => {
  await stage.set({ containers_per_day: 3 });
  for (let made = 0; made < 3; made += 1) await stage.create(image());
  assert.deepEqual(await refused(image()), [400, 9, 2207042]);
  stage.pass(24 * 3600);
  await stage.create(image());
});

test("creating can fail for reasons of the network", async () => {
  for (const [name, code, subcode] of [
    ["createFailed", -1, 2207032],
    ["uploadFailed", -1, 2207053],
    ["tooSlow", -2, 2207003],
    ["fetchFailed", 9004, 2207052],
    ["serverError", -1, 2207001],
  ] as const) {
    await stage.set({ instead_of_creating: name });
    assert.deepEqual(await refused(image()), [400, code, subcode], name);
  }
});

test("only those who log in with Facebook can upload bytes or tag products", async () => {
  assert.deepEqual(await refused({ media_type: "REELS", upload_type: "resumable" }), [400, 100]);
  assert.deepEqual(await refused({ ...image(), product_tags: "[]" }), [400, 100]);
});

test("a restricted account cannot create anything", async () => {
  await changeAccount({ restricted: true });
  assert.deepEqual(await refused(image()), [400, 25, 2207050]);
});

test("an account that was switched to a personal one cannot create anything", async () => {
  await changeAccount({ account_type: "PERSONAL" });
  const answer = await make(image());
  assert.deepEqual(refusalIn(answer), [400, 10]);
  assert.match(JSON.stringify(answer.body), /user is not an Instagram Business/i);
});

test("the account of somebody else is out of reach", async () => {
  const other = await openOther();
  assert.deepEqual(refusalIn(await stage.ask("POST", `/v25.0/${other}/media`, image())), [400, 100, 33]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/v25.0/${other}`, { fields: "username" })), [400, 100, 33]);
});

async function changeAccount(fields: Record<string, unknown>): Promise<void> {
  const account = await stage.world.objects.get("account", stage.accountId);
  await stage.world.objects.put("account", stage.accountId, { ...account?.document, ...fields });
}

async function openOther(): Promise<string> {
  await stage.world.objects.put("account", "17841499999999999", {
    username: "other",
    name: "Other",
    account_type: "BUSINESS",
    scoped_id: "26000000000000000",
  });
  return "17841499999999999";
}
