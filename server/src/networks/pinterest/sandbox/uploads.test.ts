import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { aVideoFile } from "../../../testing/videos.ts";
import { jpeg, mp4, openStage, type Registered, refusalIn, type Stage, textAt } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

type Entry = readonly [string, string | Blob];
const statusOf = async (id: string) => textAt(await stage.ask("GET", `/media/${id}`), "status");
const file: Entry = ["file", new Blob([mp4])];

/** Status and code of what the store answers to a form. */
async function answerTo({ upload_url }: Registered, entries: readonly Entry[], headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const reply = await fetch(upload_url, { method: "POST", body: form, headers });
  return [reply.status, /<Code>(\w+)<\/Code>/.exec(await reply.text())?.[1]];
}
const parametersOf = ({ upload_parameters }: Registered): Entry[] => Object.entries(upload_parameters);

test("an upload is registered with everything that the store wants", async () => {
  const { media_id, upload_url, upload_parameters } = await stage.register();
  assert.match(media_id, /^52\d{17}$/);
  assert.equal(upload_url, `${stage.world.baseUrl}/upload/`);
  assert.deepEqual(Object.keys(upload_parameters), [
    "Content-Type",
    "key",
    "policy",
    "x-amz-algorithm",
    "x-amz-credential",
    "x-amz-date",
    "x-amz-security-token",
    "x-amz-signature",
  ]);
  assert.equal(upload_parameters["x-amz-date"], "20261121T090000Z");
  assert.deepEqual(refusalIn(await stage.ask("POST", "/media", { body: { media_type: "image" } })), [400, 1]);
});

test("a video is uploaded and processed by the clock", async () => {
  const registered = await stage.register();
  assert.equal(await statusOf(registered.media_id), "registered");
  const reply = await stage.upload(registered);
  assert.deepEqual([reply.status, await reply.text()], [204, ""]);
  assert.deepEqual((await stage.ask("GET", `/media/${registered.media_id}`)).body, {
    media_id: registered.media_id,
    media_type: "video",
    status: "processing",
  });
  stage.pass(2);
  assert.equal(await statusOf(registered.media_id), "succeeded");
});

test("the store wants every parameter, unchanged, before the file, and no others", async () => {
  const registered = await stage.register();
  const parameters = parametersOf(registered);
  for (const [index, [name]] of parameters.entries()) {
    assert.deepEqual(await answerTo(registered, [...parameters.toSpliced(index, 1), file]), [403, "AccessDenied"], `without ${name}`);
    assert.deepEqual(await answerTo(registered, [...parameters.with(index, [name, "x"]), file]), [403, "AccessDenied"], `other ${name}`);
  }
  assert.deepEqual(await answerTo(registered, [file, ...parameters]), [403, "AccessDenied"]);
  assert.deepEqual(await answerTo(registered, [...parameters.slice(0, -1), file, ...parameters.slice(-1)]), [403, "AccessDenied"]);
  assert.deepEqual(await answerTo(registered, [...parameters, ["acl", "public-read"], file]), [403, "AccessDenied"]);
  assert.deepEqual(await answerTo(registered, parameters), [400, "InvalidArgument"]);
  assert.equal(await statusOf(registered.media_id), "registered");
  assert.deepEqual(await answerTo(registered, [...parameters, file]), [204, undefined]);
});

test("the store takes no tokens and nothing but forms", async () => {
  const registered = await stage.register();
  const whole = [...parametersOf(registered), file];
  assert.deepEqual(await answerTo(registered, whole, { authorization: `Bearer ${stage.token}` }), [400, "InvalidArgument"]);
  const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  assert.equal((await fetch(registered.upload_url, json)).status, 412);
  const torn = { method: "POST", body: "x", headers: { "content-type": "multipart/form-data; boundary=y" } };
  assert.equal((await fetch(registered.upload_url, torn)).status, 400);
});

test("upload parameters expire", async () => {
  const registered = await stage.register();
  stage.pass(3600);
  assert.deepEqual(await answerTo(registered, [...parametersOf(registered), file]), [403, "ExpiredToken"]);
});

const UNUSABLE = [
  ["a picture", async () => jpeg],
  ["a video of 3 seconds", () => aVideoFile({ seconds: 3, width: 360, height: 640 })],
  ["a video of more than 15 minutes", () => aVideoFile({ seconds: 901, width: 360, height: 640, framesPerSecond: 1, audio: null })],
  ["a video that is too narrow", () => aVideoFile({ seconds: 4, width: 300, height: 640 })],
  ["a video that is too wide", () => aVideoFile({ seconds: 4, width: 640, height: 320 })],
  ["a video of an unusual kind", () => aVideoFile({ seconds: 4, container: "webm", codec: "vp9", audio: null })],
] as const;
for (const [what, bytes] of UNUSABLE) {
  test(`processing ${what} fails, without a reason`, async () => {
    const registered = await stage.register();
    assert.equal((await stage.upload(registered, await bytes())).status, 204);
    stage.pass(2);
    assert.equal(await statusOf(registered.media_id), "failed");
  });
}

test("nobody else sees an upload", async () => {
  const { media_id } = await stage.register();
  assert.deepEqual(refusalIn(await stage.ask("GET", `/media/${media_id}`, { token: await stage.tokenOf("Ada") })), [404, 404]);
});

test("with the fault processing a video takes longer, with processing-fails it fails in the end", async () => {
  const states: string[] = [];
  for (const kind of ["processing", "processing-fails"] as const) {
    await stage.fault(kind, { seconds: 3600 });
    const registered = await stage.register();
    await stage.upload(registered);
    stage.pass(3599);
    states.push(await statusOf(registered.media_id));
    stage.pass(1);
    states.push(await statusOf(registered.media_id));
  }
  assert.deepEqual(states, ["processing", "succeeded", "processing", "failed"]);
});

test("with the fault upload-lost the store forgets an upload, and only a new one helps", async () => {
  await stage.fault("upload-lost");
  const registered = await stage.register();
  assert.equal((await stage.upload(registered)).status, 403);
  assert.equal((await stage.upload(registered)).status, 403);
  assert.equal((await stage.upload(await stage.register())).status, 204);
});

test("with the fault container-ends a video is gone before it is pinned", async () => {
  await stage.fault("container-ends", { seconds: 60 });
  const mediaId = await stage.video();
  assert.equal(await statusOf(mediaId), "succeeded");
  stage.pass(60);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/media/${mediaId}`)), [404, 404]);
});
