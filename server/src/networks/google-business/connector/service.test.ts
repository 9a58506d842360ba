import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { aPlace, aPost, entries, type Place } from "../../../testing/builders.ts";
import { aPhoto, uploaded } from "../../../testing/media.ts";
import { openStage, type Stage } from "../../../testing/stage.ts";
import { setFault } from "../../sandbox/faults.ts";
import { sandboxOn } from "../../sandbox/networks.ts";
import { googleBusinessSandbox } from "../sandbox/index.ts";

/** The whole service, with its engine, database and grants. */
let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
});
after(() => stage[Symbol.asyncDispose]());

const world = () => sandboxOn({ db: stage.app.db, now: stage.now, sandboxUrl: stage.app.sandboxUrl ?? "" }).world(googleBusinessSandbox);
const settings = (values: Readonly<Record<string, string | readonly string[]>>) =>
  world().objects.put("settings", "google-business", values);
const seen = async (words: string) =>
  (await googleBusinessSandbox.feed(world(), { limit: 1000 })).filter(({ text }) => text.includes(words));
const photos = async () => (await googleBusinessSandbox.feed(world(), { limit: 1000 })).filter(({ id }) => id.includes("/media/"));
const minutes = (count: number) => stage.liveUntil(addSeconds(stage.now(), count * 60));
const onGoogle = () => aPlace(stage, { channels: ["Google Business"] });

async function published(place: Place, body: Readonly<Record<string, unknown>>) {
  await aPost(place, { publishMode: "IMMEDIATE", ...body });
  await minutes(10);
  return entries(place, "PUBLISHED");
}

test("a picture is fetched from its link, added to the photos, and the entry has the address of the live post", async () => {
  const place = await onGoogle();
  const media = [{ id: await uploaded(stage, place, { bytes: await aPhoto(), name: "bread.jpg" }) }];
  const platforms = { googlemybusiness: { uploadToPhotosSection: true } };
  const [entry] = await published(place, { caption: "Bread at seven", link: "https://shop.example/bread", media, platforms });
  const [post] = await seen("Bread at seven");
  assert.deepEqual([entry?.postType, entry?.url, entry?.message, post?.media.length], ["IMAGE", post?.url, null, 1]);
  assert.equal((await photos()).length, 1);
});

test("an automatic comment is not made, since posts have none, and the entry says so", async () => {
  const place = await onGoogle();
  const [entry] = await published(place, { caption: "Without comments", comment: { comment: "More inside", delay: 0 } });
  await minutes(10);
  assert.deepEqual(
    [(await entries(place, "PUBLISHED")).length, (await entries(place, "FAILED")).length, (await seen("More inside")).length],
    [1, 0, 0],
  );
  assert.match(entry?.message ?? "", /Google Business takes no comments, so the first comment was left out\./);
});

test("a lost answer and a list that lags leave one post", async () => {
  const place = await onGoogle();
  await setFault(world(), { network: "google-business", kind: "cut-after", requests: "posts", seed: 1, count: 1 });
  await setFault(world(), { network: "google-business", kind: "late-lists", requests: "posts", seed: 1, seconds: 90 });
  await published(place, { caption: "Only one loaf" });
  await minutes(30);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.equal((await seen("Only one loaf")).length, 1);
});

test("an API that is not switched on holds what is due until it is", async () => {
  const place = await onGoogle();
  await settings({ services_off: ["mybusiness.googleapis.com"] });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Held back" });
  await minutes(5);
  const [held] = await entries(place, "RETRYING");
  assert.match(held?.message ?? "", /The operator of this service has to switch this API on in the Google Cloud project/);
  await settings({});
  await minutes(70);
  assert.deepEqual([(await entries(place, "PUBLISHED")).length, (await seen("Held back")).length], [1, 1]);
});
