import assert from "node:assert/strict";
import { test } from "node:test";
import { bluesky } from "./index.ts";
import { startGround } from "./testing/ground.ts";
import { postsOf } from "./testing/network.ts";
import { aPicture, aPost } from "./testing/posts.ts";

const PUT = "com.atproto.repo.putRecord";
const UPLOAD = "com.atproto.repo.uploadBlob";
const RESET_SECONDS = Date.parse("2030-05-01T07:10:00Z") / 1000;

const answers = [
  {
    status: 429,
    headers: { "retry-after": "90" },
    error: "RateLimitExceeded",
    expected: { kind: "busy", retryAfterSeconds: 90, scope: "channel" },
  },
  {
    status: 429,
    headers: { "ratelimit-reset": String(RESET_SECONDS) },
    error: "RateLimitExceeded",
    expected: { kind: "busy", retryAfterSeconds: 600, scope: "channel" },
  },
  {
    status: 429,
    headers: { "retry-after": "31556952000000" },
    error: "Absurd",
    expected: { kind: "busy", retryAfterSeconds: 86_400, scope: "channel" },
  },
  {
    status: 429,
    headers: { "retry-after": "-5" },
    error: "Negative",
    expected: { kind: "busy", retryAfterSeconds: 300, scope: "channel" },
  },
  { status: 503, headers: { "retry-after": "90" }, error: "Maintenance", expected: { kind: "unknown", retryAfterSeconds: 90 } },
  { status: 429, headers: {}, error: "RateLimitExceeded", expected: { kind: "busy", retryAfterSeconds: 300, scope: "channel" } },
  { status: 401, headers: {}, error: "AuthMissing", expected: { kind: "unauthorized" } },
  { status: 403, headers: {}, error: "AccountNotFound", expected: { kind: "unauthorized" } },
  { status: 400, headers: {}, error: "InvalidRequest", expected: { kind: "rejected" } },
  { status: 400, headers: {}, error: "InvalidMimeType", expected: { kind: "rejected" } },
  { status: 413, headers: {}, error: "PayloadTooLarge", expected: { kind: "rejected" } },
  { status: 500, headers: {}, error: "InternalServerError", expected: { kind: "unknown" } },
  { status: 502, headers: {}, error: "UpstreamFailure", expected: { kind: "unknown" } },
  { status: 503, headers: {}, error: "NotEnoughResources", expected: { kind: "unknown" } },
  { status: 302, headers: { location: "https://elsewhere.example" }, error: "Moved", expected: { kind: "busy", retryAfterSeconds: 60 } },
] as const;

for (const { status, headers, error, expected } of answers) {
  test(`A write answered with ${status} ${error} (${Object.keys(headers)[0] ?? "no header"}) is ${expected.kind}`, async (context) => {
    const ground = await startGround(context);
    ground.fault({ method: PUT, kind: "reply", status, headers, body: { error, message: "What the server says" } });
    const outcome = await bluesky.publish(aPost({ text: "Hello" }), ground.account, ground.call());
    assert.deepEqual(outcome, { ...expected, reason: `Bluesky: What the server says (${error})` });
    assert.deepEqual(await postsOf(ground), []);
  });
}

for (const status of [301, 400, 401, 403, 404]) {
  test(`A ${status} of a proxy in front of the server says nothing about the log-in or the post`, async (context) => {
    const ground = await startGround(context);
    ground.fault({ method: PUT, kind: "reply", status, headers: { "content-type": "text/html" }, body: "<html>Maintenance</html>" });
    const outcome = await bluesky.publish(aPost({ text: "Hello" }), ground.account, ground.call());
    assert.deepEqual([outcome.kind, "reason" in outcome && outcome.reason], ["busy", `Bluesky: status ${status}`]);
  });
}

test("A server that cannot be reached is busy", async (context) => {
  const ground = await startGround(context);
  const outcome = await bluesky.publish(aPost({ text: "Hello" }), ground.account, { ...ground.call(), baseUrl: "http://127.0.0.1:1" });
  assert.equal(outcome.kind, "busy");
});

test("A success that cannot be read is unknown", async (context) => {
  const ground = await startGround(context);
  ground.fault({ method: PUT, kind: "reply", status: 200, headers: { "content-type": "text/html" }, body: "<html>" });
  const outcome = await bluesky.publish(aPost({ text: "Hello" }), ground.account, ground.call());
  assert.deepEqual(outcome, { kind: "unknown", reason: "No valid response from Bluesky: the response is not whole JSON" });
});

test("An upload whose response was lost is busy: nothing has been published", async (context) => {
  const ground = await startGround(context);
  ground.fault({ method: UPLOAD, kind: "cutAfter" });
  const outcome = await bluesky.publish(aPost({ text: "Cake", media: [aPicture("cake")] }), ground.account, ground.call());
  assert.equal(outcome.kind, "busy");
});

test("The server's message is cut and put on one line", async (context) => {
  const ground = await startGround(context);
  ground.fault({ method: PUT, kind: "reply", status: 400, body: { error: "InvalidRequest", message: `a\n\u202eb${"x".repeat(1000)}` } });
  const outcome = await bluesky.publish(aPost({ text: "Hello" }), ground.account, ground.call());
  assert.deepEqual(outcome, { kind: "rejected", reason: `Bluesky: a b${"x".repeat(297)} (InvalidRequest)` });
});
