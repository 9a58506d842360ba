import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { aPlace, aPost, entries, must, type Place } from "../../../testing/builders.ts";
import { aPicture, uploaded } from "../../../testing/media.ts";
import { openStage, type Stage } from "../../../testing/stage.ts";
import { aVideoFile } from "../../../testing/videos.ts";
import { keepGrants } from "../../grants/loop.ts";
import { setFault } from "../../sandbox/faults.ts";
import { sandboxOn } from "../../sandbox/networks.ts";
import { tiktokSandbox } from "../sandbox/index.ts";

/** The whole service, with its engine, database and grants, and the sandbox network that fetches photos from it. */
let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => settings({}));

const world = () => sandboxOn({ db: stage.app.db, now: stage.now, sandboxUrl: stage.app.sandboxUrl ?? "" }).world(tiktokSandbox);
const settings = (values: Readonly<Record<string, unknown>>) => world().objects.put("settings", "tiktok", values);
const seen = async (words: string) => (await tiktokSandbox.feed(world(), { limit: 1000 })).filter(({ text }) => text.includes(words));
const minutes = (count: number) => stage.liveUntil(addSeconds(stage.now(), count * 60));
const onTikTok = () => aPlace(stage, { channels: ["TikTok"] });

async function aVideo(place: Place, caption: string, fields: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const bytes = await aVideoFile({ width: 720, height: 1280, seconds: 5 });
  const media = [{ id: await uploaded(stage, place, { bytes, name: "oven.mp4" }) }];
  return aPost(place, { publishMode: "IMMEDIATE", caption, media, ...fields });
}

test("a picture of another type is converted, fetched by TikTok and published as a photo", async () => {
  const place = await onTikTok();
  const media = [{ id: await uploaded(stage, place, { bytes: await aPicture(), name: "bread.png" }) }];
  await aPost(place, { publishMode: "IMMEDIATE", caption: "From the oven", title: "Bread", media });
  await minutes(5);
  const [entry] = await entries(place, "PUBLISHED");
  const [post] = await seen("From the oven");
  assert.deepEqual([entry?.postType, entry?.url, post?.media[0]?.mime], ["IMAGE", post?.url, "image/jpeg"]);
});

test("an automatic comment, which TikTok's API cannot make, leaves a note in the entry", async () => {
  const place = await onTikTok();
  await aVideo(place, "Without comment", { comment: { comment: "Order until noon.", delay: 0 } });
  await minutes(5);
  const [entry] = await entries(place, "PUBLISHED");
  assert.match(entry?.message ?? "", /TikTok takes no comments, so the first comment was left out\./);
});

test("a post for the inbox ends as sent, without an address", async () => {
  const place = await onTikTok();
  await aVideo(place, "For later", { platforms: { tiktok: { sendToInbox: true } } });
  await minutes(5);
  const [entry] = await entries(place, "SENT");
  assert.equal(entry?.url, null);
  assert.match(entry.message, /^It waits in the TikTok app of @/);
});

test("nobody chose who may see posts: nothing is sent, and the entry says what to do", async () => {
  const place = await onTikTok();
  const [channelId] = place.channelIds;
  await must(stage.admin("PATCH", `/channels/${channelId}/preferences`, { preferences: { privacy: null } }));
  await aVideo(place, "Who sees this");
  await minutes(5);
  const [entry] = await entries(place, "FAILED");
  assert.match(entry?.message ?? "", /Who may see posts/);
  assert.deepEqual(await seen("Who sees this"), []);
});

test("a token that ends while TikTok reviews the video is renewed, and the post ends published, once", async () => {
  const place = await onTikTok();
  await settings({ video_seconds: 3 * 3600 });
  await aVideo(place, "A long review");
  for (let hour = 0; hour < 4; hour += 1) {
    await minutes(60);
    await keepGrants(stage.app, new AbortController().signal);
  }
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.equal((await seen("A long review")).length, 1);
});

test("the answer to an order of photos is lost, and the list lags: one post", async () => {
  const place = await onTikTok();
  await settings({ listed_after_seconds: 200 });
  await setFault(world(), { network: "tiktok", kind: "cut-after", requests: "posts", seed: 1, count: 1 });
  const media = [{ id: await uploaded(stage, place, { bytes: await aPicture(), name: "bread.png" }) }];
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Only once", media });
  await minutes(30);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.equal((await seen("Only once")).length, 1);
});

test("an address that TikTok tells late is filled in, with the counts", async () => {
  const place = await onTikTok();
  await settings({ ids_after_seconds: 3600, listed_after_seconds: 3600 });
  await aVideo(place, "Under review");
  await minutes(20);
  const [before] = await entries(place, "PUBLISHED");
  assert.equal(before?.url, null);
  const [post] = await seen("Under review");
  await tiktokSandbox.react(world(), post?.id ?? "", { kind: "like" });
  stage.pass(26 * 3600);
  await stage.settle();
  const [entry] = await entries(place, "PUBLISHED");
  assert.deepEqual([entry?.url, entry?.results.likes], [post?.url, 1]);
});

test("the operator reads that the application is not audited, and how to say that it is", async () => {
  const { data } = (await stage.admin("GET", "/networks")).body;
  const row = data.find(({ type }: { type: string }) => type === "TikTok");
  assert.ok(row.lacks.some((lack: string) => /^TikTok has not audited.*Set ROSTRUM_TIKTOK_AUDITED=1 once it has/.test(lack)));
  await using audited = await openStage({ ROSTRUM_TIKTOK_AUDITED: "1" });
  const again = (await audited.admin("GET", "/networks")).body.data.find(({ type }: { type: string }) => type === "TikTok");
  assert.ok(!again.lacks.some((lack: string) => lack.includes("audited")));
});
