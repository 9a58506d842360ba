import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { isPossible, setFault } from "../../sandbox/faults.ts";
import { tiktokSandbox } from "./index.ts";
import { dataIn, FILM, openStage, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

test("TikTok refuses nothing as a duplicate, and knows neither keys nor containers", () => {
  const now = stage.world.now();
  for (const kind of [
    "lists-refused",
    "processing-fails",
    "upload-lost",
    "late-lists",
    "token-ended",
    "access-revoked",
    "quota",
  ] as const) {
    assert.ok(isPossible(tiktokSandbox, kind, now), kind);
  }
  for (const kind of ["duplicate", "ignore-keys", "container-ends"] as const) assert.ok(!isPossible(tiktokSandbox, kind, now), kind);
});

test("refusals come in TikTok's shape, with an id for its logs", async () => {
  await stage.fault("error-before");
  const { status, body } = await stage.initVideo();
  const { log_id, ...error } = Object(body.error);
  assert.deepEqual([status, error], [500, { code: "internal_error", message: "Something went wrong. Please try again later." }]);
  assert.match(log_id, /^20261121090000[0-9A-F]{18}$/);
  await stage.fault("refuse-429");
  assert.deepEqual(refusalIn(await stage.initVideo()), [429, "rate_limit_exceeded"]);
  await stage.fault("revoked");
  assert.deepEqual(refusalIn(await stage.initVideo()), [401, "access_token_invalid"]);
  dataIn(await stage.initVideo());
});

test("of a video whose beginning was answered with an error nothing is ever posted", async () => {
  await stage.fault("error-after");
  assert.deepEqual(refusalIn(await stage.initVideo()), [500, "internal_error"]);
  await stage.fault("cut-after");
  await assert.rejects(stage.initVideo());
  await stage.published();
  stage.pass(86_400);
  assert.equal((await stage.feed()).length, 1);
});

test("a video is posted although the answer to its last byte is lost", async () => {
  const { publish_id, upload_url } = dataIn(await stage.initVideo());
  await setFault(stage.world, { network: "tiktok", kind: "cut-after", requests: "all", seed: 1 });
  await assert.rejects(stage.put(String(upload_url), FILM));
  stage.pass(2);
  assert.equal((await stage.statusOf(String(publish_id))).status, "PUBLISH_COMPLETE");
  assert.equal((await stage.feed()).length, 1);
});

test("lists are refused although the token is good for posting and for statuses", async () => {
  const id = await stage.published();
  await stage.fault("lists-refused", { count: 2 });
  assert.equal((await stage.statusOf(id)).status, "PUBLISH_COMPLETE");
  assert.deepEqual(refusalIn(await stage.post("/video/list/?fields=id")), [401, "scope_not_authorized"]);
  const asked = { filters: { video_ids: ["1"] } };
  assert.deepEqual(refusalIn(await stage.post("/video/query/?fields=id", asked)), [401, "scope_not_authorized"]);
  dataIn(await stage.post("/video/list/?fields=id"));
});

test("paths that TikTok does not have are refused in its shape, and so is a body that is not JSON", async () => {
  assert.deepEqual(refusalIn(await stage.post("/post/publish/nothing/")), [404, "invalid_params"]);
  assert.deepEqual(refusalIn(await stage.post("/post/publish/video/init")), [404, "invalid_params"], "without the slash at its end");
  const headers = { authorization: `Bearer ${stage.token}`, "content-type": "application/json" };
  const reply = await fetch(`${stage.world.baseUrl}/v2/post/publish/video/init/`, { method: "POST", headers, body: "{" });
  assert.deepEqual([reply.status, /"code":"invalid_params"/.test(await reply.text())], [400, true]);
});

test("calls without a token that is known are refused", async () => {
  for (const token of ["nothing", ""]) {
    assert.deepEqual(refusalIn(await stage.post("/post/publish/creator_info/query/", {}, token)), [401, "access_token_invalid"]);
  }
});
