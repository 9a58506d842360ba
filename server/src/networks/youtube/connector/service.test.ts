import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds, printLocal } from "@rostrum/contract/formats.ts";
import { aPlace, aPost, entries, must, type Place } from "../../../testing/builders.ts";
import { uploaded } from "../../../testing/media.ts";
import { openStage, type Stage } from "../../../testing/stage.ts";
import { aVideoFile } from "../../../testing/videos.ts";
import { sandboxOn } from "../../sandbox/networks.ts";
import { youtubeSandbox } from "../sandbox/index.ts";

/** The whole service, with its engine and database. */
let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-21T09:00:00Z");
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => settings({}));

const world = () => sandboxOn({ db: stage.app.db, now: stage.now, sandboxUrl: stage.app.sandboxUrl ?? "" }).world(youtubeSandbox);
const settings = (values: Readonly<Record<string, unknown>>) => world().objects.put("settings", "youtube", values);
const seen = async (words: string) => (await youtubeSandbox.feed(world(), { limit: 1000 })).filter(({ text }) => text.includes(words));
const minutes = (count: number) => stage.liveUntil(addSeconds(stage.now(), count * 60));

async function aVideoPost(place: Place, caption: string, fields: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const media = [{ id: await uploaded(stage, place, { bytes: await aVideoFile({ seconds: 1 }), name: "oven.mp4" }) }];
  return aPost(place, { publishMode: "IMMEDIATE", caption, media, ...fields });
}

async function aChannel(): Promise<{ place: Place; channelId: number }> {
  const place = await aPlace(stage, { channels: ["YouTube"] });
  const [channelId] = place.channelIds;
  return { place, channelId: channelId ?? assert.fail("no channel") };
}

test("videos go out as the channel's preferences say, and a post may have its own", async () => {
  const { place, channelId } = await aChannel();
  await must(stage.admin("PATCH", `/channels/${channelId}/preferences`, { preferences: { visibility: "unlisted", madeForKids: true } }));
  await aVideoPost(place, "Rye in the oven");
  const scheduledAt = printLocal(addSeconds(stage.now(), 1200), "Europe/Berlin");
  const later = await aVideoPost(place, "Wheat in the oven", { publishMode: "SCHEDULE", scheduledAt });
  await must(stage.admin("PATCH", `/posts/${later}/preferences`, { channelId, preferences: { visibility: "private" } }));
  await minutes(30);
  const labels = [(await seen("Rye"))[0]?.label, (await seen("Wheat"))[0]?.label];
  assert.match(labels[0] ?? "", /Unlisted.*Made for kids/);
  assert.match(labels[1] ?? "", /Private.*Made for kids/);
});

test("playlists of a channel that the brand does not have are not found", async () => {
  const { place, channelId } = await aChannel();
  const options = (id: number) => ({ platforms: { youtube: { playlists: [{ channelId: id, playlistIds: ["PLgone"] }] } } });
  const refused = await place.api("POST", `/collections/${place.collectionId}/posts`, {
    publishMode: "IMMEDIATE",
    caption: "Rye",
    ...options(channelId + 100_000),
  });
  assert.equal(refused.status, 404);
  await aVideoPost(place, "Spelt in the oven", options(channelId));
  await minutes(10);
  const [entry] = await entries(place, "PUBLISHED");
  assert.match(entry?.message ?? JSON.stringify(entry), /may not be in the playlist PLgone/);
});

test("those who write are offered the channel's own playlists by name, with a reason where YouTube does not tell them", async () => {
  const { channelId } = await aChannel();
  const list = () => must(stage.admin("GET", `/../channels/${channelId}/playlists`));
  const { playlists, isWhole, problem } = await list();
  assert.deepEqual(
    [playlists.map(({ title }: { title: string }) => title), isWhole, problem],
    [["Talks", "Recipes", "Drafts"], true, null],
  );
  assert.match(playlists[0].id, /^PL/);
  const refusal = { code: 503, reason: "backendError", message: "Come back later." };
  await settings({ refusals: { "playlists.list": refusal } });
  const refused = await list();
  assert.deepEqual(refused.playlists, []);
  assert.match(refused.problem, /Come back later/);
  await settings({});
  await must(stage.admin("PATCH", `/channels/${channelId}`, { status: "INACTIVE" }));
  assert.match((await list()).problem, /inactive/);
  const { channelIds } = await aPlace(stage, { channels: ["Mastodon"] });
  assert.equal((await stage.admin("GET", `/../channels/${channelIds[0]}/playlists`)).status, 422);
});

test("when the uploads of the day are used up, every channel waits until midnight in Los Angeles", async () => {
  const [one, other] = [await aChannel(), await aChannel()];
  await settings({ uploads_a_day: 0 });
  await aVideoPost(one.place, "Late one");
  await minutes(5);
  await settings({});
  await aVideoPost(other.place, "Late other");
  await minutes(5);
  const [condition] = await must(stage.admin("GET", `/brands/${other.place.brandId}/channels`));
  assert.match(condition.heldUntil, /T08:0\d:/);
  assert.deepEqual([...(await seen("Late one")), ...(await seen("Late other"))], []);
  await stage.liveUntil(addSeconds(condition.heldUntil, 600));
  assert.deepEqual([(await seen("Late one")).length, (await seen("Late other")).length], [1, 1]);
});

test("uploads and units are counted by the day, and a limit of the operator's holds before YouTube does", async () => {
  const { place } = await aChannel();
  const change = { type: "YouTube", name: "uploads", sandbox: true };
  const before = await must(stage.admin("POST", "/networks/budgets", { ...change, limit: 100 }));
  await aVideoPost(place, "Counted");
  await minutes(5);
  const after = await must(stage.admin("POST", "/networks/budgets", { ...change, limit: before.used + 1 }));
  assert.equal(after.used, before.used + 1);
  await aVideoPost(place, "Too many");
  await minutes(5);
  assert.deepEqual(await seen("Too many"), []);
  await must(stage.admin("POST", "/networks/budgets", { ...change, limit: null }));
  await minutes(5);
  assert.equal((await seen("Too many")).length, 1);
});
