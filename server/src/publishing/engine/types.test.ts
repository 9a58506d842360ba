import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { aPlace, aPost, entries, must, type Place } from "../../testing/builders.ts";
import { keepingConnectors } from "../../testing/keeping-connector.ts";
import { aPhoto, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVideoFile } from "../../testing/videos.ts";

let stage: Stage;
let place: Place;
before(async () => {
  const settings = { ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" };
  stage = await openStage(settings, "2026-11-21T09:00:00Z", keepingConnectors().connectors);
  const { brandId, ...others } = await aPlace(stage, { channels: [] });
  const channels: number[] = [];
  for (const type of CHANNEL_TYPES) {
    channels.push((await must(stage.admin("POST", `/brands/${brandId}/channels`, { type, name: type, credentials: {} }))).id);
  }
  const { id } = await must(others.api("POST", "/collections", { title: "Everywhere", channels }));
  place = { ...others, brandId, channelIds: channels, collectionId: id };
});
after(() => stage[Symbol.asyncDispose]());

/** Publishes it on a channel of each type; returns the types of the entries by those of the channels. */
async function typesOf(post: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>>> {
  const postId = await aPost(place, { publishMode: "IMMEDIATE", ...post });
  await stage.settle();
  const found = (await entries(place, "PUBLISHED")).filter((entry: { postId: number }) => entry.postId === postId);
  return Object.fromEntries(found.map((entry: { channel: { type: string }; postType: string }) => [entry.channel.type, entry.postType]));
}

/** Every channel type that publishes it, with this type of entry but for the exceptions. */
const everywhere = (postType: string, exceptions: Readonly<Record<string, string>>, without: readonly string[] = []) =>
  Object.fromEntries(CHANNEL_TYPES.filter((type) => !without.includes(type)).map((type) => [type, exceptions[type] ?? postType]));

const POLL = { question: "Which cake next?", options: ["Cherry", "Plum"], period: "1d" };
const video = async () => ({ id: await uploaded(stage, place, { bytes: await aVideoFile({ frameBytes: 1000 }), name: "oven.mp4" }) });
const photo = async () => ({ id: await uploaded(stage, place, { bytes: await aPhoto(), name: "bread.jpg" }) });

const WITHOUT_POLLS = {
  Facebook: "VIDEO",
  Instagram: "VIDEO",
  YouTube: "VIDEO",
  TikTok: "VIDEO",
  Pinterest: "VIDEO",
  "Google Business": "TEXT",
};

test("a poll reads as what its files make it on networks without polls", async () => {
  assert.deepEqual(await typesOf({ poll: POLL, media: [await video()] }), everywhere("POLL", WITHOUT_POLLS));
});

test("a story with a poll is a story, a poll or what its files make it, by what the network has", async () => {
  const types = await typesOf({ postAsStory: true, poll: POLL, media: [await video()] });
  assert.deepEqual(types, everywhere("POLL", { ...WITHOUT_POLLS, Facebook: "STORY", Instagram: "STORY" }));
});

test("a thread reads as what its files make it on networks without threads", async () => {
  const types = await typesOf({ caption: "One\n\n\nTwo", autoThreadText: true, media: [await photo(), await photo()] });
  const several = Object.fromEntries(["Facebook", "Instagram", "LinkedIn", "TikTok", "Pinterest"].map((type) => [type, "SLIDES"]));
  assert.deepEqual(types, everywhere("THREAD", { ...several, "Google Business": "IMAGE" }, ["YouTube"]));
});
