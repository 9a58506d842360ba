import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { request } from "node:http";
import { afterEach, beforeEach, test } from "node:test";
import { eventually } from "../../../testing/eventually.ts";
import { youtubeSandbox } from "./index.ts";
import { large, mp4, openStage, progressIn, recordOf, refusalIn, type Stage, textAt, UNIT } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const N = large.byteLength;
const chunk = (first: number, end: number) => large.subarray(first, end);
const send = (session: string, first: number, end: number) => stage.put(session, `${first}-${end - 1}/${N}`, chunk(first, end));
const question = (session: string) => stage.put(session, `*/${N}`);
const openLarge = () => stage.session({ size: N });
const videos = async () => (await youtubeSandbox.feed(stage.world, { limit: 100 })).length;

test("an upload in chunks creates the video with its last byte", async () => {
  const session = await openLarge();
  assert.deepEqual(progressIn(await question(session)), [308, null], "nothing is there yet");
  assert.deepEqual(progressIn(await send(session, 0, UNIT)), [308, "bytes=0-262143"]);
  assert.deepEqual(progressIn(await send(session, UNIT, 2 * UNIT)), [308, "bytes=0-524287"]);
  assert.equal(await videos(), 0);
  const { status, body } = await send(session, 2 * UNIT, N);
  assert.equal(status, 201);
  const { kind, snippet, status: state } = recordOf(body);
  assert.equal(kind, "youtube#video");
  assert.deepEqual(
    [recordOf(snippet).title, recordOf(state).uploadStatus, recordOf(state).privacyStatus],
    ["My clip", "uploaded", "public"],
  );
  assert.equal(await videos(), 1);
});

test("the stored file is the one that was sent, and players get ranges of it", async () => {
  const session = await openLarge();
  for (const [first, end] of [[0, UNIT] as const, [UNIT, 2 * UNIT] as const, [2 * UNIT, N] as const]) await send(session, first, end);
  const [post] = await youtubeSandbox.feed(stage.world, { limit: 1 });
  const url = post?.media[0]?.url ?? "";
  const whole = await fetch(url);
  const digest = createHash("sha256").update(large).digest("hex");
  assert.equal(whole.headers.get("content-type"), "video/mp4");
  assert.equal(
    createHash("sha256")
      .update(await whole.bytes())
      .digest("hex"),
    digest,
  );
  assert.equal(post?.media[0]?.digest, digest);
  const part = await fetch(url, { headers: { range: "bytes=262140-262147" } });
  assert.deepEqual([part.status, part.headers.get("content-range")], [206, `bytes 262140-262147/${N}`]);
  assert.deepEqual(Buffer.from(await part.bytes()), chunk(262_140, 262_148));
  assert.equal((await fetch(url, { headers: { range: `bytes=${N}-` } })).status, 416);
});

test("a finished session gives the same answer a week long, to questions and to bytes", async () => {
  const session = await openLarge();
  const first = await stage.put(session, `0-${N - 1}/${N}`, large);
  stage.pass(6 * 86_400);
  const { body: again } = await question(session);
  assert.equal(textAt(again, "id"), textAt(first.body, "id"));
  assert.equal((await stage.put(session, `0-${N - 1}/${N}`, large)).status, 201);
  stage.pass(86_400);
  assert.equal((await question(session)).status, 404);
  assert.equal(await videos(), 1);
});

test("one byte of overlap or of a gap, and none of the body is kept", async () => {
  const session = await openLarge();
  await send(session, 0, UNIT);
  assert.deepEqual(progressIn(await send(session, UNIT - 1, 2 * UNIT - 1)), [308, "bytes=0-262143"]);
  assert.deepEqual(progressIn(await send(session, UNIT + 1, 2 * UNIT + 1)), [308, "bytes=0-262143"]);
  assert.deepEqual(progressIn(await send(session, UNIT, 2 * UNIT)), [308, "bytes=0-524287"]);
});

test("a chunk that is no multiple of 256 KiB is refused, unless it is the last", async () => {
  const session = await openLarge();
  assert.deepEqual(refusalIn(await send(session, 0, UNIT + 1)), [400, "badRequest"]);
  assert.deepEqual(progressIn(await question(session)), [308, null]);
});

test("ranges that do not fit the file or the body are refused", async () => {
  const session = await openLarge();
  assert.deepEqual(refusalIn(await stage.put(session, `0-${UNIT - 1}/${N + 1}`, chunk(0, UNIT))), [400, "badRequest"]);
  assert.deepEqual(refusalIn(await stage.put(session, `0-${UNIT}/${N}`, chunk(0, UNIT))), [400, "badRequest"]);
  assert.deepEqual(refusalIn(await stage.put(session, `0-${N}/${N}`, Buffer.alloc(N + 1))), [400, "badRequest"]);
  assert.deepEqual(refusalIn(await stage.put(session, "first", chunk(0, UNIT))), [400, "badRequest"]);
});

test("set so, a chunk breaks off once with 503, and whole units of it are kept", async () => {
  await stage.set({ break_at_byte: UNIT + 100_000 });
  const session = await openLarge();
  const broken = await stage.put(session, `0-${N - 1}/${N}`, large);
  assert.equal(broken.status, 503);
  assert.deepEqual(progressIn(await question(session)), [308, "bytes=0-262143"]);
  assert.equal((await send(session, UNIT, N)).status, 201);
});

test("of a chunk whose connection breaks whole units are kept", async () => {
  const session = new URL(await openLarge());
  const broken = request(session, {
    method: "PUT",
    headers: { "content-length": N, "content-range": `bytes 0-${N - 1}/${N}`, "content-type": "video/mp4" },
  });
  broken.on("error", () => {});
  await new Promise<void>((resolve) => broken.write(chunk(0, UNIT + 250_000), () => resolve()));
  broken.destroy();
  // The server has it when it has read as much as it needs to.
  const progress = await eventually("some bytes are kept", async () => {
    const asked = progressIn(await question(session.href));
    return asked[1] !== null && asked;
  });
  assert.deepEqual(progress, [308, "bytes=0-262143"]);
  assert.equal((await send(session.href, UNIT, N)).status, 201);
});

test("a large body is stored in pieces, and comes out as it went in", async () => {
  const file = Buffer.alloc(9 * 1024 * 1024, "Rye and oat. ");
  const session = await stage.session({ size: file.byteLength });
  const { body } = await stage.put(session, null, file);
  const sizes = (await stage.world.objects.list("piece")).map(({ document }) => Number(document.size));
  assert.ok(sizes.length > 2 && Math.max(...sizes) < 5 * 1024 * 1024, String(sizes));
  const stored = await fetch(`${stage.world.baseUrl}/files/${textAt(body, "id")}`);
  assert.ok(file.equals(await stored.bytes()));
});

test("two requests with the same bytes leave them there once", async () => {
  const session = await openLarge();
  await Promise.all([send(session, 0, 2 * UNIT), send(session, 0, 2 * UNIT), send(session, 0, UNIT)]);
  const [, range] = progressIn(await question(session));
  const received = Number(/\d+$/.exec(range ?? "")?.[0]) + 1;
  assert.ok(received === UNIT || received === 2 * UNIT, String(range));
  const { body } = await send(session, received, N);
  const stored = await fetch(`${stage.world.baseUrl}/files/${textAt(body, "id")}`);
  assert.ok(large.equals(await stored.bytes()));
});

test("a video that a crash left uncreated is created when the session is asked", async () => {
  const session = await openLarge();
  const { body } = await stage.put(session, null, large);
  const id = textAt(body, "id");
  await stage.world.objects.delete("video", id);
  const { status, body: again } = await question(session);
  assert.deepEqual([status, textAt(again, "id")], [201, id]);
});

test("a whole file without a range is the video, whatever length was announced", async () => {
  const session = await stage.session({ size: mp4.byteLength + 5000 });
  assert.equal((await stage.put(session, null, mp4)).status, 201);
});

test("a session ends after a week, and one that never was is not found", async () => {
  const session = await openLarge();
  stage.pass(7 * 86_400);
  assert.equal((await send(session, 0, UNIT)).status, 404);
  assert.equal((await question(session.replace(/upload_id=[\w-]+/, "upload_id=x"))).status, 404);
});

test("with the fault upload-lost a session is gone in the middle", async () => {
  const session = await openLarge();
  await send(session, 0, UNIT);
  await stage.fault("upload-lost");
  assert.equal((await send(session, UNIT, 2 * UNIT)).status, 404);
  assert.equal((await question(session)).status, 404);
  assert.equal(await videos(), 0);
});

test("with the fault container-ends a session ends early", async () => {
  await stage.fault("container-ends", { seconds: 60 });
  const session = await openLarge();
  stage.pass(60);
  assert.equal((await question(session)).status, 404);
});

test("set so, a finished session says 308 with all bytes, or 404, although the video was created", async () => {
  const all = `bytes=0-${N - 1}`;
  await stage.set({ finishing_answers: "incomplete", finished_answers: "incomplete" });
  const session = await openLarge();
  assert.deepEqual(progressIn(await stage.put(session, `0-${N - 1}/${N}`, large)), [308, all]);
  assert.deepEqual(progressIn(await question(session)), [308, all]);
  await stage.set({ finished_answers: "gone" });
  assert.equal((await question(session)).status, 404);
  await stage.set({ finishing_answers: "ok" });
  assert.equal((await question(session)).status, 201);
  assert.equal((await stage.put(await openLarge(), null, large)).status, 200);
  assert.equal(await videos(), 2);
});

test("an answer that is lost after the last byte leaves one video, which the session tells", async () => {
  const session = await openLarge();
  await stage.fault("error-after");
  assert.equal((await stage.put(session, `0-${N - 1}/${N}`, large)).status, 500);
  assert.equal((await question(session)).status, 201);
  await stage.fault("error-before");
  const second = await openLarge();
  assert.equal((await stage.put(second, `0-${N - 1}/${N}`, large)).status, 500);
  assert.deepEqual(progressIn(await question(second)), [308, null]);
  assert.equal(await videos(), 1);
});

test("a front end that is overloaded answers a chunk with 503, and has none of it", async () => {
  const session = await openLarge();
  await send(session, 0, UNIT);
  await stage.fault("refuse-503", { seconds: 7 });
  const refused = await send(session, UNIT, N);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "7"]);
  assert.deepEqual(progressIn(await question(session)), [308, "bytes=0-262143"]);
});

test("bytes need no token, but one that comes along must be good and the channel's", async () => {
  const session = await openLarge();
  assert.deepEqual(refusalIn(await stage.put(session, `*/${N}`, undefined, "x")), [401, "authError"]);
  const foreign = await stage.tokenOf({ name: "Ada" });
  assert.deepEqual(refusalIn(await stage.put(session, `*/${N}`, undefined, foreign)), [403, "forbidden"]);
  const reply = await fetch(session, { method: "PUT", redirect: "manual", headers: { "content-range": `bytes */${N}` } });
  assert.equal(reply.status, 308);
});

test("a session takes bytes with a renewed token", async () => {
  const session = await openLarge();
  await stage.fault("token-ended");
  assert.deepEqual(refusalIn(await send(session, 0, UNIT)), [401, "authError"]);
  const renewed = await stage.tokenOf({ name: "Corner Bakery" });
  assert.equal((await stage.put(session, `0-${UNIT - 1}/${N}`, chunk(0, UNIT), renewed)).status, 308);
});

test("the address that Google's description names opens uploads, too", async () => {
  const address = `${stage.world.baseUrl}/upload/resumable/upload/youtube/v3/videos?uploadType=resumable&part=status`;
  const reply = await fetch(address, { method: "POST", headers: { authorization: `Bearer ${stage.token}` } });
  assert.equal(reply.status, 200);
  const { body } = await stage.put(reply.headers.get("location") ?? "", null, mp4);
  assert.deepEqual(Object.keys(recordOf(body)), ["kind", "etag", "id", "status"]);
});
