import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { aPerson, aPost, must, type Place } from "../../testing/builders.ts";
import { keepingConnectors } from "../../testing/keeping-connector.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVideoFile } from "../../testing/videos.ts";

const NOON = "2026-11-24 12:00:00";

let stage: Stage;
let place: Place;
const media = new Map<string, string>();

before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "100" }, "2026-11-21T09:00:00Z", keepingConnectors().connectors);
  place = await aPlaceEverywhere();
  const keep = async (name: string, bytes: Uint8Array<ArrayBuffer>) => media.set(name, await uploaded(stage, place, { bytes, name }));
  await keep("oven.mp4", await aVideoFile({ seconds: 4, frameBytes: 1000 }));
  await keep("long.mp4", await aVideoFile({ seconds: 1205, framesPerSecond: 1, frameBytes: 100 }));
  await keep("short.mp4", await aVideoFile({ seconds: 1, frameBytes: 4000 }));
  await keep("phone.mov", await aVideoFile({ container: "mov", seconds: 5, frameBytes: 800, rotation: 90 }));
  await keep("vp9.mp4", await aVideoFile({ codec: "vp9", audio: "opus", frameBytes: 1000 }));
  await keep("fast.mp4", await aVideoFile({ framesPerSecond: 120, frameBytes: 300 }));
  await keep("cut.mp4", (await aVideoFile({ index: "end", frameBytes: 1000 })).subarray(0, 90_000));
  await keep("bread.png", await aPicture());
  await keep("list.pdf", Buffer.from("%PDF-1.7\n<< /Type /Pages /Count 301 >>"));
});
after(() => stage[Symbol.asyncDispose]());

/** A brand with one collection that has a channel of each type. */
async function aPlaceEverywhere(): Promise<Place> {
  const person = await aPerson(stage);
  const brand = await must(stage.admin("POST", "/brands", { owner: person.email, title: "Bakery", timezone: "UTC" }));
  const channelIds: number[] = [];
  for (const type of CHANNEL_TYPES) {
    channelIds.push((await must(stage.admin("POST", `/brands/${brand.id}/channels`, { type, name: type, credentials: {} }))).id);
  }
  const api: Place["api"] = (method, path, body) => person.api(method, `/brands/${brand.id}${path}`, body);
  const { id } = await must(api("POST", "/collections", { title: "Bread", channels: channelIds }));
  return { person, brandId: brand.id, channelIds, collectionId: id, api };
}

const ids = (...names: string[]) => names.map((name) => media.get(name) ?? assert.fail(name));

interface Told {
  readonly channelType: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly message: string | null;
}

function told(entries: readonly Told[]): Record<string, string> {
  return Object.fromEntries(
    entries.map(({ channelType, outcome, reason }) => [channelType, reason === null ? outcome : `${outcome} ${reason}`]),
  );
}

const POSTS: Readonly<
  Record<string, { readonly files: readonly string[]; readonly caption?: string; readonly asStory?: boolean; readonly autoThread?: true }>
> = {
  "text alone": { files: [] },
  "a text of 2,500 characters with a picture": { files: ["bread.png"], caption: "x".repeat(2500) },
  "a text of 2,500 characters that may be split": { files: [], caption: "Fresh bread. ".repeat(190), autoThread: true },
  "a text of 3,000 characters that may be split": { files: [], caption: "Fresh bread. ".repeat(230), autoThread: true },
  "a word of 700 characters that may be split": { files: [], caption: "x".repeat(700), autoThread: true },
  "an ordinary video": { files: ["oven.mp4"] },
  "a video of twenty minutes": { files: ["long.mp4"] },
  "a video of a second": { files: ["short.mp4"] },
  "a MOV of a phone": { files: ["phone.mov"] },
  "VP9 in MP4": { files: ["vp9.mp4"] },
  "120 frames a second": { files: ["fast.mp4"] },
  "a video that was cut off": { files: ["cut.mp4"] },
  "a picture": { files: ["bread.png"] },
  "a picture and a video": { files: ["bread.png", "oven.mp4"] },
  "eleven pictures": { files: Array.from({ length: 11 }, () => "bread.png") },
  "a document of 301 pages": { files: ["list.pdf"] },
  "a story of twenty minutes": { files: ["long.mp4"], asStory: true },
};

for (const [what, { files, caption = "Fresh bread", asStory = false, autoThread: autoThreadText = false }] of Object.entries(POSTS)) {
  test(`${what}: preview, explanation and forecast match what then happens on each platform`, async () => {
    stage.jump("2026-11-21T09:00:00Z");
    const mediaIds = ids(...files);
    const preview = await must(
      stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, { caption, mediaIds, postAsStory: asStory, autoThreadText }),
    );
    assert.equal(preview.length, CHANNEL_TYPES.length);
    const post = { caption, media: mediaIds.map((id) => ({ id })), postAsStory: asStory, autoThreadText };
    const id = await aPost(place, { ...post, publishMode: "SCHEDULE", scheduledAt: NOON });
    assert.deepEqual(await must(stage.admin("GET", `/posts/${id}/preview`)), preview);
    const explained = await must(stage.admin("GET", `/posts/${id}/explanation`));
    const lines = await must(stage.admin("GET", `/brands/${place.brandId}/forecast?days=9`));
    assert.deepEqual(told(explained.channels), told(preview));
    assert.deepEqual(told(lines.filter((line: { postId: number }) => line.postId === id)), told(preview));
    stage.jump("2026-11-24T12:00:00Z");
    await stage.settle();
    const { deliveries } = await must(stage.admin("GET", `/posts/${id}/explanation`));
    const became = deliveries.map((delivery: { channelType: string; status: string; reason: string; message: string | null }) => ({
      channelType: delivery.channelType,
      outcome: delivery.status,
      reason: delivery.reason === "published" ? null : delivery.reason,
      message: delivery.message,
    }));
    assert.deepEqual(told(became), told(preview));
    assert.deepEqual(
      became.map((entry: Told) => entry.message),
      preview.map((entry: Told) => entry.message),
    );
    // What was not published was not attempted either, so nothing can have had an effect.
    for (const { reason, attempts } of deliveries) assert.equal(attempts.length, reason === "published" ? 1 : 0, reason);
  });
}

test("a draft stays, and shows what would prevent publishing on each channel", async () => {
  const id = await aPost(place, { publishMode: "DRAFT", media: [{ id: media.get("long.mp4") }] });
  const { channels } = await must(stage.admin("GET", `/posts/${id}/explanation`));
  const of = (type: string) => channels.find((entry: { channelType: string }) => entry.channelType === type);
  const { outcome, reason, obstacle, message } = of("X");
  assert.deepEqual(
    [outcome, reason, obstacle, message],
    ["STAYS", "draft", "video_too_long", "The video long.mp4 is 20 min 5 s long; X takes at most 2 min 20 s."],
  );
  assert.deepEqual([of("LinkedIn").reason, of("LinkedIn").obstacle, of("LinkedIn").message], ["draft", null, null]);
});

test("creating a post does not refuse what only a platform would refuse", async () => {
  for (const names of [["long.mp4"], ["list.pdf"], Array.from({ length: 11 }, () => "bread.png"), ["cut.mp4"]]) {
    const body = { publishMode: "DRAFT", caption: "x".repeat(3000), media: ids(...names).map((id) => ({ id })) };
    assert.equal((await place.api("POST", `/collections/${place.collectionId}/posts`, body)).status, 201);
  }
});

test("an unknown collection and another brand's media are 404", async () => {
  const elsewhere = await stage.admin("POST", "/collections/999999/posts/preview", { caption: "a" });
  assert.deepEqual([elsewhere.status, Object.keys(elsewhere.body.errors)], [404, ["collection"]]);
  const unknown = await stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, { caption: "a", mediaIds: ["m_x"] });
  assert.deepEqual([unknown.status, Object.keys(unknown.body.errors)], [404, ["media"]]);
});

test("an account's own limits, stored with its channel, determine both", async () => {
  const { rows } = await stage.app.db.query("select id from channels where brand_id = $1 and type = 'Mastodon'", [place.brandId]);
  await stage.app.db.query("update channels set settings = $2 where id = $1", [
    rows[0].id,
    JSON.stringify({ videoBytes: 1000, maxCharacters: 5 }),
  ]);
  stage.jump("2026-11-21T09:00:00Z");
  const outcome = async (caption: string, mediaIds: string[]) => {
    const preview = await must(stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, { caption, mediaIds }));
    const { reason } = preview.find((entry: Told) => entry.channelType === "Mastodon");
    stage.jump("2026-11-21T09:00:00Z");
    const id = await aPost(place, { caption, media: mediaIds.map((id) => ({ id })), publishMode: "IMMEDIATE" });
    await stage.settle();
    const { deliveries } = await must(stage.admin("GET", `/posts/${id}/explanation`));
    assert.equal(deliveries.find((entry: Told) => entry.channelType === "Mastodon").reason, reason);
    return reason;
  };
  assert.equal(await outcome("bread", ids("oven.mp4")), "file_too_large");
  assert.equal(await outcome("breads", []), "text_too_long");
});
