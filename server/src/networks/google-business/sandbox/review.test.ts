import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { eventually } from "../../../testing/eventually.ts";
import { googleBusinessSandbox } from "./index.ts";
import { namesPhone } from "./post-state.ts";
import { fieldsIn, mistakesIn, openStage, photo, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const feed = () => googleBusinessSandbox.feed(stage.world, { limit: 100 });
const stateOf = async (name: string) => (await stage.show(name)).state;
const labels = async () => (await feed()).map(({ label }) => label);

test("a post is processed for as long as its review takes", async () => {
  await stage.set({ review_seconds: 1800 });
  const name = await stage.post();
  stage.pass(1799);
  assert.deepEqual([await stateOf(name), await labels()], ["PROCESSING", ["Processing, not visible yet"]]);
  stage.pass(1);
  assert.deepEqual([await stateOf(name), await labels()], ["LIVE", [undefined]]);
});

test("a phone number in the text is rejected, and nothing says why", async () => {
  const name = await stage.post({ summary: "Call us: (212) 555-0123" });
  assert.equal(await stateOf(name), "PROCESSING");
  stage.pass(2);
  const { state, searchUrl, ...rest } = await stage.show(name);
  assert.deepEqual([state, searchUrl], ["REJECTED", undefined]);
  assert.deepEqual(Object.keys(rest).sort(), ["createTime", "languageCode", "name", "summary", "topicType", "updateTime"]);
  assert.deepEqual(await labels(), ["Rejected"]);
  await stage.set({ review_seconds: 0 });
  assert.equal(fieldsIn(await stage.create({ summary: "Call +44 20 7946 0958" })).state, "REJECTED", "with the reply");
});

test("numbers that nobody can call are no phone numbers", () => {
  for (const text of ["+1 212-555-0123", "212.555.0123", "(0)20 7946 0958 or 020 7946 0958", "+442079460958"]) {
    assert.ok(namesPhone(text), text);
  }
  for (const text of ["2026-11-21 09:00", "Order 12345678", "1,500,000 rolls", "10.20.30.40", "1732179600123"]) {
    assert.ok(!namesPhone(text), text);
  }
});

test("with the fault processing a review takes long, with processing-fails it ends badly", async () => {
  await stage.fault("processing", { seconds: 600 });
  const long = await stage.post();
  stage.pass(599);
  assert.equal(await stateOf(long), "PROCESSING");
  stage.pass(1);
  assert.equal(await stateOf(long), "LIVE");
  await stage.fault("processing-fails", { seconds: 2400 });
  const failing = await stage.post();
  stage.pass(2399);
  assert.equal(await stateOf(failing), "PROCESSING");
  stage.pass(1);
  assert.equal(await stateOf(failing), "REJECTED");
  assert.match(await (await fetch(`${stage.world.baseUrl}/`)).text(), /then fail<\/strong> the next 1 posting calls/);
});

test("a picture is fetched after the reply, without anybody asking", async () => {
  const { media } = fieldsIn(await stage.create(photo(stage.link("a.jpg"))));
  assert.match(JSON.stringify(media), /"googleUrl"/);
  await eventually("the picture is there", async () => (await feed())[0]?.media.length === 1);
  stage.pass(2);
  stage.files.delete("a.jpg");
  assert.equal(fieldsIn(await stage.ask("GET", `/v4/${(await feed())[0]?.id}`)).state, "LIVE");
  assert.deepEqual(stage.fetched, ["a.jpg"]);
});

test("a picture that is there late is fetched late, and until then the post is processed", async () => {
  const name = await stage.post(photo(stage.link("late.jpg")));
  stage.pass(59);
  assert.equal(await stateOf(name), "PROCESSING");
  stage.files.set("late.jpg", stage.files.get("b.png") ?? new Uint8Array());
  assert.equal(await stateOf(name), "LIVE");
  assert.equal((await feed())[0]?.media[0]?.mime, "image/png");
});

test("a picture that is never there ends in a rejection", async () => {
  const name = await stage.post(photo(stage.link("missing.jpg")));
  await eventually("the picture was asked for", () => stage.fetched.length > 0);
  stage.pass(60);
  const { state, media } = await stage.show(name);
  assert.equal(state, "REJECTED");
  assert.match(JSON.stringify(media), /"mediaFormat":"PHOTO"/);
  assert.deepEqual(await labels(), ["Rejected: PHOTO_FETCH_FAILED"]);
});

for (const name of ["c.webp", "little.jpg", "flat.jpg", "v.mp4"]) {
  test(`a post with ${name}, which Google does not take, is rejected`, async () => {
    const post = await stage.post(photo(stage.link(name)));
    assert.equal(await stateOf(post), "REJECTED");
    assert.deepEqual(await labels(), ["Rejected: PHOTO_UPLOAD_FAILED"]);
  });
}

test("set so, a picture is fetched before the reply, and without it there is no post", async () => {
  await stage.set({ photo_fetch: "at once" });
  const refused = await stage.create(photo(stage.link("missing.jpg")));
  assert.deepEqual(mistakesIn(refused), [": Fetching image failed."]);
  assert.match(JSON.stringify(refused.body), /"code":1000\b/);
  await stage.set({ photo_fetch: "at once", error_codes: "names" });
  assert.match(JSON.stringify((await stage.create(photo(stage.link("c.webp")))).body), /"code":"PHOTO_UPLOAD_FAILED"/);
  assert.deepEqual(refusalIn(await stage.create(photo("https://elsewhere.example/a.jpg"))), [400, "INVALID_ARGUMENT"]);
  assert.deepEqual(await feed(), []);
  const name = await stage.post(photo(stage.link("a.jpg")));
  stage.files.delete("a.jpg");
  stage.pass(2);
  assert.equal(await stateOf(name), "LIVE");
  assert.equal((await feed())[0]?.media.length, 1);
});
