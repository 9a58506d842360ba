import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPerson, aPost, entries, must, type Place } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  const connectors = { Instagram: { ...instantConnector("Instagram"), fetchesMedia: () => ["image"] as const } };
  stage = await openStage({}, "2026-11-21T09:00:00Z", connectors);
});
after(() => stage[Symbol.asyncDispose]());

async function anInstagramPlace(): Promise<Place> {
  const person = await aPerson(stage);
  const brand = await must(stage.admin("POST", "/brands", { owner: person.email, title: "Bakery", timezone: "UTC" }));
  const channel = await must(stage.admin("POST", `/brands/${brand.id}/channels`, { type: "Instagram", name: "Bakery", credentials: {} }));
  const api: Place["api"] = (method, path, body) => person.api(method, `/brands/${brand.id}${path}`, body);
  const { id } = await must(api("POST", "/collections", { title: "Bread", channels: [channel.id] }));
  return { person, brandId: brand.id, channelIds: [channel.id], collectionId: id, api };
}

test("that a network cannot fetch a picture from here is said before the post fails by it, and the entry says the same", async () => {
  const place = await anInstagramPlace();
  const picture = await uploaded(stage, place, { bytes: await aPicture(), name: "bread.png" });
  const body = { caption: "Rye", mediaIds: [picture] };
  const sentence = `Instagram fetches images from this service, which it cannot do at ${stage.app.config.publicUrl}. The operator has to give it a public https address (ROSTRUM_PUBLIC_URL).`;
  const [told] = await must(stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, body));
  assert.deepEqual([told.outcome, told.reason, told.message], ["FAILED", "files_out_of_reach", sentence]);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Rye", media: [{ id: picture }] });
  await stage.settle();
  const [entry] = await entries(place, "FAILED");
  assert.deepEqual([entry.status, entry.message], ["FAILED", sentence]);
});
