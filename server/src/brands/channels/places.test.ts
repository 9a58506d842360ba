import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import { facebookSandboxWith } from "../../networks/facebook/sandbox/index.ts";
import { sandboxOn } from "../../networks/sandbox/networks.ts";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let place: Place;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage, { channels: ["Facebook", "Instagram", "Mastodon"] });
});
after(() => stage[Symbol.asyncDispose]());

const [FACEBOOK, INSTAGRAM, MASTODON] = [0, 1, 2];
const find = (at: number, search: unknown) => stage.admin("POST", `/../channels/${place.channelIds[at] ?? 0}/places`, { search });
const answered = async (at: number, search: string) => {
  const { status, body } = await find(at, search);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data as { places: { id: string; name: string; address: string }[]; problem: string | null };
};
const world = () =>
  sandboxOn({ db: stage.app.db, now: stage.now, sandboxUrl: stage.app.sandboxUrl ?? "" }).world(facebookSandboxWith(null));

test("those who write find places by name on the channels whose networks have them", async () => {
  const { places, problem } = await answered(FACEBOOK, "market hall");
  assert.deepEqual(
    [places.map(({ name, address }) => [name, address]), problem],
    [[["Old Mill Market Hall", "Mühlenstraße 12, 10243 Berlin, Germany"]], null],
  );
  assert.match(places[0]?.id ?? "", /^\d+$/);
  assert.deepEqual(await answered(FACEBOOK, "nowhere at all"), { places: [], problem: null });
});

test("where the network does not tell, there is a sentence in place of places", async () => {
  assert.match((await answered(INSTAGRAM, "mill")).problem ?? "", /^Places cannot be searched for with a log-in at Instagram itself/);
  await world().objects.put("settings", "facebook", { finds_pages: false });
  const refused = await answered(FACEBOOK, "mill");
  assert.deepEqual([refused.places.length, /Page Public Metadata Access/.test(refused.problem ?? "")], [0, true]);
  await world().objects.put("settings", "facebook", {});
});

test("a channel that is not there, one of a network without places, and a search for nothing are refused", async () => {
  assert.equal((await stage.admin("POST", "/../channels/999999/places", { search: "mill" })).status, 404);
  assert.equal((await find(MASTODON, "mill")).status, 422);
  assert.equal((await find(FACEBOOK, "")).status, 422);
  assert.equal((await find(FACEBOOK, "x".repeat(256))).status, 422);
  assert.equal((await find(FACEBOOK, undefined)).status, 422);
});

test("the preview names the place where a post says it, and nowhere else", async () => {
  const location = { id: "106377336067638", name: "Berlin" };
  const preview = async (fields: Record<string, unknown>) => {
    const body = { platforms: { facebook: { location }, instagram: { location } }, ...fields };
    const channels: PreviewedChannel[] = await must(stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, body));
    return channels.map(({ channelType, shown }) => [channelType, shown?.place]);
  };
  const mediaIds = [await uploaded(stage, place, { bytes: await aPicture(), name: "loaf.png" })];
  const named = [
    ["Facebook", "Berlin"],
    ["Instagram", "Berlin"],
    ["Mastodon", null],
  ];
  const nowhere = named.map(([type]) => [type, null]);
  assert.deepEqual((await preview({ caption: "Rye", mediaIds })).toSorted(), named);
  assert.deepEqual((await preview({ caption: "Rye", mediaIds, postAsStory: true })).toSorted(), nowhere);
  assert.deepEqual((await preview({ caption: "Rye", mediaIds, platforms: { facebook: { location: { id: "1" } } } })).toSorted(), nowhere);
});
