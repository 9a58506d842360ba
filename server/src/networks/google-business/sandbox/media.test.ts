import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { aVideoFile } from "../../../testing/videos.ts";
import { googleBusinessSandbox } from "./index.ts";
import { type Answer, fieldsIn, itemsIn, jpeg, mistakesIn, openStage, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const feed = () => googleBusinessSandbox.feed(stage.world, { limit: 100 });
const byBytes = (resourceName: string, changes: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
  stage.add("", { sourceUrl: undefined, dataRef: { resourceName }, ...changes });
const items = async () => itemsIn(await stage.ask("GET", `/v4/${stage.location}/media?pageSize=100`), "mediaItems");
const size = { widthPixels: 400, heightPixels: 300 };

test("a photo is added by its address, and customers see it", async () => {
  const { name, googleUrl, ...item } = fieldsIn(await stage.add("a.jpg", { description: "Rye" }));
  assert.match(String(name), /^accounts\/\d+\/locations\/\d+\/media\/local-AF1Qip\w+$/);
  assert.deepEqual(item, {
    sourceUrl: stage.link("a.jpg"),
    mediaFormat: "PHOTO",
    locationAssociation: { category: "ADDITIONAL" },
    thumbnailUrl: googleUrl,
    createTime: "2026-11-21T09:00:00.000000Z",
    dimensions: size,
    description: "Rye",
  });
  const [post] = await feed();
  assert.deepEqual([post?.id, post?.author, post?.text, post?.label], [name, "Corner Bakery", "Rye", "In the photos section"]);
  assert.deepEqual([post?.media[0]?.url, post?.media[0]?.mime], [googleUrl, "image/jpeg"]);
  assert.equal((await fetch(String(googleUrl))).headers.get("content-type"), "image/jpeg");
  assert.deepEqual(await items(), [{ name, googleUrl, ...item }]);
});

test("a photo elsewhere than among the additional ones says where", async () => {
  await stage.add("a.jpg", { locationAssociation: { category: "INTERIOR" } });
  assert.equal((await feed())[0]?.label, "In the photos section · INTERIOR");
});

test("a photo is added by its bytes", async () => {
  const resourceName = await stage.startUpload();
  const sent = await stage.sendBytes(resourceName, jpeg);
  assert.deepEqual([sent.status, sent.body], [200, ""]);
  const { dimensions, sourceUrl } = fieldsIn(await byBytes(resourceName));
  assert.deepEqual([dimensions, sourceUrl], [size, undefined]);
  assert.deepEqual(stage.fetched, []);
  const before = await fetch((await feed())[0]?.media[0]?.url ?? "");
  assert.ok(Buffer.from(await before.arrayBuffer()).equals(jpeg));
});

test("the same bytes become a second item, or, set so, do not", async () => {
  const resourceName = await stage.startUpload();
  await stage.sendBytes(resourceName, jpeg);
  for (let round = 0; round < 2; round += 1) fieldsIn(await byBytes(resourceName));
  assert.equal((await items()).length, 2);
  await stage.set({ uploads_again: false });
  assert.deepEqual(mistakesIn(await byBytes(resourceName)), [": Fetching image failed."]);
});

test("bytes that did not arrive, are too old or are for another location cannot be used", async () => {
  await stage.set({ upload_seconds: 600 });
  const empty = await stage.startUpload();
  const old = await stage.startUpload();
  await stage.sendBytes(old, jpeg);
  for (const name of [empty, "unknown"]) mistakesIn(await byBytes(name));
  const token = await stage.tokenOf("Ada");
  const [account] = itemsIn(await stage.ask("GET", "/management/v1/accounts", { token }), "accounts");
  const [place] = itemsIn(await stage.ask("GET", `/information/v1/${account?.name}/locations?readMask=name`, { token }), "locations");
  const body = { mediaFormat: "PHOTO", locationAssociation: { category: "ADDITIONAL" }, dataRef: { resourceName: old } };
  mistakesIn(await stage.ask("POST", `/v4/${account?.name}/${place?.name}/media`, { token, body }));
  stage.pass(600);
  mistakesIn(await byBytes(old));
  assert.deepEqual(refusalIn(await stage.sendBytes(empty, jpeg)), [404, "NOT_FOUND"]);
  assert.deepEqual(await feed(), []);
});

test("bytes are sent as media, with a token, to an upload that was begun", async () => {
  const name = await stage.startUpload();
  const send = (path: string, token?: null) =>
    stage.ask("POST", `/upload/v1/media/${path}`, { body: jpeg, ...(token === undefined ? {} : { token }) });
  assert.deepEqual(refusalIn(await send(name)), [400, "INVALID_ARGUMENT"]);
  assert.deepEqual(refusalIn(await send(`${name}?upload_type=media`, null)), [401, "UNAUTHENTICATED"]);
  assert.deepEqual(refusalIn(await send("other?upload_type=media")), [404, "NOT_FOUND"]);
  assert.deepEqual(refusalIn(await stage.sendBytes(name, new Uint8Array())), [400, "INVALID_ARGUMENT"]);
  const foreign = await stage.ask("POST", `/v4/${stage.location}/media:startUpload`, { token: await stage.tokenOf("Bob") });
  assert.deepEqual(refusalIn(foreign), [403, "PERMISSION_DENIED"]);
});

test("with the faults upload-lost and container-ends the bytes are gone", async () => {
  const lost = await stage.startUpload();
  await stage.fault("upload-lost");
  assert.deepEqual(refusalIn(await stage.sendBytes(lost, jpeg)), [404, "NOT_FOUND"]);
  mistakesIn(await byBytes(lost));
  const ended = await stage.startUpload();
  await stage.fault("container-ends");
  assert.equal((await stage.sendBytes(ended, jpeg)).status, 200);
  mistakesIn(await byBytes(ended));
});

test("an item needs a format, a place in the section, and one source", async () => {
  const mistakeOf = async (changes: Readonly<Record<string, unknown>>) => mistakesIn(await stage.add("a.jpg", changes))[0];
  assert.equal(await mistakeOf({ mediaFormat: undefined }), "media_format: Media format is required.");
  assert.equal(await mistakeOf({ locationAssociation: undefined }), "location_association: Location association is required.");
  assert.equal(await mistakeOf({ locationAssociation: {} }), "location_association: Location association is required.");
  assert.equal(await mistakeOf({ locationAssociation: { category: "X" } }), "location_association.category: Invalid category.");
  assert.equal(await mistakeOf({ sourceUrl: undefined }), "data: Source URL or data ref is required.");
  assert.match((await mistakeOf({ dataRef: { resourceName: "x" } })) ?? "", /^data: Only one/);
  assert.equal(await mistakeOf({ sourceUrl: "a.jpg" }), "source_url: Invalid URL.");
  assert.equal(await mistakeOf({ sourceUrl: stage.link("missing.jpg") }), ": Fetching image failed.");
  assert.equal(await mistakeOf({ sourceUrl: stage.link("little.jpg") }), ": Photo must be at least 250 pixels per side.");
  assert.equal(await mistakeOf({ sourceUrl: stage.link("flat.jpg") }), ": Photo file is too small.");
  assert.equal(await mistakeOf({ sourceUrl: stage.link("c.webp") }), ": Photo must be a JPEG or PNG.");
  assert.deepEqual(await feed(), []);
});

test("a video may be 30 seconds long and has 720 pixels on its short side", async () => {
  const video = { mediaFormat: "VIDEO" };
  const { dimensions } = fieldsIn(await stage.add("v.mp4", video));
  assert.deepEqual(dimensions, { widthPixels: 720, heightPixels: 720 });
  assert.equal((await feed())[0]?.media[0]?.mime, "video/mp4");
  stage.files.set("small.mp4", await aVideoFile({ seconds: 2, width: 640, height: 360 }));
  assert.deepEqual(mistakesIn(await stage.add("small.mp4", video)), [": Video resolution must be 720p or higher."]);
  assert.deepEqual(mistakesIn(await stage.add("a.jpg", video)), [": Video could not be read."]);
  assert.deepEqual(mistakesIn(await stage.add("v.mp4")), [": Photo must be a JPEG or PNG."]);
});
