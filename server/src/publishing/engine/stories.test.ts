import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { aPlace, aPost, entries, must, type Place, readPost } from "../../testing/builders.ts";
import { keepingConnectors } from "../../testing/keeping-connector.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({}, "2026-11-21T09:00:00Z", keepingConnectors().connectors);
});
after(() => stage[Symbol.asyncDispose]());

/** The types of the entries in one state, by channel type. */
async function typesOf(place: Place, status: string): Promise<string[]> {
  const found = await entries(place, status);
  return found.map(({ postType, channel }: { postType: string; channel: { type: string | null } }) => `${channel.type} ${postType}`).sort();
}

async function aPlaceOn(...types: string[]): Promise<Place> {
  const place = await aPlace(stage, { channels: [] });
  const channels: number[] = [];
  for (const type of types) {
    channels.push((await must(stage.admin("POST", `/brands/${place.brandId}/channels`, { type, name: type, credentials: {} }))).id);
  }
  const { id } = await must(
    place.api("POST", "/collections", { title: "Everywhere", channels, queues: ["Sun 10:00", "Sun 11:00"], maxRepublish: -1 }),
  );
  return { ...place, channelIds: channels, collectionId: id };
}

test("a story stays a story on networks with stories and reads as its regular type elsewhere", async () => {
  const place = await aPlaceOn("Facebook", "Instagram", "Mastodon", "LinkedIn");
  const picture = await uploaded(stage, place, { bytes: await aPicture(), name: "bread.png" });
  const jpeg = await uploaded(stage, place, { bytes: await aPicture(), name: "rolls.png" });
  const id = await aPost(place, { publishMode: "IMMEDIATE", postAsStory: true, media: [{ id: picture }] });
  assert.equal((await readPost(place, id)).postType, "STORY");
  await aPost(place, { publishMode: "IMMEDIATE", postAsStory: true, media: [{ id: picture }, { id: jpeg }] });
  await stage.settle();
  const all = [...(await typesOf(place, "PUBLISHED")), ...(await typesOf(place, "FAILED")), ...(await typesOf(place, "SKIPPED"))].sort();
  assert.deepEqual(all, [
    "Facebook STORY",
    "Facebook STORY",
    "Instagram STORY",
    "Instagram STORY",
    "LinkedIn IMAGE",
    "LinkedIn SLIDES",
    "Mastodon IMAGE",
    "Mastodon SLIDES",
  ]);
});

test("the type is the same whether the entry was published, failed or skipped", async () => {
  const place = await aPlaceOn("Mastodon", "Bluesky");
  await must(stage.admin("PATCH", `/channels/${place.channelIds[1]}`, { status: "INACTIVE" }));
  const poll = { question: "Which cake next?", options: ["Cherry", "Plum"], period: "1d" };
  const bodies = [{ caption: "Rye" }, { caption: "x".repeat(600) }, { poll }, { caption: "One\n\n\nTwo", autoThreadText: true }];
  for (const body of bodies) await aPost(place, { publishMode: "IMMEDIATE", postAsStory: true, ...body });
  await stage.settle();
  assert.deepEqual(await typesOf(place, "PUBLISHED"), ["Mastodon POLL", "Mastodon TEXT", "Mastodon THREAD"]);
  assert.deepEqual(await typesOf(place, "FAILED"), ["Mastodon TEXT"]);
  assert.deepEqual(await typesOf(place, "SKIPPED"), ["Bluesky POLL", "Bluesky TEXT", "Bluesky TEXT", "Bluesky THREAD"]);
});

test("an evergreen story reads as its regular type each time", async () => {
  const place = await aPlaceOn("Mastodon", "Facebook");
  await aPost(place, { publishMode: "QUEUE", postAsStory: true });
  await stage.liveUntil(toInstant("2026-11-22T12:00:00Z"));
  assert.deepEqual(await typesOf(place, "PUBLISHED"), ["Facebook STORY", "Facebook STORY", "Mastodon TEXT", "Mastodon TEXT"]);
});

test("with no active channel it stays a story", async () => {
  const place = await aPlaceOn();
  await aPost(place, { publishMode: "IMMEDIATE", postAsStory: true });
  await stage.settle();
  assert.deepEqual(await typesOf(place, "SKIPPED"), ["null STORY"]);
});
