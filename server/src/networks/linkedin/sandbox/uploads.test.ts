import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { z } from "zod";
import { linkedinSandbox } from "./index.ts";
import { fieldsIn, jpeg, MEMBER_SCOPES, type Owner, openStage, pdf, refusalIn, type Stage, video } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const Instructions = z.object({
  video: z.string(),
  uploadToken: z.string(),
  uploadInstructions: z.array(z.object({ uploadUrl: z.string(), firstByte: z.int(), lastByte: z.int() })),
});
type Instructions = z.output<typeof Instructions>;

const own = (): Owner => ({ urn: stage.author, token: stage.token });
const call = (path: string, body: unknown, token = stage.token) => stage.ask("POST", path, { body, token });
const begin = (kind: "images" | "documents", owner: string, token = stage.token) =>
  call(`/rest/${kind}?action=initializeUpload`, { initializeUploadRequest: { owner } }, token);
const beginVideo = (size: number, { urn, token } = own()) =>
  call(
    "/rest/videos?action=initializeUpload",
    { initializeUploadRequest: { owner: urn, fileSizeBytes: size, uploadCaptions: false } },
    token,
  );
const instructionsFor = async (size: number, owner = own()) => Instructions.parse(fieldsIn(await beginVideo(size, owner)).value);
const read = (urn: string, token = stage.token) => {
  const kind = urn.split(":")[2];
  return stage.ask("GET", `/rest/${kind}s/${encodeURIComponent(urn)}`, { token });
};
const statusOf = async (urn: string, token = stage.token) => fieldsIn(await read(urn, token)).status;
const finish = ({ video, uploadToken }: Instructions, uploadedPartIds: readonly string[], token = stage.token) =>
  call("/rest/videos?action=finalizeUpload", { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }, token);

/** Sends every part and returns their ETags, without the quotes. */
async function sendParts({ uploadInstructions }: Instructions, bytes: Uint8Array = video): Promise<string[]> {
  const etags: string[] = [];
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    const { status, headers } = await stage.put(uploadUrl, bytes.subarray(firstByte, lastByte + 1));
    assert.equal(status, 200);
    etags.push((headers.get("etag") ?? "").replaceAll('"', ""));
  }
  return etags;
}

async function aVideo(owner = own(), bytes: Uint8Array = video): Promise<string> {
  const given = await instructionsFor(bytes.byteLength, owner);
  assert.equal((await finish(given, await sendParts(given, bytes), owner.token)).status, 200);
  return given.video;
}

test("An image is uploaded whole, and then available for its organization", async () => {
  const { value } = fieldsIn(await begin("images", stage.author));
  const { image, uploadUrl, uploadUrlExpiresAt } = z
    .object({ image: z.string(), uploadUrl: z.string(), uploadUrlExpiresAt: z.int() })
    .parse(value);
  assert.match(image, /^urn:li:image:[\w-]+$/);
  assert.equal(uploadUrlExpiresAt, Date.parse("2026-11-22T09:00:00Z"));
  assert.deepEqual(fieldsIn(await read(image)), { id: image, owner: stage.author, status: "WAITING_UPLOAD" });
  assert.deepEqual(refusalIn(await stage.put(uploadUrl, jpeg, "nonsense")), [401, "INVALID_ACCESS_TOKEN"]);
  assert.equal((await stage.put(uploadUrl, jpeg)).status, 201);
  assert.equal((await stage.put(uploadUrl, jpeg)).status, 201, "once more");
  const { downloadUrl, ...asset } = fieldsIn(await read(image));
  assert.deepEqual(asset, { id: image, owner: stage.author, status: "AVAILABLE" });
  const file = await fetch(String(downloadUrl));
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), jpeg);
});

test("A member may not read the state of their own images and documents, but that of videos", async () => {
  const ada = await stage.member("Ada", MEMBER_SCOPES);
  for (const [kind, bytes] of [
    ["image", jpeg],
    ["document", pdf],
  ] as const) {
    const urn = await stage.upload(kind, bytes, ada);
    assert.deepEqual(refusalIn(await read(urn, ada.token)), [403, "ACCESS_DENIED"]);
  }
  assert.equal(await statusOf(await aVideo(ada), ada.token), "PROCESSING");
});

test("A video is sent in the parts of the instructions, which fit without a gap, and is processed after it was finished", async () => {
  await stage.set({ part_bytes: 40_000, upload_token: "t" });
  const given = await instructionsFor(video.byteLength);
  assert.equal(given.uploadToken, "t");
  const bounds = given.uploadInstructions.map(({ firstByte, lastByte }) => [firstByte, lastByte]);
  assert.deepEqual(bounds.slice(0, 2), [
    [0, 39_999],
    [40_000, 79_999],
  ]);
  assert.equal(bounds.at(-1)?.[1], video.byteLength - 1);
  const etags = await sendParts(given);
  assert.equal(await statusOf(given.video), "WAITING_UPLOAD");
  assert.equal((await finish(given, etags)).status, 200);
  assert.equal((await finish(given, etags)).status, 200, "once more");
  assert.equal(await statusOf(given.video), "PROCESSING");
  stage.pass(2);
  const { status, downloadUrl } = fieldsIn(await read(given.video));
  assert.equal(status, "AVAILABLE");
  assert.deepEqual(Buffer.from(await (await fetch(String(downloadUrl))).arrayBuffer()), Buffer.from(video));
  assert.match(await stage.post({ content: { media: { id: given.video, title: "The oven" } } }), /^urn:li:ugcPost:/);
  const [post] = await linkedinSandbox.feed(stage.world, { limit: 1 });
  assert.deepEqual(post?.media, [{ url: downloadUrl, mime: "video/mp4", alt: "The oven" }]);
});

test("A part of the wrong length, and an end without all parts in their order, are refused", async () => {
  await stage.set({ part_bytes: 40_000 });
  const given = await instructionsFor(video.byteLength);
  const [first] = given.uploadInstructions;
  assert.equal((await stage.put(first?.uploadUrl ?? "", video.subarray(0, 39_999))).status, 400);
  assert.equal((await finish(given, [])).status, 400);
  const etags = await sendParts(given);
  assert.deepEqual(refusalIn(await finish(given, etags.toReversed())), [400, "INVALID_UPLOAD"]);
  assert.equal((await finish(given, etags.slice(1))).status, 400);
  assert.equal((await finish({ ...given, uploadToken: "else" }, etags)).status, 400);
  const again = await sendParts(given);
  const quoted = again.map((etag) => `"${etag}"`);
  assert.equal((await finish(given, quoted)).status, 200, "sent again, and with the quotes of the header");
});

test("What is no video, or too short or small a one, is refused or fails processing with a reason", async () => {
  assert.equal((await beginVideo(74_999)).status, 400);
  const urn = await aVideo(own(), Buffer.alloc(80_000, "x"));
  assert.equal(await statusOf(urn), "PROCESSING");
  stage.pass(2);
  const { status, processingFailureReason } = fieldsIn(await read(urn));
  assert.deepEqual([status, processingFailureReason], ["PROCESSING_FAILED", "The file is not an MP4 video."]);
  const image = await stage.upload("image", Buffer.from("no picture"));
  assert.equal(await statusOf(image), "PROCESSING_FAILED");
  const document = await stage.upload("document", jpeg);
  assert.equal(await statusOf(document), "PROCESSING_FAILED");
});

test("Nobody uploads for an organization without a role that may post, nor for another member", async () => {
  const ada = await stage.member("Ada");
  for (const owner of [stage.author, ada.organizations.ANALYST ?? "", "urn:li:person:somebody"]) {
    assert.deepEqual(refusalIn(await begin("images", owner, ada.token)), [403, "ACCESS_DENIED"], owner);
  }
  const { token } = await stage.member("Grace", MEMBER_SCOPES);
  assert.deepEqual(refusalIn(await begin("images", stage.author, token)), [403, "ACCESS_DENIED"]);
});

test("Those who manage only the content may be refused videos, with a sentence that products know", async () => {
  const ada = await stage.member("Ada");
  const studio = { urn: ada.organizations.CONTENT_ADMINISTRATOR ?? "", token: ada.token };
  assert.equal((await beginVideo(video.byteLength, studio)).status, 200);
  await stage.set({ content_administrators_upload_videos: false });
  const refused = await beginVideo(video.byteLength, studio);
  assert.deepEqual(refusalIn(refused), [403, "ACCESS_DENIED"]);
  assert.match(JSON.stringify(refused.body), /Accessing this video resource is forbidden/);
  assert.equal((await begin("images", studio.urn, ada.token)).status, 200);
});

test("An address for bytes ends with its time", async () => {
  const given = await instructionsFor(video.byteLength);
  stage.pass(86_400);
  assert.equal((await stage.put(given.uploadInstructions[0]?.uploadUrl ?? "", video)).status, 404);
});

test("A fault makes processing long, or fail, or loses the upload", async () => {
  await stage.fault("processing", { seconds: 600 });
  const slow = await aVideo();
  stage.pass(599);
  assert.equal(await statusOf(slow), "PROCESSING");
  stage.pass(1);
  assert.equal(await statusOf(slow), "AVAILABLE");
  await stage.fault("processing-fails", { seconds: 10 });
  const image = await stage.upload("image", jpeg);
  stage.pass(10);
  assert.equal(await statusOf(image), "PROCESSING_FAILED");
  await stage.fault("upload-lost");
  const given = await instructionsFor(video.byteLength);
  const lost = given.uploadInstructions[0]?.uploadUrl ?? "";
  assert.equal((await stage.put(lost, video)).status, 404);
  assert.equal((await stage.put(lost, video)).status, 404, "the session is gone for good");
});
