import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { fieldsIn, openStage, recordOf, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const APPLICATION_TOKEN = "sandbox|sandbox-secret";
const search = (parameters: Record<string, string>) =>
  stage.ask("GET", "/pages/search", { access_token: APPLICATION_TOKEN, fields: "id,name,location", ...parameters });
const namesIn = (answer: Awaited<ReturnType<typeof search>>) => (fieldsIn(answer).data as unknown[]).map((page) => recordOf(page).name);

test("Pages are found by a part of their name, with where they are; one that is no place has no location", async () => {
  const answer = await search({ q: "old mill" });
  assert.deepEqual(namesIn(answer), ["Old Mill Market Hall", "Old Mill Café & Ærø Bar", "Old Mill Ferry", "Old Mill Bakers (podcast)"]);
  const pages = (fieldsIn(answer).data as unknown[]).map(recordOf);
  assert.deepEqual(recordOf(pages[2]?.location).city, "Portland");
  assert.equal(pages[3]?.location, undefined);
  assert.deepEqual(namesIn(await search({ q: "KITAHAMA" })), ["粉屋 Konaya Kitahama"]);
  assert.deepEqual(namesIn(await search({ q: "cafe" })), ["Old Mill Café & Ærø Bar"]);
  assert.deepEqual(namesIn(await search({ q: "nowhere at all" })), []);
  assert.deepEqual(namesIn(await search({ q: "corner" })), ["Corner Bakery"]);
  assert.equal((await search({})).status, 400);
});

test("A Page that is no place cannot be where a post was made; one that was found can", async () => {
  const [hall, , , podcast] = (fieldsIn(await search({ q: "old mill" })).data as unknown[]).map(recordOf);
  const refused = await stage.ask("POST", `/${stage.pageId}/feed`, { message: "Bread", place: String(podcast?.id) });
  assert.equal(refused.status, 400);
  await stage.make("feed", { message: "Bread", place: String(hall?.id) });
});

test("A person's token searches with the proof of the secret alone, and nobody whose application Meta has not let", async () => {
  const token = await stage.personToken({ name: "Anna Berg" });
  const proof = createHmac("sha256", "sandbox-secret").update(token).digest("hex");
  const code = async (parameters: Record<string, string>) =>
    recordOf(recordOf((await search({ q: "mill", ...parameters })).body).error).code;
  assert.equal(await code({ access_token: token }), 100);
  assert.equal(await code({ access_token: token, appsecret_proof: "0".repeat(64) }), 100);
  assert.equal(await code({ access_token: stage.token }), 100);
  assert.equal(await code({ access_token: "sandbox|guessed" }), 190);
  assert.equal((await search({ q: "mill", access_token: token, appsecret_proof: proof })).status, 200);
  await stage.set({ finds_pages: false });
  assert.equal(await code({}), 10);
  assert.equal(await code({ access_token: token, appsecret_proof: proof }), 10);
});
