import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { PublishOutcome } from "../../connectors/connector.ts";
import { deliver } from "./testing/delivery.ts";
import { aPost } from "./testing/posts.ts";
import { openStage, PIN_CALL, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

interface Row {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
  readonly outcome: Partial<Record<string, unknown>>;
  readonly reason?: RegExp;
}

const TRIAL = "Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox instead.";
const BLOCK = "Sorry! You've hit a block (Pins) we have in place to combat spam. Please try again later!";
const SCOPES =
  "Your token does not have sufficient permissions to perform this operation. Please ensure your token is authorized with the correct set of scopes.";

const ROWS: readonly Row[] = [
  {
    name: "a field that Pinterest does not take",
    status: 400,
    body: { code: 1, message: "constraint: maxItems=5" },
    outcome: { kind: "rejected" },
  },
  {
    name: "a link that it takes for spam",
    status: 400,
    body: { code: 1, message: "This link is not allowed." },
    outcome: { kind: "rejected" },
  },
  {
    name: "an image that it could not fetch",
    status: 400,
    body: { code: 1, message: "Sorry we could not fetch the image." },
    outcome: { kind: "busy", retryAfterSeconds: 300 },
  },
  {
    name: "an address that it could not reach",
    status: 403,
    body: { code: 235, message: "No" },
    outcome: { kind: "busy", retryAfterSeconds: 300 },
  },
  {
    name: "a dead token",
    status: 401,
    body: { code: 2, message: "Authentication failed." },
    outcome: { kind: "unauthorized", scope: "grant" },
    reason: /Log in to Pinterest again\.$/,
  },
  {
    name: "a token without scopes",
    status: 401,
    body: { code: 3, message: SCOPES },
    outcome: { kind: "unauthorized", scope: "grant" },
    reason: /allow everything that it lists/,
  },
  {
    name: "an application with Trial access",
    status: 403,
    body: { code: 29, message: TRIAL },
    outcome: { kind: "held", scope: "application", retryAfterSeconds: 3600 },
    reason: /ask Pinterest for Standard access/,
  },
  {
    name: "a resource that is not theirs",
    status: 403,
    body: { code: 29, message: "You are not permitted to access that resource." },
    outcome: { kind: "rejected" },
  },
  {
    name: "a resource that the token's scopes do not cover",
    status: 403,
    body: { code: 29, message: "The token lacks the scope pins:write." },
    outcome: { kind: "unauthorized", scope: "grant" },
  },
  {
    name: "a board that is not theirs",
    status: 403,
    body: { code: 7, message: "You may not pin to this board." },
    outcome: { kind: "rejected" },
  },
  {
    name: "a board that is gone",
    status: 404,
    body: { code: 40, message: "Board not found." },
    outcome: { kind: "unauthorized", scope: undefined },
    reason: /deleted, or is no longer shared/,
  },
  { name: "something else that is gone", status: 404, body: { code: 50, message: "Pin not found." }, outcome: { kind: "rejected" } },
  { name: "a board that is busy", status: 409, body: { code: 1, message: "Try again" }, outcome: { kind: "busy", retryAfterSeconds: 10 } },
  {
    name: "a used-up minute",
    status: 429,
    body: { code: 8, message: "You have exceeded your rate limit. Try again later." },
    headers: { "x-ratelimit-limit": "100, 100;w=1, 1000;w=60", "x-ratelimit-reset": "17" },
    outcome: { kind: "held", scope: "grant", retryAfterSeconds: 17 },
  },
  { name: "a limit that it does not explain", status: 429, body: "", outcome: { kind: "held", scope: "grant", retryAfterSeconds: 60 } },
  {
    name: "a used-up day",
    status: 429,
    body: { code: 8, message: "You have exceeded your rate limit. Try again later." },
    headers: { "x-ratelimit-limit": "1000, 1000;w=86400" },
    // The network's clock says nine in the morning.
    outcome: { kind: "held", scope: "application", retryAfterSeconds: 15 * 3600 },
  },
  {
    name: "a refusal by something in between",
    status: 403,
    body: "<html>Blocked</html>",
    outcome: { kind: "busy", retryAfterSeconds: 300 },
  },
  { name: "an outage", status: 503, body: { code: 0, message: "Unavailable" }, outcome: { kind: "unknown" } },
  { name: "an outage in front of it", status: 502, body: "<html>Bad gateway</html>", outcome: { kind: "unknown" } },
  { name: "something wrong there", status: 400, body: { code: 2787, message: "Sorry!" }, outcome: { kind: "unknown" } },
];

for (const { name, status, body, headers = {}, outcome, reason } of ROWS) {
  test(`${name}: ${outcome.kind}`, async () => {
    stage.fault({ ...PIN_CALL, act: { status, body, headers } });
    const made: PublishOutcome = await deliver(stage, aPost()).publish();
    for (const [key, value] of Object.entries(outcome)) assert.deepEqual(Object(made)[key], value, JSON.stringify(made));
    if (reason !== undefined) assert.match(Object(made).reason, reason);
  });
}

test("the block against spam holds all boards of the account, longer each time", async () => {
  const delivery = deliver(stage, aPost());
  for (const hours of [1, 3, 12, 12]) {
    stage.fault({ ...PIN_CALL, act: { status: 403, body: { code: 9, message: BLOCK } } });
    const held = await delivery.publish();
    assert.ok(held.kind === "held");
    assert.deepEqual([held.scope, held.retryAfterSeconds], ["grant", hours * 3600]);
  }
  assert.equal((await delivery.publish()).kind, "published");
});

test("an image that Pinterest neither fetches nor takes fails with its words", async () => {
  const refusal = { status: 400, body: { code: 1, message: "Sorry we could not fetch the image." } };
  for (let time = 0; time < 5; time += 1) stage.fault({ ...PIN_CALL, act: refusal });
  const delivery = deliver(stage, aPost());
  assert.deepEqual(await delivery.toEnd(), { kind: "rejected", reason: "Pinterest: Sorry we could not fetch the image. (code 1)" });
  assert.equal((await delivery.tryAgain()).kind, "busy", "tried again by a person, it counts anew");
});

test("a server that cannot be reached leaves the post for later, and nothing has to be looked up", async () => {
  const delivery = deliver({ ...stage, call: (checkpoint) => ({ ...stage.call(checkpoint), host: () => "http://127.0.0.1:9" }) }, aPost());
  const outcome = await delivery.publish();
  assert.ok(outcome.kind === "busy");
  assert.equal(outcome.scope, "channel");
  assert.deepEqual(await delivery.find(), { kind: "absent" });
});

test("an answer by a hostile server is cleaned and cut", async () => {
  stage.fault({ ...PIN_CALL, act: { status: 400, body: { code: 1, message: `a\u0000b\n\u202E${"x".repeat(5000)}` } } });
  const outcome = await deliver(stage, aPost()).publish();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /^Pinterest: a b x{296} \(code 1\)$/);
});
