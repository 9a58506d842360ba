import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { aPost } from "./testing/posts.ts";
import { BYTES, deliver, OPENING, openStage, requestsTo, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

function answer(code: number, reason: string, message = "No.") {
  return { status: code, body: { error: { code, message, errors: [{ message, domain: "global", reason }] } } };
}

async function outcomeOf(code: number, reason: string, message?: string) {
  stage.fault({ ...OPENING, act: answer(code, reason, message) });
  return deliver(stage, aPost()).publish();
}

/** It is 01:00 in Los Angeles. */
const TO_MIDNIGHT_SECONDS = 23 * 3600 + 60;

for (const [code, reason, expected] of [
  [403, "insufficientPermissions", { kind: "unauthorized", scope: "grant" }],
  [403, "forbidden", { kind: "unauthorized", scope: "grant" }],
  [403, "authenticatedUserAccountSuspended", { kind: "unauthorized", scope: "grant" }],
  [403, "channelClosed", { kind: "unauthorized", scope: "grant" }],
  [401, "youtubeSignupRequired", { kind: "unauthorized", scope: "grant" }],
  [403, "accessNotConfigured", { kind: "held", scope: "application", retryAfterSeconds: 3600 }],
  [403, "quotaExceeded", { kind: "held", scope: "application", retryAfterSeconds: TO_MIDNIGHT_SECONDS }],
  [403, "dailyLimitExceeded", { kind: "held", scope: "application", retryAfterSeconds: TO_MIDNIGHT_SECONDS }],
  [400, "uploadLimitExceeded", { kind: "held", scope: "channel", retryAfterSeconds: 86_400 }],
  [403, "rateLimitExceeded", { kind: "busy", retryAfterSeconds: 60 }],
  [429, "userRateLimitExceeded", { kind: "busy", retryAfterSeconds: 60 }],
  [503, "backendError", { kind: "busy", retryAfterSeconds: 60 }],
  [400, "invalidTitle", { kind: "rejected" }],
  [400, "invalidTags", { kind: "rejected" }],
  [400, "invalidCategoryId", { kind: "rejected" }],
  [400, "mediaBodyRequired", { kind: "rejected" }],
  [403, "forbiddenPrivacySetting", { kind: "rejected" }],
  [403, "forbiddenLicenseSetting", { kind: "rejected" }],
] as const) {
  test(`${code} ${reason} when an upload is opened: ${expected.kind}`, async () => {
    const { reason: words, ...outcome } = Object(await outcomeOf(code, reason));
    assert.deepEqual(outcome, expected);
    if (reason !== "youtubeSignupRequired") assert.ok(words.startsWith(`YouTube: No (status ${code}, ${reason}).`), words);
  });
}

test("the uploads of a day that are used up look like a short limit, and hold the application until midnight in Los Angeles", async () => {
  const message = "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service 'youtube.googleapis.com'.";
  const outcome = await outcomeOf(429, "rateLimitExceeded", message);
  assert.deepEqual(
    { ...outcome, reason: "" },
    {
      kind: "held",
      reason: "",
      retryAfterSeconds: TO_MIDNIGHT_SECONDS,
      scope: "application",
    },
  );
});

test("after three short limits the application is held for an hour", async () => {
  stage.fault({ ...OPENING, act: answer(429, "rateLimitExceeded"), times: 4 });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.toEnd()).kind, "published");
  const waits = delivery.outcomes.flatMap((step) =>
    step.kind === "busy" || step.kind === "held" ? [[step.kind, step.retryAfterSeconds]] : [],
  );
  assert.deepEqual(waits, [
    ["busy", 60],
    ["busy", 180],
    ["busy", 300],
    ["held", 3600],
  ]);
});

test("access that was taken back ends the log-in", async () => {
  await stage.networkFault("access-revoked");
  const outcome = await deliver(stage, aPost()).publish();
  assert.ok(outcome.kind === "unauthorized", JSON.stringify(outcome));
  assert.equal(outcome.scope, "grant");
});

test("a token that ends during an upload does not end the session, which goes on with a renewed one", async () => {
  stage.fault({ ...BYTES, act: answer(401, "authError") });
  const delivery = deliver(stage, aPost());
  const refused = await delivery.publish();
  assert.ok(refused.kind === "unauthorized", JSON.stringify(refused));
  assert.equal(refused.reason, "YouTube: No (status 401, authError). Log in to YouTube again.");
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual([requestsTo(stage, OPENING).length, (await stage.seen()).length], [1, 1]);
});

test("an upload that is refused at its end is over, and one that waits for a quota is begun anew", async () => {
  await stage.settings({ uploads_count_at: "finishing", uploads_a_day: 0 });
  const delivery = deliver(stage, aPost());
  const held = await delivery.publish();
  assert.ok(held.kind === "held", JSON.stringify(held));
  await stage.settings({});
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});

test("a quota that is used up when a finished upload is asked about makes no second video", async () => {
  await stage.settings({ uploads_late_seconds: 200 });
  stage.fault({ ...BYTES, act: "cut" }, { ...BYTES, act: answer(403, "quotaExceeded"), after: 1 });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(delivery.path, ["unknown", "notAsked", "published"]);
  assert.deepEqual([requestsTo(stage, OPENING).length, (await stage.seen()).length], [1, 1]);
});

test("a quota that is used up each time makes no second video either: the uploads of the channel are read", async () => {
  stage.fault({ ...BYTES, act: "cut" }, { ...BYTES, act: answer(403, "quotaExceeded"), after: 1, times: 50 });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(delivery.path, ["unknown", "published"]);
  assert.deepEqual([requestsTo(stage, OPENING).length, (await stage.seen()).length], [1, 1]);
});

test("without the API nothing is lost: the operator is told what to enable", async () => {
  await stage.settings({ api_enabled: false });
  const outcome = await deliver(stage, aPost()).publish();
  assert.ok(outcome.kind === "held", JSON.stringify(outcome));
  assert.match(outcome.reason, /has to enable the YouTube Data API v3 for the application: \/help\/networks\/youtube\.$/);
});

test("a page of a proxy in the middle of an upload decides nothing", async () => {
  stage.fault({ ...BYTES, act: { status: 403, body: "<html>Blocked</html>" }, times: 2 });
  assert.equal((await deliver(stage, aPost()).toEnd()).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});

test("an address for bytes that is not at Google gets none, and not the token", async () => {
  stage.fault({ ...OPENING, act: { status: 200, body: "", headers: { location: "https://files.example/upload?upload_id=1" } } });
  const outcome = await deliver(stage, aPost()).publish();
  assert.deepEqual(outcome, { kind: "busy", reason: "YouTube: the answer names no address for the video.", retryAfterSeconds: 15 });
  assert.equal(requestsTo(stage, { method: "PUT", path: /./ }).length, 0);
});

test("a budget that does not suffice holds the upload before it is opened", async () => {
  const hold = { kind: "held", reason: "No uploads are left.", retryAfterSeconds: 60, scope: "application", budget: "uploads" } as const;
  const poor = { ...stage, call: (checkpoint?: Parameters<Stage["call"]>[0]) => ({ ...stage.call(checkpoint), spend: async () => hold }) };
  assert.deepEqual(await deliver(poor, aPost()).publish(), hold);
  assert.equal(stage.exchanges.length, 0);
});
