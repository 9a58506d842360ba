import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { listIn, refusalIn, textAt } from "../../sandbox/meta/testing/answers.ts";
import { fieldsIn, network, openStage, recordOf, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const post = (message: string) => stage.ask("POST", `/${stage.pageId}/feed`, { message });
const posts = () => stage.ask("GET", `/${stage.pageId}/published_posts`, { fields: "message" });
const texts = async () => listIn(await posts()).map(({ message }) => message);

async function startReel(): Promise<{ id: string; url: string }> {
  const reply = await stage.ask("POST", `/${stage.pageId}/video_reels`, { upload_phase: "start" });
  return { id: textAt(reply, "video_id"), url: textAt(reply, "upload_url") };
}
const sendReel = (url: string) => {
  const bytes = stage.files.get("v.mp4") ?? Buffer.alloc(0);
  return stage.upload(url, { offset: "0", file_size: String(bytes.byteLength) }, bytes);
};
const finishReel = (id: string) =>
  stage.ask("POST", `/${stage.pageId}/video_reels`, { upload_phase: "finish", video_id: id, video_state: "PUBLISHED" });

test("A front end that fails after the effect answers 500 with code 2, and the post is there", async () => {
  await stage.fault("error-after");
  const { status, body } = await post("Lost");
  assert.deepEqual(
    [status, body],
    [
      500,
      {
        error: {
          message: "An unexpected error has occurred. Please retry your request later.",
          type: "OAuthException",
          code: 2,
          is_transient: true,
          fbtrace_id: "AsandboxTraceId0000000",
        },
      },
    ],
  );
  assert.deepEqual(await texts(), ["Lost"]);
});

test("One that fails before has no effect", async () => {
  await stage.fault("error-before");
  assert.deepEqual(refusalIn(await post("Never")), [500, 2]);
  assert.deepEqual(await texts(), []);
});

test("A photo that is uploaded to be attached later is no post: the fault strikes what readers see", async () => {
  await stage.fault("error-before");
  const photo = await stage.make("photos", { url: stage.link("a.jpg"), published: "false" });
  const attached = JSON.stringify([{ media_fbid: photo }]);
  assert.deepEqual(refusalIn(await stage.ask("POST", `/${stage.pageId}/feed`, { attached_media: attached })), [500, 2]);
});

test("A reel's finish is what readers see, and neither its start nor its bytes", async () => {
  await stage.fault("error-after");
  const { id, url } = await startReel();
  assert.equal((await sendReel(url)).status, 200);
  assert.deepEqual(refusalIn(await finishReel(id)), [500, 2]);
  stage.pass(2);
  assert.equal((await network.feed(stage.world, { limit: 10 })).length, 1);
});

test("A throttled Page is told in how many minutes it may call again", async () => {
  await stage.fault("refuse-429", { seconds: 600 });
  const reply = await fetch(`${stage.world.baseUrl}/v25.0/${stage.pageId}/feed`, {
    method: "POST",
    body: new URLSearchParams({ message: "Hello", access_token: stage.token }),
  });
  assert.deepEqual(refusalIn({ status: reply.status, body: await reply.json() }), [400, 32]);
  const usage: unknown = JSON.parse(reply.headers.get("x-business-use-case-usage") ?? "");
  const [entry] = Object.values(recordOf(usage)).flat();
  assert.equal(recordOf(entry).estimated_time_to_regain_access, 10);
});

test("A refused token has changed its password, a refused duplicate is one, and a refused read says nothing about the token", async () => {
  await stage.fault("revoked");
  assert.deepEqual(refusalIn(await post("1")), [400, 190, 460]);
  await stage.fault("duplicate");
  assert.deepEqual(refusalIn(await post("2")), [400, 506]);
  await stage.fault("lists-refused");
  assert.deepEqual(refusalIn(await posts()), [400, 100, 33]);
  assert.equal((await stage.ask("GET", "/me")).status, 200);
});

test("Lists show a post late; the post itself can be read at once", async () => {
  await stage.fault("late-lists", { seconds: 60 });
  const id = textAt(await post("Late"), "id");
  assert.deepEqual(await texts(), []);
  assert.equal((await stage.ask("GET", `/${id}`)).status, 200);
  stage.pass(60);
  assert.deepEqual(await texts(), ["Late"]);
});

test("Processing takes as long as the fault says, and fails late if that is set", async () => {
  const statusOf = async (id: string) => recordOf(fieldsIn(await stage.ask("GET", `/${id}`, { fields: "status" })).status).video_status;
  for (const [kind, end] of [
    ["processing", "ready"],
    ["processing-fails", "error"],
  ] as const) {
    await stage.fault(kind, { seconds: 300 });
    const { id, url } = await startReel();
    await sendReel(url);
    await finishReel(id);
    stage.pass(299);
    assert.equal(await statusOf(id), "processing");
    stage.pass(1);
    assert.equal(await statusOf(id), end);
  }
  assert.equal((await network.feed(stage.world, { limit: 10 })).length, 1);
});

test("An upload session that is lost takes nothing more, and cannot be finished", async () => {
  await stage.fault("upload-lost");
  const { id, url } = await startReel();
  assert.equal((await sendReel(url)).status, 400);
  assert.equal((await sendReel(url)).status, 400);
  assert.deepEqual(refusalIn(await finishReel(id)), [400, 6001]);
});

test("Tokens can be ended and access taken back, by Facebook itself", async () => {
  await stage.fault("token-ended");
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me")), [400, 190, 463]);
  await stage.fault("access-revoked");
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me")), [400, 190, 458]);
});

test("A used-up quota refuses reels, and nothing else", async () => {
  await stage.fault("quota");
  const { id, url } = await startReel();
  await sendReel(url);
  assert.deepEqual(refusalIn(await finishReel(id)), [400, 368, 1390008]);
  assert.equal((await post("Hello")).status, 200);
});

for (const refusal of [
  { code: 368, subcode: 1390008, userMessage: "We limit how often you can post." },
  { code: 1, subcode: 99, status: 500, isTransient: true },
  { code: 341 },
  { code: 200, subcode: 1404078, status: 403 },
]) {
  test(`The network can be told to refuse with code ${refusal.code}, before the effect or after it`, async () => {
    await stage.set({ instead_of_publishing: refusal });
    const photo = await stage.make("photos", { url: stage.link("a.jpg"), published: "false" });
    const attached = { attached_media: JSON.stringify([{ media_fbid: photo }]) };
    const before = await stage.ask("POST", `/${stage.pageId}/feed`, attached);
    const { code, subcode, status = 400, userMessage } = refusal;
    assert.deepEqual(
      refusalIn(before),
      [status, code, subcode].filter((number) => number !== undefined),
    );
    assert.equal(recordOf(recordOf(before.body).error).error_user_msg, userMessage);
    assert.deepEqual(await texts(), []);
    await stage.set({ after_publishing: refusal });
    assert.deepEqual(refusalIn(await stage.ask("POST", `/${stage.pageId}/feed`, attached)), refusalIn(before));
    assert.equal((await texts()).length, 1);
  });
}
