import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { listIn, refusalIn, textAt } from "../../sandbox/meta/testing/answers.ts";
import { aVerticalVideo, fieldsIn, network, openStage, recordOf, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const file = () => Buffer.from(stage.files.get("v.mp4") ?? "");
const call = (edge: string, fields: Record<string, string>) => stage.ask("POST", `/${stage.pageId}/${edge}`, fields);
const read = async (id: string, fields: string) => fieldsIn(await stage.ask("GET", `/${id}`, { fields }));
const statusOf = async (id: string) => recordOf((await read(id, "status")).status);
const feed = () => network.feed(stage.world, { limit: 100 });
const shownTexts = async () => (await feed()).map(({ text, label }) => [label, text]);

interface Session {
  readonly id: string;
  readonly url: string;
}

async function start(edge: "video_reels" | "video_stories"): Promise<Session> {
  const reply = await call(edge, { upload_phase: "start" });
  return { id: textAt(reply, "video_id"), url: textAt(reply, "upload_url") };
}

const sendAll = ({ url }: Session, bytes: Uint8Array = file()) =>
  stage.upload(url, { offset: "0", file_size: String(bytes.byteLength) }, bytes);
const finishReel = (id: string, fields: Record<string, string> = {}) =>
  call("video_reels", { upload_phase: "finish", video_id: id, video_state: "PUBLISHED", description: "Hi #tag", ...fields });

async function aReel(bytes?: Uint8Array): Promise<string> {
  const session = await start("video_reels");
  assert.deepEqual((await sendAll(session, bytes)).body, { success: true });
  return session.id;
}

/** Sent in one part and finished. */
async function aVideo(bytes: Uint8Array = file()): Promise<string> {
  const begun = fieldsIn(await call("videos", { upload_phase: "start", file_size: String(bytes.byteLength) }));
  const session = { upload_session_id: String(begun.upload_session_id) };
  const part = { name: "video_file_chunk", bytes };
  await stage.send(`/${stage.pageId}/videos`, { upload_phase: "transfer", ...session, start_offset: "0" }, part);
  fieldsIn(await call("videos", { upload_phase: "finish", ...session }));
  return String(begun.video_id);
}

const debugType = ({ status, body }: { status: number; body: unknown }) => [status, recordOf(recordOf(body).debug_info).type];

test("A reel is uploaded, processed and published, and says how far it is", async () => {
  const session = await start("video_reels");
  const size = file().byteLength;
  assert.deepEqual(await statusOf(session.id), {
    video_status: "uploading",
    uploading_phase: { status: "not_started", bytes_transfered: 0 },
    processing_phase: { status: "not_started" },
    publishing_phase: { status: "not_started" },
  });
  await sendAll(session);
  assert.deepEqual(await statusOf(session.id), {
    video_status: "processing",
    uploading_phase: { status: "complete", bytes_transfered: size },
    processing_phase: { status: "in_progress" },
    publishing_phase: { status: "not_started" },
  });
  assert.deepEqual((await finishReel(session.id)).body, { success: true });
  assert.deepEqual((await statusOf(session.id)).publishing_phase, { status: "in_progress" });
  assert.deepEqual(await feed(), []);
  stage.pass(2);
  assert.deepEqual(await statusOf(session.id), {
    video_status: "ready",
    uploading_phase: { status: "complete", bytes_transfered: size },
    processing_phase: { status: "complete" },
    publishing_phase: { status: "complete", publish_status: "published", publish_time: "2026-11-21T09:00:02+0000" },
  });
  assert.deepEqual(await shownTexts(), [["Reel", "Hi #tag"]]);
  const { post_id: postId, ...rest } = await read(session.id, "permalink_url,published,post_id,description");
  assert.deepEqual(rest, { permalink_url: `/reel/${session.id}/`, published: true, description: "Hi #tag", id: session.id });
  assert.equal((await feed())[0]?.id, postId);
  const reels = await stage.ask("GET", `/${stage.pageId}/video_reels`, { fields: "id", since: "2026-11-21T09:00:00Z" });
  assert.deepEqual(listIn(reels), [{ id: session.id }]);
  const page = await fetch(`${stage.world.baseUrl}/www/reel/${session.id}/`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Hi #tag/);
});

test("An upload goes on where it stopped, and starts nowhere else", async () => {
  const session = await start("video_reels");
  const bytes = file();
  const half = Math.floor(bytes.byteLength / 2);
  const size = String(bytes.byteLength);
  assert.deepEqual(debugType(await stage.upload(session.url, { offset: "0", file_size: size }, bytes.subarray(0, half))), [
    400,
    "PartialRequestError",
  ]);
  assert.deepEqual((await statusOf(session.id)).uploading_phase, { status: "in_progress", bytes_transfered: half });
  assert.deepEqual(debugType(await stage.upload(session.url, { offset: "0", file_size: size }, bytes)), [400, "OffsetInvalidError"]);
  assert.deepEqual(refusalIn(await finishReel(session.id)), [400, 6001]);
  const rest = await stage.upload(session.url, { offset: String(half), file_size: size }, bytes.subarray(half));
  assert.deepEqual(rest.body, { success: true });
  await finishReel(session.id);
  stage.pass(2);
  const source = await fetch(`${stage.world.baseUrl}/www/files/${session.id}`);
  assert.deepEqual(Buffer.from(await source.arrayBuffer()), bytes);
});

test("The upload host takes no body of JSON", async () => {
  const session = await start("video_reels");
  const headers = { authorization: `OAuth ${stage.token}`, "content-type": "application/json" };
  const reply = await fetch(session.url, { method: "POST", headers, body: JSON.stringify({ file_url: stage.link("v.mp4") }) });
  assert.deepEqual(debugType({ status: reply.status, body: await reply.json() }), [400, "ParameterValidationError"]);
});

test("The upload host wants the token in its own way, and that of the right Page", async () => {
  const session = await start("video_reels");
  const headers = { offset: "0", file_size: String(file().byteLength) };
  assert.deepEqual(debugType(await stage.upload(session.url, { ...headers, authorization: `Bearer ${stage.token}` }, file())), [
    400,
    "NotAuthorizedError",
  ]);
  const other = (await network.account("Other", stage.world)).credentials.accessToken;
  assert.deepEqual(debugType(await stage.upload(session.url, { ...headers, authorization: `OAuth ${other}` }, file())), [
    400,
    "ProcessingFailedError",
  ]);
});

test("An empty session cannot be finished", async () => {
  const session = await start("video_reels");
  assert.deepEqual(refusalIn(await finishReel(session.id)), [400, 6000]);
});

for (const [why, wish, subcode] of [
  ["too wide", { width: 2000, height: 1000 }, 1363040],
  ["too small", { width: 360, height: 640 }, 1363127],
  ["too short", { seconds: 2 }, 1363128],
  ["too long", { seconds: 92, framesPerSecond: 24 }, 1363128],
  ["too slow", { framesPerSecond: 15 }, 1363129],
] as const) {
  test(`A reel that is ${why} is refused when it is finished`, async () => {
    const id = await aReel(await aVerticalVideo(wish));
    assert.deepEqual(refusalIn(await finishReel(id)), [400, 100, subcode]);
  });
}

test("A Page publishes thirty reels within a day, whatever it uploads", async () => {
  await stage.set({ reels_per_day: 2, publishes_again: false });
  for (const wait of [0, 60]) {
    stage.pass(wait);
    assert.equal((await finishReel(await aReel())).status, 200);
  }
  const id = await aReel();
  assert.deepEqual(refusalIn(await finishReel(id)), [400, 368, 1390008]);
  assert.equal((await finishReel(id, { video_state: "DRAFT" })).status, 200);
  stage.pass(86_400 - 59);
  assert.equal((await finishReel(await aReel())).status, 200);
});

test("A draft is no post until it is published", async () => {
  const id = await aReel();
  await finishReel(id, { video_state: "DRAFT" });
  stage.pass(2);
  assert.deepEqual((await statusOf(id)).publishing_phase, { status: "complete", publish_status: "draft" });
  assert.deepEqual(await feed(), []);
  await finishReel(id);
  assert.equal((await feed()).length, 1);
});

test("Finishing a reel twice publishes it twice, unless the network refuses that", async () => {
  const id = await aReel();
  await finishReel(id);
  await finishReel(id);
  stage.pass(2);
  assert.equal((await feed()).length, 2);
  await stage.set({ publishes_again: false });
  assert.deepEqual(refusalIn(await finishReel(id)), [400, 6001]);
});

test("A Page is invited to a reel once, and ten times a day at most", async () => {
  const { pageId: guestId = "" } = (await network.account("Guest", stage.world)).credentials;
  const id = await aReel();
  const invite = (target: string) => stage.ask("POST", `/${id}/collaborators`, { target_id: target });
  assert.deepEqual(fieldsIn(await invite(guestId)), {
    success: true,
    collaborator_id: guestId,
    invitation_link: `${stage.world.baseUrl}/www/reel/${id}/?invitation=1`,
  });
  await invite(guestId);
  assert.deepEqual(refusalIn(await invite("99")), [400, 100, 33]);
  await stage.set({ invitations_per_day: 1 });
  const { pageId: another = "" } = (await network.account("Another", stage.world)).credentials;
  assert.deepEqual(refusalIn(await invite(another)), [400, 613]);
  await finishReel(id);
  stage.pass(2);
  assert.equal((await feed())[0]?.label, "Reel with Guest");
});

test("A video is uploaded in the parts that the network asks for", async () => {
  await stage.set({ keeps_as_drafts: "none", video_part_bytes: 4000 });
  const bytes = file();
  const size = String(bytes.byteLength);
  const begun = fieldsIn(await call("videos", { upload_phase: "start", file_size: size }));
  const session = { upload_session_id: String(begun.upload_session_id) };
  const send = async (from: number, to: number) =>
    stage.send(
      `/${stage.pageId}/videos`,
      { upload_phase: "transfer", ...session, start_offset: String(from) },
      { name: "video_file_chunk", bytes: bytes.subarray(from, to) },
    );
  assert.deepEqual(refusalIn(await call("videos", { upload_phase: "finish", ...session })), [400, 6000]);
  let asked = begun;
  while (asked.start_offset !== asked.end_offset) asked = fieldsIn(await send(Number(asked.start_offset), Number(asked.end_offset)));
  assert.deepEqual(asked, { start_offset: size, end_offset: size });
  assert.deepEqual(refusalIn(await send(0, 4000)), [400, 6001]);
  assert.deepEqual(fieldsIn(await call("videos", { upload_phase: "finish", ...session, title: "Film", description: "See" })), {
    success: true,
  });
  const id = String(begun.video_id);
  assert.equal((await read(id, "published")).published, false);
  stage.pass(2);
  assert.equal((await read(id, "published")).published, true);
  assert.deepEqual(await shownTexts(), [[undefined, "Film\n\nSee"]]);
});

test("A video that is too small is refused before its first part", async () => {
  assert.deepEqual(refusalIn(await call("videos", { upload_phase: "start", file_size: "10" })), [400, 382]);
});

test("A part that does not begin where the last one ended is refused", async () => {
  const begun = fieldsIn(await call("videos", { upload_phase: "start", file_size: String(file().byteLength) }));
  const fields = { upload_phase: "transfer", upload_session_id: String(begun.upload_session_id), start_offset: "10" };
  const sent = await stage.send(`/${stage.pageId}/videos`, fields, { name: "video_file_chunk", bytes: file().subarray(10, 20) });
  assert.deepEqual(refusalIn(sent), [400, 6001]);
});

test("A network that keeps videos as drafts takes them without publishing", async () => {
  await stage.set({ keeps_as_drafts: "all" });
  const id = await aVideo();
  stage.pass(2);
  const { status, ...rest } = await read(id, "status,published,post_id");
  assert.deepEqual(recordOf(status).publishing_phase, { status: "complete", publish_status: "draft" });
  assert.deepEqual(rest, { published: false, id });
  assert.deepEqual(await feed(), []);
});

test("An upright video is kept as a draft, which its status may not say, and a wide one is published", async () => {
  await stage.set({ says_draft: false });
  const [tall, wide] = [await aVideo(), await aVideo(await aVerticalVideo({ width: 1280, height: 720 }))];
  stage.pass(2);
  const { status, published } = await read(tall, "status,published");
  assert.deepEqual([recordOf(status).publishing_phase, published], [{ status: "not_started" }, false]);
  assert.equal((await read(wide, "published")).published, true);
});

test("A video that was just created is unknown for some seconds if the network is slow", async () => {
  await stage.set({ video_unknown_seconds: 5 });
  const { id } = await start("video_reels");
  assert.deepEqual(refusalIn(await stage.ask("GET", `/${id}`, { fields: "status" })), [400, 100, 33]);
  stage.pass(5);
  assert.equal((await statusOf(id)).video_status, "uploading");
});

test("What is no video fails in processing and is never seen", async () => {
  const id = await aReel(Buffer.alloc(5000, 1));
  assert.equal((await finishReel(id)).status, 200);
  stage.pass(2);
  const status = await statusOf(id);
  assert.equal(status.video_status, "error");
  assert.equal(recordOf(status.processing_phase).status, "error");
  assert.deepEqual(await feed(), []);
});

test("An upload session ends after a day", async () => {
  const session = await start("video_reels");
  stage.pass(86_400);
  assert.equal((await statusOf(session.id)).video_status, "expired");
  assert.deepEqual(debugType(await sendAll(session)), [400, "ProcessingFailedError"]);
});

test("Stories are of a photo or a video, are listed for a day, and take no comments", async () => {
  const photo = await stage.make("photos", { url: stage.link("a.jpg"), published: "false" });
  const photoStory = textAt(await call("photo_stories", { photo_id: photo }), "post_id");
  const session = await start("video_stories");
  await sendAll(session);
  stage.pass(2);
  const videoStory = textAt(await call("video_stories", { upload_phase: "finish", video_id: session.id }), "post_id");
  const list = (status: string) =>
    stage.ask("GET", `/${stage.pageId}/stories`, { status, fields: "post_id,media_id,media_type,status,url" });
  const story = (post_id: string, media_id: string, media_type: string) => ({
    post_id,
    media_id,
    media_type,
    status: "PUBLISHED",
    url: `${stage.world.baseUrl}/www/stories/${post_id}/`,
    id: post_id,
  });
  assert.deepEqual(listIn(await list("PUBLISHED")), [story(videoStory, session.id, "video"), story(photoStory, photo, "photo")]);
  assert.deepEqual(
    (await feed()).map(({ label, media }) => [label, media[0]?.mime]),
    [
      ["Story", "video/mp4"],
      ["Story", "image/jpeg"],
    ],
  );
  assert.deepEqual(refusalIn(await stage.ask("POST", `/${photoStory}/comments`, { message: "Nice" })), [400, 100, 33]);
  stage.pass(86_400);
  assert.deepEqual(listIn(await list("PUBLISHED")), []);
  assert.equal(listIn(await list("ARCHIVED")).length, 2);
});

test("A story's video is a minute long at most", async () => {
  const session = await start("video_stories");
  await sendAll(session, await aVerticalVideo({ seconds: 62, framesPerSecond: 24 }));
  assert.deepEqual(refusalIn(await call("video_stories", { upload_phase: "finish", video_id: session.id })), [400, 100, 1363128]);
});

test("Comments on a video are comments on its post, and counts are the same on both", async () => {
  const id = await aReel();
  assert.deepEqual(refusalIn(await stage.ask("POST", `/${id}/comments`, { message: "Early" })), [400, 100, 33]);
  await finishReel(id);
  stage.pass(2);
  await stage.ask("POST", `/${id}/comments`, { message: "First" });
  const { post_id: postId } = await read(id, "post_id");
  for (const [object, likes] of [
    [id, "likes"],
    [String(postId), "reactions"],
  ] as const) {
    const counts = await read(object, `comments.summary(true),${likes}.summary(true)`);
    assert.deepEqual(recordOf(recordOf(counts.comments).summary).total_count, 1);
    assert.deepEqual(recordOf(recordOf(counts[likes]).summary).total_count, 0);
  }
});
