import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { fieldsIn, itemsIn, openStage, recordOf, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

test("of a video without metadata YouTube takes its own", async () => {
  const id = await stage.video({ snippet: { title: undefined }, status: { privacyStatus: undefined } });
  const { snippet, status } = await stage.show(id, "snippet,status");
  const { title, categoryId } = recordOf(snippet);
  const { privacyStatus, selfDeclaredMadeForKids } = recordOf(status);
  assert.deepEqual([title, categoryId, privacyStatus, selfDeclaredMadeForKids], ["unknown", "22", "public", false]);
});

const WRONG: Readonly<Record<string, readonly [string, Record<string, unknown>, Record<string, unknown>?]>> = {
  "an empty title": ["invalidTitle", { title: "" }],
  "a title of 101 characters": ["invalidTitle", { title: "a".repeat(101) }],
  "a title of 51 emoji": ["invalidTitle", { title: "🥖".repeat(51) }],
  "a title with angle brackets": ["invalidTitle", { title: "a < b" }],
  "a description of 5001 bytes": ["invalidDescription", { description: "ü".repeat(2501) }],
  "a description with angle brackets": ["invalidDescription", { description: "<b>" }],
  "501 characters of tags": ["invalidTags", { tags: ["a".repeat(250), "b".repeat(250)] }],
  "tags whose blanks need quotes": ["invalidTags", { tags: ["a".repeat(250), `b ${"b".repeat(246)}`] }],
  "an unknown category": ["invalidCategoryId", { categoryId: "18" }],
  "a time for a public video": ["invalidPublishAt", {}, { publishAt: "2026-12-01T09:00:00Z" }],
  "a visibility that does not exist": ["invalid", {}, { privacyStatus: "secret" }],
};
for (const [what, [reason, snippet, status = {}]] of Object.entries(WRONG)) {
  test(`${what} is refused with ${reason}`, async () => {
    assert.deepEqual(refusalIn(await stage.open({ body: { snippet, status } })), [400, reason]);
  });
}

test("texts that just fit are taken, and come back as they were", async () => {
  const wanted = { title: "🥖".repeat(50), description: "ü".repeat(2500), tags: ["a".repeat(250), "b ".padEnd(247, "b")] };
  const { snippet } = await stage.show(await stage.video({ snippet: wanted }), "snippet");
  const { title, description, tags } = recordOf(snippet);
  assert.deepEqual({ title, description, tags }, wanted);
});

test("set so, a title's characters are code points", async () => {
  await stage.set({ title_unit: "code points" });
  assert.equal((await stage.open({ body: { snippet: { title: "🥖".repeat(100) } } })).status, 200);
});

test("an upload is opened with parts, a type of video and a size that there is room for", async () => {
  assert.deepEqual(refusalIn(await stage.open({ query: { part: "" } })), [400, "required"]);
  assert.deepEqual(refusalIn(await stage.open({ query: { part: "snippet,x" } })), [400, "unknownPart"]);
  assert.deepEqual(refusalIn(await stage.open({ query: { uploadType: "media" } })), [400, "invalidParameter"]);
  assert.deepEqual(refusalIn(await stage.open({ type: "image/png" })), [400, "badContent"]);
  assert.deepEqual(refusalIn(await stage.open({ size: 256 * 1024 ** 3 + 1 })), [413, "uploadTooLarge"]);
});

test("visibility is kept, or set so made private", async () => {
  const privacy = async (wanted: string) =>
    recordOf((await stage.show(await stage.video({ status: { privacyStatus: wanted } }), "status")).status);
  assert.equal((await privacy("unlisted")).privacyStatus, "unlisted");
  await stage.set({ privacy: "private" });
  assert.equal((await privacy("public")).privacyStatus, "private");
});

test("a private video becomes public at its time", async () => {
  const id = await stage.video({ status: { privacyStatus: "private", publishAt: "2026-11-21T10:00:00Z" } });
  const state = async () => {
    const { privacyStatus, publishAt } = recordOf((await stage.show(id, "status")).status);
    return [privacyStatus, publishAt];
  };
  assert.deepEqual(await state(), ["private", "2026-11-21T10:00:00Z"]);
  stage.pass(3600);
  assert.deepEqual(await state(), ["public", undefined]);
});

test("a Google account without a channel cannot upload", async () => {
  const token = await stage.tokenOf({ name: "Sam Private" });
  assert.deepEqual(refusalIn(await stage.open({ token })), [401, "youtubeSignupRequired"]);
  assert.deepEqual(itemsIn(await stage.ask("GET", "/channels?part=id&mine=true", { token })), []);
  await stage.set({ no_channel_answers: "signup" });
  assert.deepEqual(refusalIn(await stage.ask("GET", "/channels?part=id&mine=true", { token })), [401, "youtubeSignupRequired"]);
});

test("any refusal can be set for a call", async () => {
  const refusals = { "videos.insert": { code: 403, reason: "forbiddenPrivacySetting", domain: "youtube.video" } };
  await stage.set({ refusals });
  assert.deepEqual(refusalIn(await stage.open()), [403, "forbiddenPrivacySetting"]);
  assert.equal(fieldsIn(await stage.ask("GET", "/channels?part=id&mine=true")).kind, "youtube#channelListResponse");
});
