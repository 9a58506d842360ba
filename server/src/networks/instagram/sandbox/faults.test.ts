import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { FAULT_KINDS } from "@rostrum/contract/private/sandbox.ts";
import { clearFaults, isPossible } from "../../sandbox/faults.ts";
import { listIn, refusalIn } from "../../sandbox/meta/testing/answers.ts";
import { instagramSandbox } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const image = () => ({ image_url: stage.link("a.jpg") });
const send = (id: string) => stage.ask("POST", `/v25.0/${stage.accountId}/media_publish`, { creation_id: id });
const posts = async () => listIn(await stage.ask("GET", `/v25.0/${stage.accountId}/media`));

test("every fault is possible but those of idempotency keys, refused duplicates and upload sessions", () => {
  const missing = FAULT_KINDS.filter((kind) => !isPossible(instagramSandbox, kind, stage.world.now()));
  assert.deepEqual(missing, ["duplicate", "upload-lost", "ignore-keys"]);
});

test("an outage after publishing looks like one before it, and only the container tells", async () => {
  const [before, after] = [await stage.create(image()), await stage.create(image())];
  await stage.fault("error-before");
  assert.deepEqual(refusalIn(await send(before)), [500, 2]);
  await stage.fault("error-after");
  assert.deepEqual(refusalIn(await send(after)), [500, 2]);
  assert.deepEqual([await stage.statusOf(before), await stage.statusOf(after)], ["FINISHED", "PUBLISHED"]);
  assert.equal((await posts()).length, 1);
});

test("creating a container is no posting call", async () => {
  await stage.fault("error-before");
  await stage.create(image());
});

test("throttled calls say for how many minutes", async () => {
  await stage.fault("refuse-429", { seconds: 90 });
  const reply = await fetch(`${stage.world.baseUrl}/v25.0/${stage.accountId}/media_publish`, {
    method: "POST",
    body: new URLSearchParams({ access_token: stage.token, creation_id: "1" }),
  });
  assert.equal(reply.status, 400);
  assert.equal(Object(await reply.json()).error.code, 80002);
  const usage = Object(JSON.parse(reply.headers.get("x-business-use-case-usage") ?? "{}"));
  assert.deepEqual(
    Object.values(usage)
      .flat()
      .map((entry) => [Object(entry).type, Object(entry).estimated_time_to_regain_access]),
    [["instagram", 2]],
  );
});

test("reads can be refused to a good token while publishing goes on", async () => {
  const container = await stage.create(image());
  await stage.fault("lists-refused", { count: 3 });
  assert.deepEqual(refusalIn(await stage.ask("GET", `/v25.0/${container}`, { fields: "status_code" })), [400, 100, 33]);
  const id = await stage.publish(container);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/v25.0/${id}`, { fields: "permalink" })), [400, 100, 33]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/v25.0/${stage.accountId}/media`)), [400, 100, 33]);
  assert.equal((await stage.ask("GET", "/v25.0/me")).status, 200);
  assert.equal(await stage.statusOf(container), "PUBLISHED");
});

test("lists can show posts and comments late", async () => {
  const id = await stage.post(image());
  await stage.ask("POST", `/v25.0/${id}/comments`, { message: "Hi" });
  await stage.fault("late-lists", { seconds: 60 });
  const comments = async () => listIn(await stage.ask("GET", `/v25.0/${id}/comments`));
  assert.deepEqual([(await posts()).length, (await comments()).length], [0, 0]);
  stage.pass(60);
  assert.deepEqual([(await posts()).length, (await comments()).length], [1, 1]);
});

test("processing can take long, and fail late", async () => {
  await stage.fault("processing", { seconds: 900 });
  const slow = await stage.create(image());
  await stage.fault("processing-fails", { seconds: 1200 });
  const failing = await stage.create(image());
  stage.pass(899);
  assert.deepEqual([await stage.statusOf(slow), await stage.statusOf(failing)], ["IN_PROGRESS", "IN_PROGRESS"]);
  stage.pass(1);
  assert.deepEqual([await stage.statusOf(slow), await stage.statusOf(failing)], ["FINISHED", "IN_PROGRESS"]);
  stage.pass(300);
  assert.match(JSON.stringify((await stage.ask("GET", `/v25.0/${failing}`, { fields: "status" })).body), /error code 2207085"/);
});

test("a container can end early", async () => {
  await stage.fault("container-ends", { seconds: 30 });
  const container = await stage.create(image());
  stage.pass(30);
  assert.equal(await stage.statusOf(container), "EXPIRED");
  assert.deepEqual(refusalIn(await send(container)), [400, -2, 2207020]);
});

test("the quota can be used up: containers are created all the same, and wait", async () => {
  await stage.fault("quota");
  const container = await stage.create(image());
  assert.deepEqual(refusalIn(await send(container)), [400, 9, 2207042]);
  const limit = () => stage.ask("GET", `/v25.0/${stage.accountId}/content_publishing_limit`);
  assert.deepEqual((await limit()).body, { data: [{ quota_usage: 100 }] });
  await clearFaults(stage.world, "quota");
  assert.deepEqual((await limit()).body, { data: [{ quota_usage: 0 }] });
  await stage.publish(container);
});

test("a token can end although it is good, and a grant can be taken back", async () => {
  stage.pass(24 * 3600);
  await stage.fault("token-ended");
  assert.deepEqual(refusalIn(await stage.ask("GET", "/v25.0/me")), [400, 190, 463]);
  const refreshed = await stage.ask("GET", "/refresh_access_token", { grant_type: "ig_refresh_token" });
  const { access_token: token } = Object(refreshed.body);
  assert.equal((await stage.ask("GET", "/v25.0/me", { access_token: token })).status, 200);
  await stage.fault("access-revoked");
  assert.deepEqual(refusalIn(await stage.ask("GET", "/v25.0/me", { access_token: token })), [400, 190, 458]);
});
