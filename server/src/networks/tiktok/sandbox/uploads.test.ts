import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { aVideoFile } from "../../../testing/videos.ts";
import { dataIn, FILM, idsIn, openStage, refusalIn, type Stage } from "./testing/stage.ts";

const CHUNK = 5 * 1024 * 1024;
/** Of two chunks, the second of which takes what remains. */
const LONG_FILM = await aVideoFile({ seconds: 1, frameBytes: 400_000 });

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

interface Begun {
  readonly id: string;
  readonly url: string;
}

const begun = ({ publish_id, upload_url }: Record<string, unknown>): Begun => ({ id: String(publish_id), url: String(upload_url) });
const begin = async (changes = {}, size?: number) => begun(dataIn(await stage.initVideo(changes, size)));
const initPlan = (video_size: number, chunk_size: number, total_chunk_count: number) =>
  stage.post("/post/publish/video/init/", {
    post_info: { privacy_level: "PUBLIC_TO_EVERYONE" },
    source_info: { source: "FILE_UPLOAD", video_size, chunk_size, total_chunk_count },
  });
const beginLong = async () => begun(dataIn(await initPlan(LONG_FILM.byteLength, CHUNK, 2)));
const half = (url: string) => stage.put(url, LONG_FILM, { first: 0, last: CHUNK - 1 });
const rest = (url: string) => stage.put(url, LONG_FILM, { first: CHUNK });

test("a video is uploaded, processed by the clock, and then everybody sees it", async () => {
  const { id, url } = await begin({ title: "Bread #sourdough from @corner_bakery" });
  assert.match(id, /^v_pub_file~v2-1\.\d{19}$/);
  assert.ok(url.startsWith(`${stage.world.baseUrl}/upload/video/?upload_id=`) && url.length <= 256);
  assert.deepEqual(await stage.statusOf(id), { status: "PROCESSING_UPLOAD", uploaded_bytes: 0 });
  assert.equal(await stage.put(url, FILM), 201);
  assert.deepEqual(await stage.statusOf(id), { status: "PROCESSING_UPLOAD", uploaded_bytes: FILM.byteLength });
  assert.deepEqual(await stage.feed(), []);
  stage.pass(2);
  const answer = await stage.post("/post/publish/status/fetch/", { publish_id: id });
  const [postId = ""] = idsIn(answer);
  assert.match(answer.text, new RegExp(`"status":"PUBLISH_COMPLETE","publicaly_available_post_id":\\[${postId}\\]`));
  assert.ok(BigInt(postId) > 2n ** 53n && BigInt(postId) < 2n ** 63n);
  const [post] = await stage.feed();
  const { baseUrl } = stage.world;
  assert.deepEqual(
    { ...post, media: post?.media.map(({ mime }) => mime) },
    {
      id: postId,
      author: "@corner_bakery",
      text: "Bread #sourdough from @corner_bakery",
      url: `${baseUrl}/www/@corner_bakery/video/${postId}`,
      createdAt: "2026-11-21T09:00:02.000000Z",
      frame: "video",
      media: ["video/mp4"],
      poll: null,
      card: null,
      replyTo: null,
      counts: { likes: 0, comments: 0, shares: 0 },
      label: "Everyone",
      links: [
        { start: 6, end: 16, href: `${baseUrl}/www/tag/sourdough` },
        { start: 22, end: 36, href: `${baseUrl}/www/@corner_bakery` },
      ],
    },
  );
  assert.deepEqual(Buffer.from(await (await fetch(post?.media[0]?.url ?? "")).bytes()), FILM);
});

test("viewers are told what the creator chose, and a post that is not public has neither id nor address", async () => {
  const choices = { brand_organic_toggle: true, is_aigc: true, disable_comment: true, disable_duet: true, disable_stitch: true };
  const id = await stage.published({ privacy_level: "SELF_ONLY", ...choices, video_cover_timestamp_ms: 1500 });
  const [post] = await stage.feed();
  assert.equal(post?.label, "Only me · Promotional content · AI-generated · Comments off · Duet off · Stitch off · Cover at 1.5 s");
  assert.deepEqual([post?.id, post?.url], [id, `${stage.world.baseUrl}/www/@corner_bakery`]);
  assert.deepEqual(await stage.statusOf(id), { status: "PUBLISH_COMPLETE", publicaly_available_post_id: [] });
});

test("a draft goes to the creator's inbox without caption or viewers", async () => {
  const { id, url } = begun(dataIn(await stage.initDraft()));
  assert.match(id, /^v_inbox_file~/);
  assert.equal(await stage.put(url, FILM), 201);
  stage.pass(2);
  assert.deepEqual(await stage.statusOf(id), { status: "SEND_TO_USER_INBOX" });
  const [draft] = await stage.feed();
  assert.deepEqual(
    [draft?.id, draft?.author, draft?.text, draft?.label],
    [id, "@corner_bakery (inbox)", "", "Draft, to be finished in the app"],
  );
});

const MB = 1_000_000;
for (const { what, plan, message } of [
  { what: "a small file in one chunk of its size", plan: [4 * MB, 4 * MB, 1], message: null },
  { what: "64 MB in one chunk", plan: [64 * MB, 64 * MB, 1], message: null },
  { what: "70 MB in six chunks of 10 MiB", plan: [70 * MB, 10_485_760, 6], message: null },
  { what: "50 MB and a bit in five chunks", plan: [50_000_123, 10 * MB, 5], message: null },
  { what: "two chunks of the least size", plan: [2 * CHUNK, CHUNK, 2], message: null },
  { what: "a last chunk of almost 128 MB", plan: [190 * MB, 64 * MB, 2], message: null },
  { what: "one chunk of another size", plan: [12 * MB, 10 * MB, 1], message: "The chunk size is invalid" },
  { what: "one chunk larger than the file", plan: [4 * MB, CHUNK, 1], message: "The chunk size is invalid" },
  { what: "more than 64 MB in one chunk", plan: [70 * MB, 70 * MB, 1], message: "The chunk size is invalid" },
  { what: "a small file in two chunks", plan: [4 * MB, 2 * MB, 2], message: "The chunk size is invalid" },
  { what: "chunks below 5 MiB", plan: [10 * MB, CHUNK - 1, 2], message: "The chunk size is invalid" },
  { what: "chunks above 64 MB", plan: [200 * MB, 65 * MB, 3], message: "The chunk size is invalid" },
  { what: "a count that is rounded up", plan: [50_000_123, 10 * MB, 6], message: "The total chunk count is invalid" },
  { what: "more than 4 GB", plan: [4_000_000_001, 64 * MB, 62], message: "The video size is invalid" },
  { what: "nothing", plan: [0, 0, 0], message: /source_info/ },
] as const) {
  test(`a plan of ${what} is ${message === null ? "taken" : "refused"}`, async () => {
    const [size, chunkSize, count] = plan;
    const answer = await initPlan(size, chunkSize, count);
    if (message === null) dataIn(answer);
    else {
      assert.deepEqual(refusalIn(answer), [400, "invalid_params"]);
      assert.match(String(Object(answer.body.error).message), new RegExp(message));
    }
  });
}

test("chunks come in order; what was sent before is taken once more, and the status says how far it is", async () => {
  const { id, url } = await beginLong();
  assert.equal(await rest(url), 416, "the first is missing");
  assert.equal(await half(url), 206);
  assert.deepEqual(await stage.statusOf(id), { status: "PROCESSING_UPLOAD", uploaded_bytes: CHUNK });
  assert.equal(await half(url), 206, "once more");
  assert.deepEqual(await stage.statusOf(id), { status: "PROCESSING_UPLOAD", uploaded_bytes: CHUNK });
  assert.equal(await stage.put(url, LONG_FILM, { first: CHUNK, last: CHUNK + 999 }), 416, "no chunk of the plan");
  assert.equal(await stage.put(url, LONG_FILM, { first: CHUNK, total: LONG_FILM.byteLength + 1 }), 416);
  assert.equal(await rest(url), 201);
  assert.equal(await rest(url), 201, "once more");
  assert.equal(await half(url), 403, "the upload is over");
  stage.pass(2);
  assert.equal((await stage.feed()).length, 1);
  const [post] = await stage.feed();
  assert.deepEqual(Buffer.from(await (await fetch(post?.media[0]?.url ?? "")).bytes()), LONG_FILM);
});

test("a file that is sent twice at the same time is posted once", async () => {
  const { id, url } = await begin();
  assert.deepEqual(await Promise.all([stage.put(url, FILM), stage.put(url, FILM)]), [201, 201]);
  stage.pass(2);
  assert.equal(idsIn(await stage.post("/post/publish/status/fetch/", { publish_id: id })).length, 1);
  assert.equal((await stage.feed()).length, 1);
});

test("set so, a range is refused when it comes again, 200 says that a file is complete, and the status no number", async () => {
  await stage.set({ repeated_ranges: "refused", upload_done_status: 200, uploaded_bytes: "absent" });
  const { id, url } = await beginLong();
  assert.equal(await half(url), 206);
  assert.equal(await half(url), 416);
  assert.deepEqual(await stage.statusOf(id), { status: "PROCESSING_UPLOAD" });
  assert.equal(await rest(url), 200);
  assert.equal(await rest(url), 403);
});

test("bytes that do not fit their range end in an opaque 502, and can be sent again", async () => {
  const { url } = await begin();
  const headers = { "content-type": "video/mp4", "content-range": `bytes 0-${FILM.byteLength - 1}/${FILM.byteLength}` };
  const reply = await fetch(url, { method: "PUT", headers, body: Buffer.from(FILM.subarray(1)) });
  assert.deepEqual([reply.status, reply.headers.get("content-type")], [502, "text/html"]);
  for (const range of ["", "0-9/10", "bytes 0-9/*", "bytes 9-0/10"]) {
    const wrong = await fetch(url, { method: "PUT", headers: { ...headers, "content-range": range }, body: Buffer.from(FILM) });
    assert.equal(wrong.status, 416, range);
  }
  const untyped = await fetch(url, { method: "PUT", headers: { ...headers, "content-type": "text/plain" }, body: Buffer.from(FILM) });
  assert.equal(untyped.status, 400);
  assert.equal(await stage.put(url, FILM), 201);
});

test("an address ends after an hour, and one with another token leads nowhere", async () => {
  const { id, url } = await begin();
  assert.equal(await stage.put(`${url}x`, FILM), 404);
  assert.equal(await stage.put(url.replace(/upload_id=\d+/, "upload_id=1"), FILM), 404);
  assert.equal(await stage.put(`${stage.world.baseUrl}/upload/video/?upload_id=1&upload_id=%00`, FILM), 404);
  stage.pass(3599);
  const other = await begin();
  stage.pass(1);
  assert.equal(await stage.put(url, FILM), 403);
  assert.equal(await stage.put(other.url, FILM), 201);
  assert.deepEqual(await stage.statusOf(id), { status: "PROCESSING_UPLOAD", uploaded_bytes: 0 });
});

test("with the fault upload-lost the upload is gone in the middle, and nothing is posted", async () => {
  const { id, url } = await beginLong();
  assert.equal(await half(url), 206);
  await stage.fault("upload-lost");
  assert.equal(await rest(url), 404);
  assert.equal(await rest(url), 404);
  stage.pass(3600);
  assert.deepEqual(await stage.statusOf(id), { status: "PROCESSING_UPLOAD", uploaded_bytes: CHUNK });
  assert.deepEqual(await stage.feed(), []);
});

test("a token that ends between upload and status does not stop the post", async () => {
  const { id, url } = await begin();
  await stage.fault("token-ended");
  assert.equal(await stage.put(url, FILM), 201);
  assert.deepEqual(refusalIn(await stage.post("/post/publish/status/fetch/", { publish_id: id })), [401, "access_token_invalid"]);
  stage.pass(2);
  assert.equal((await stage.feed()).length, 1);
  const { body } = await stage.oauth("token", { grant_type: "refresh_token", refresh_token: stage.refreshToken });
  const answer = await stage.post("/post/publish/status/fetch/", { publish_id: id }, String(body.access_token));
  assert.equal(dataIn(answer).status, "PUBLISH_COMPLETE");
});

for (const { what, wish, reason } of [
  { what: "too many frames", wish: { framesPerSecond: 120 }, reason: "frame_rate_check_failed" },
  { what: "too few frames", wish: { framesPerSecond: 10 }, reason: "frame_rate_check_failed" },
  { what: "too small a picture", wish: { width: 320, height: 640 }, reason: "picture_size_check_failed" },
  { what: "more seconds than the creator may post", wish: { seconds: 4 }, reason: "duration_check_failed" },
] as const) {
  test(`a video with ${what} is taken, and fails when it is processed`, async () => {
    await stage.set({ max_video_seconds: 3 });
    const id = await stage.published({}, await aVideoFile({ seconds: 2, ...wish }));
    assert.deepEqual(await stage.statusOf(id), { status: "FAILED", fail_reason: reason });
    assert.deepEqual(await stage.feed(), []);
  });
}

test("a file that is no video fails when it is processed", async () => {
  const id = await stage.published({}, Buffer.from("no video at all"));
  assert.deepEqual(await stage.statusOf(id), { status: "FAILED", fail_reason: "file_format_check_failed" });
});

test("processing takes long or fails with the faults of uploads, whichever chunk they strike", async () => {
  await stage.fault("processing", { seconds: 600 });
  const slow = await beginLong();
  assert.deepEqual([await half(slow.url), await rest(slow.url)], [206, 201]);
  await stage.fault("processing-fails");
  const failing = await beginLong();
  assert.deepEqual([await half(failing.url), await rest(failing.url)], [206, 201]);
  stage.pass(599);
  assert.equal((await stage.statusOf(slow.id)).status, "PROCESSING_UPLOAD");
  assert.deepEqual(await stage.statusOf(failing.id), { status: "FAILED", fail_reason: "internal" });
  stage.pass(1);
  assert.equal((await stage.statusOf(slow.id)).status, "PUBLISH_COMPLETE");
});

test("set so, everything fails for a reason, or processing never ends", async () => {
  await stage.set({ everything_fails: true, fail_reason: "publish_cancelled" });
  assert.deepEqual(await stage.statusOf(await stage.published()), { status: "FAILED", fail_reason: "publish_cancelled" });
  await stage.set({ stuck: true });
  const publish_id = await stage.published();
  stage.pass(7 * 86_400);
  const answer = await stage.post("/post/publish/status/fetch/", { publish_id }, await stage.tokenOf("Corner Bakery"));
  assert.equal(dataIn(answer).status, "PROCESSING_UPLOAD");
  assert.deepEqual(await stage.feed(), []);
});
