import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { clearFaults } from "../../sandbox/faults.ts";
import { large, openStage, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const HOUR_SECONDS = 3600;
const read = async () => {
  const answer = await stage.ask("GET", "/videos?part=id&id=a");
  return answer.status === 200 ? "read" : refusalIn(answer);
};
const comment = async () => refusalIn(await stage.ask("POST", "/commentThreads?part=snippet", { body: {} }));
const stats = async () => {
  const answer = await stage.ask("GET", "/videos:batchGetStats?part=id&id=a");
  return answer.status === 200 ? "read" : refusalIn(answer);
};
const empty = [403, "quotaExceeded"];
const uploadsOver = {
  error: {
    code: 429,
    message:
      "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service 'youtube.googleapis.com' for consumer 'project_number:1'.",
    errors: [
      {
        message:
          "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service 'youtube.googleapis.com' for consumer 'project_number:1'.",
        domain: "global",
        reason: "rateLimitExceeded",
      },
    ],
  },
};

test("reading costs 1 unit and writing 50, refused or not, until midnight on the Pacific coast", async () => {
  // The stage has read its own channel.
  await stage.set({ units_a_day: 53 });
  assert.equal(await read(), "read");
  assert.deepEqual(await comment(), [400, "videoIdMissing"]);
  assert.equal(await read(), "read");
  assert.deepEqual(await read(), empty);
  // The clock of the stage began at one in the morning there.
  stage.pass(23 * HOUR_SECONDS - 1);
  assert.deepEqual(await read(), empty);
  stage.pass(1);
  assert.equal(await read(), "read");
});

test("an empty bucket of uploads answers like a burst, and says per day", async () => {
  await stage.set({ uploads_a_day: 1 });
  assert.equal((await stage.open()).status, 200);
  const { status, body } = await stage.open();
  assert.deepEqual([status, body], [429, uploadsOver]);
  assert.equal(await read(), "read");
  stage.pass(23 * HOUR_SECONDS);
  assert.equal((await stage.open()).status, 200);
});

test("set so, uploads count when they are finished, and the session tells why it was refused", async () => {
  await stage.set({ uploads_a_day: 1, uploads_count_at: "finishing" });
  const [first, second] = [await stage.session({ size: large.byteLength }), await stage.session({ size: large.byteLength })];
  assert.equal((await stage.put(first, null, large)).status, 201);
  assert.deepEqual((await stage.put(second, null, large)).body, uploadsOver);
  stage.pass(23 * HOUR_SECONDS);
  assert.deepEqual((await stage.put(second, `*/${large.byteLength}`)).body, uploadsOver);
});

test("counts of many videos have a bucket of their own", async () => {
  await stage.set({ batch_stats_a_day: 1, units_a_day: 0 });
  assert.equal(await stats(), "read");
  assert.deepEqual([await stats(), await read()], [[429, "rateLimitExceeded"], empty]);
});

test("a channel may have a limit of its own", async () => {
  await stage.set({ channel_uploads_a_day: 1 });
  assert.equal((await stage.open()).status, 200);
  assert.deepEqual(refusalIn(await stage.open()), [400, "uploadLimitExceeded"]);
  assert.equal((await stage.open({ token: await stage.tokenOf({ name: "Ada" }) })).status, 200);
  stage.pass(24 * HOUR_SECONDS);
  assert.equal((await stage.open({ token: await stage.tokenOf({ name: "Corner Bakery" }) })).status, 200);
});

test("with the fault quota every bucket looks empty until it is cleared", async () => {
  await stage.fault("quota");
  assert.deepEqual(
    [await read(), await stats(), refusalIn(await stage.open())],
    [empty, [429, "rateLimitExceeded"], [429, "rateLimitExceeded"]],
  );
  await clearFaults(stage.world, "quota");
  assert.equal((await stage.open()).status, 200);
});

test("a burst is refused without a word about days", async () => {
  await stage.fault("refuse-429", { seconds: 30 });
  const { status, body, headers } = await stage.ask("POST", "/commentThreads?part=snippet", { body: {} });
  assert.deepEqual(refusalIn({ status, body, headers }), [429, "rateLimitExceeded"]);
  assert.doesNotMatch(JSON.stringify(body), /per day/);
  assert.equal(headers.get("retry-after"), "30");
});

test("accounts that are closed or suspended, and projects without the API, are told so by every call", async () => {
  await stage.set({ account_state: "suspended" });
  assert.deepEqual(await read(), [403, "authenticatedUserAccountSuspended"]);
  await stage.set({ account_state: "closed" });
  assert.deepEqual(await read(), [403, "authenticatedUserAccountClosed"]);
  await stage.set({ api_enabled: false });
  assert.deepEqual(await read(), [403, "accessNotConfigured"]);
});
