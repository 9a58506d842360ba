import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { youtubeSandbox } from "./index.ts";
import { AUTH, fieldsIn, itemsIn, mp4, openStage, picture, recordOf, refusalIn, type Stage, wide } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const stateOf = async (id: string) => {
  const { status, processingDetails } = await stage.show(id, "status,processingDetails");
  const { uploadStatus, failureReason, rejectionReason } = recordOf(status);
  return [uploadStatus, recordOf(processingDetails).processingStatus, failureReason ?? rejectionReason ?? null];
};
const labelOf = async () => (await youtubeSandbox.feed(stage.world, { limit: 1 }))[0]?.label;

test("a video is processed by the clock", async () => {
  const id = await stage.video();
  const { processingDetails } = await stage.show(id, "processingDetails");
  assert.deepEqual(recordOf(processingDetails).processingProgress, { partsTotal: "1000", partsProcessed: "0", timeLeftMs: "2000" });
  assert.deepEqual(await stateOf(id), ["uploaded", "processing", null]);
  stage.pass(2);
  assert.deepEqual(await stateOf(id), ["processed", "succeeded", null]);
});

test("the faults of processing strike the opening of an upload", async () => {
  await stage.fault("processing", { seconds: 600 });
  const slow = await stage.video();
  stage.pass(599);
  assert.deepEqual(await stateOf(slow), ["uploaded", "processing", null]);
  stage.pass(1);
  assert.deepEqual(await stateOf(slow), ["processed", "succeeded", null]);
  await stage.fault("processing-fails", { seconds: 600 });
  const failing = await stage.video();
  assert.deepEqual(await stateOf(failing), ["uploaded", "processing", null]);
  stage.pass(600);
  assert.deepEqual(await stateOf(failing), ["failed", "failed", "codec"]);
  assert.equal((await youtubeSandbox.feed(stage.world, { limit: 10 })).length, 1, "viewers see the other one");
});

test("what is no video fails", async () => {
  const text = await stage.video({}, Buffer.from("no video"));
  stage.pass(2);
  assert.deepEqual(await stateOf(text), ["failed", "failed", "invalidFile"]);
});

test("set so, videos are taken down once they have been processed", async () => {
  await stage.set({ rejection_reason: "copyright" });
  const id = await stage.video();
  assert.deepEqual(await stateOf(id), ["uploaded", "processing", null]);
  stage.pass(2);
  assert.deepEqual(await stateOf(id), ["rejected", "succeeded", "copyright"]);
  assert.deepEqual(await youtubeSandbox.feed(stage.world, { limit: 10 }), []);
});

test("the same file is taken again, unless that is set to be rejected", async () => {
  await stage.video();
  const second = await stage.video();
  await stage.set({ rejects_duplicates: true });
  const third = await stage.video();
  stage.pass(2);
  assert.equal((await stateOf(second))[0], "processed");
  assert.deepEqual(await stateOf(third), ["rejected", "succeeded", "duplicate"]);
});

test("the owner learns facts of the file, as soon as they are known", async () => {
  await stage.set({ file_details_seconds: 30 });
  const id = await stage.video();
  const before = await stage.show(id, "fileDetails,processingDetails");
  assert.deepEqual([before.fileDetails, recordOf(before.processingDetails).fileDetailsAvailability], [undefined, "inProgress"]);
  stage.pass(30);
  const { fileDetails, processingDetails } = await stage.show(id, "fileDetails,processingDetails");
  const { fileSize, durationMs, videoStreams } = recordOf(fileDetails);
  assert.deepEqual([fileSize, durationMs], [String(mp4.byteLength), "1000"]);
  assert.deepEqual(videoStreams, [{ widthPixels: 360, heightPixels: 640, aspectRatio: 0.5625, frameRateFps: 30 }]);
  assert.equal(recordOf(processingDetails).fileDetailsAvailability, "available");
  const token = await stage.tokenOf({ name: "Ada" });
  assert.deepEqual(refusalIn(await stage.ask("GET", `/videos?part=fileDetails&id=${id}`, { token })), [403, "forbidden"]);
});

test("videos that are gone or private to others are left out", async () => {
  const [open, hidden] = [await stage.video(), await stage.video({ status: { privacyStatus: "private" } })];
  const idsFor = async (token?: string) => {
    const answer = await stage.ask("GET", `/videos?part=id&id=${open},${hidden}&id=gone1234567`, token === undefined ? {} : { token });
    return itemsIn(answer).map(({ id }) => id);
  };
  assert.deepEqual(await idsFor(), [open, hidden]);
  assert.deepEqual(await idsFor(await stage.tokenOf({ name: "Ada" })), [open]);
  assert.deepEqual(itemsIn(await stage.ask("GET", "/videos?part=id&id=gone1234567")), []);
  await stage.set({ empty_lists: "left out" });
  assert.equal(Object.hasOwn(fieldsIn(await stage.ask("GET", "/videos?part=id&id=gone1234567")), "items"), false);
});

test("a list of videos needs a part that it knows, and at most 50 ids", async () => {
  const ids = Array.from({ length: 51 }, (_, n) => `v${n}`);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/videos?id=a")), [400, "required"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/videos?part=x&id=a")), [400, "unknownPart"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/videos?part=id")), [400, "missingRequiredParameter"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/videos?part=id&id=${ids}`)), [400, "invalidParameter"]);
  assert.equal((await stage.ask("GET", `/videos?part=id&id=${ids.slice(1)}`)).status, 200);
});

test("counts are texts, and come from what viewers do", async () => {
  const id = await stage.video();
  for (const kind of ["like", "like", "share"] as const) await youtubeSandbox.react(stage.world, id, { kind });
  await youtubeSandbox.react(stage.world, id, { kind: "comment", text: "Lovely" });
  const counts = { viewCount: "4", likeCount: "2", commentCount: "1" };
  assert.deepEqual((await stage.show(id, "statistics")).statistics, { ...counts, favoriteCount: "0" });
  const batch = await stage.ask("GET", `/videos:batchGetStats?part=statistics&id=${id},gone1234567`);
  const items = itemsIn(batch).map(({ id, statistics }) => ({ id, statistics }));
  assert.deepEqual([fieldsIn(batch).kind, items], ["youtube#batchGetStatsResponse", [{ id, statistics: counts }]]);
  await stage.set({ hides_likes: true, comments: "disabled" });
  assert.deepEqual((await stage.show(id, "statistics")).statistics, { viewCount: "4", favoriteCount: "0" });
});

test("a Short keeps its address, and other videos lead to theirs", async () => {
  const [short, video] = [await stage.video(), await stage.video({}, wide)];
  const hidden = await stage.video({ status: { privacyStatus: "private" } });
  const look = async (id: string) => {
    const reply = await fetch(`${stage.world.baseUrl}/www/shorts/${id}`, { redirect: "manual" });
    return [reply.status, reply.headers.get("location")];
  };
  assert.deepEqual(await look(short), [200, null]);
  assert.deepEqual(await look(video), [303, `/sandbox/youtube/www/watch?v=${video}`]);
  assert.deepEqual(await look(hidden), [404, null]);
  const page = await fetch(`${stage.world.baseUrl}/www/watch?v=${video}`);
  assert.match(await page.text(), /My clip/);
});

test("a thumbnail replaces the one before, and may have 50 MB", async () => {
  const id = await stage.video({}, wide);
  assert.equal(fieldsIn(await stage.thumbnail(id, picture)).kind, "youtube#thumbnailSetResponse");
  assert.equal((await stage.thumbnail(id, picture, "application/octet-stream")).status, 200);
  const { snippet } = await stage.show(id, "snippet");
  const { maxres } = recordOf(recordOf(snippet).thumbnails);
  assert.deepEqual([recordOf(maxres).width, recordOf(maxres).height], [64, 36]);
  const file = await fetch(String(recordOf(maxres).url));
  assert.deepEqual([file.headers.get("content-type"), Buffer.from(await file.bytes())], ["image/jpeg", picture]);
  assert.deepEqual(refusalIn(await stage.thumbnail(id, Buffer.alloc(52_428_801))), [413, "uploadTooLarge"]);
  assert.equal(await labelOf(), "Video · Processing · Own thumbnail");
});

test("a Short takes a thumbnail only once it has been processed, and says nothing before", async () => {
  const id = await stage.video();
  assert.equal((await stage.thumbnail(id, picture)).status, 200);
  assert.equal(await labelOf(), "Short · Processing");
  stage.pass(2);
  assert.equal((await stage.thumbnail(id, picture)).status, 200);
  assert.equal(await labelOf(), "Short · Own thumbnail");
});

test("thumbnails are refused without a picture, for others' videos, for channels that are not verified, and when there are too many", async () => {
  const id = await stage.video({}, wide);
  assert.deepEqual(refusalIn(await stage.thumbnail(id, new Uint8Array())), [400, "mediaBodyRequired"]);
  assert.deepEqual(refusalIn(await stage.thumbnail(id, mp4)), [400, "invalidImage"]);
  assert.deepEqual(refusalIn(await stage.thumbnail("gone1234567", picture)), [404, "videoNotFound"]);
  await stage.set({ thumbnails_a_day: 2 });
  assert.deepEqual(refusalIn(await stage.thumbnail(id, picture)), [429, "uploadRateLimitExceeded"]);
  await stage.set({ verified: false });
  assert.deepEqual(refusalIn(await stage.thumbnail(id, picture)), [403, "forbidden"]);
});

test("a channel that is not verified may not be allowed long uploads", async () => {
  await stage.set({ verified: false });
  const [channel] = itemsIn(await stage.ask("GET", "/channels?part=snippet,status,contentDetails&mine=true"));
  const { status, contentDetails, snippet } = recordOf(channel);
  assert.equal(recordOf(status).longUploadsStatus, "eligible");
  assert.deepEqual(recordOf(contentDetails).relatedPlaylists, { likes: "", uploads: `UU${stage.channelId.slice(2)}` });
  assert.deepEqual([recordOf(snippet).title, recordOf(snippet).customUrl], ["Corner Bakery", "@cornerbakery"]);
});

test("each call takes only the scopes that it is described with", async () => {
  const id = await stage.video({}, wide);
  const scoped = (name: string) => stage.tokenOf({ name: "Corner Bakery" }, [AUTH + name]);
  const insufficient = [403, "insufficientPermissions"];
  const uploading = await scoped("youtube.upload");
  assert.equal((await stage.open({ token: uploading })).status, 200);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/videos?part=id&id=${id}`, { token: uploading })), insufficient);
  assert.deepEqual(refusalIn(await stage.open({ token: await scoped("youtube.readonly") })), insufficient);
  const managing = await scoped("youtube");
  assert.equal((await stage.ask("GET", `/videos?part=id&id=${id}`, { token: managing })).status, 200);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/commentThreads?part=id&videoId=${id}`, { token: managing })), insufficient);
});

test("what viewers see says what became of the video", async () => {
  await stage.video(
    {
      snippet: { title: "Rye", description: "Two days.", tags: ["tea", "green tea"] },
      status: { privacyStatus: "unlisted", selfDeclaredMadeForKids: true },
    },
    wide,
  );
  const [post] = await youtubeSandbox.feed(stage.world, { limit: 10 });
  assert.equal(post?.text, "Rye\n\nTwo days.");
  assert.equal(post?.author, "@cornerbakery");
  assert.equal(post?.label, "Video · Unlisted · Processing · Made for kids · Tags: tea, green tea");
});

test("subscribers are told of a video, unless that is switched off", async () => {
  const session = await stage.session({ query: { notifySubscribers: "false" } });
  assert.equal((await stage.put(session, null, mp4)).status, 201);
  assert.match((await labelOf()) ?? "", /Subscribers not notified/);
});

test("the page of a channel shows its videos", async () => {
  await stage.video({ snippet: { title: "Rye" } });
  const page = await fetch(`${stage.world.baseUrl}/www/channel/${stage.channelId}`);
  const text = await page.text();
  assert.match(text, /<h1>Corner Bakery<\/h1>/);
  assert.match(text, /Rye/);
  assert.equal((await fetch(`${stage.world.baseUrl}/www/channel/UCx`)).status, 404);
});
