import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { clearFaults, isPossible } from "../../sandbox/faults.ts";
import { xSandbox } from "./index.ts";
import { type Network, openNetwork } from "./testing/network.ts";

let network: Network;
let userId: string;
beforeEach(async () => {
  network = await openNetwork();
  userId = (await network.get("/2/users/me")).body.data.id;
});
afterEach(() => network[Symbol.asyncDispose]());

const create = (text = "Hi") => network.ask("POST", "/2/tweets", { body: { text } });
const timeline = () => network.get(`/2/users/${userId}/tweets`);
const seen = async () => (await xSandbox.feed(network.world, { limit: 100 })).length;

test("X has every fault but the one of keys, which it does not know", () => {
  const now = network.world.now();
  for (const kind of ["duplicate", "lists-refused", "upload-lost", "container-ends", "late-lists", "quota"] as const) {
    assert.ok(isPossible(xSandbox, kind, now), kind);
  }
  assert.ok(!isPossible(xSandbox, "ignore-keys", now));
});

test("a post may exist although its answer was 503, or never came", async () => {
  await network.fault("error-after");
  const { status, body } = await create("One");
  assert.deepEqual(
    [status, body],
    [503, { title: "Service Unavailable", detail: "Service Unavailable", type: "about:blank", status: 503 }],
  );
  await network.fault("cut-after");
  await assert.rejects(create("Two"));
  assert.equal(await seen(), 2);
  await network.fault("error-before");
  assert.equal((await create("Three")).status, 503);
  assert.equal(await seen(), 2);
});

test("a limit says when it is over, in its headers", async () => {
  await network.fault("refuse-429", { seconds: 90 });
  const { status, headers, body } = await create();
  assert.deepEqual([status, body.title], [429, "Too Many Requests"]);
  const reset = Date.parse(network.world.now()) / 1000 + 90;
  assert.deepEqual([headers.get("x-rate-limit-remaining"), headers.get("x-rate-limit-reset")], ["0", String(reset)]);
});

test("calls are counted for 15 minutes, each kind and account for itself", async () => {
  await network.settings({ rates: { create: 2 } });
  const first = await create("One");
  assert.deepEqual(
    ["limit", "remaining", "reset"].map((name) => first.headers.get(`x-rate-limit-${name}`)),
    ["2", "1", String(Date.parse("2026-11-21T09:15:00Z") / 1000)],
  );
  await create("Two");
  const third = await create("Three");
  assert.deepEqual([third.status, third.headers.get("x-rate-limit-remaining")], [429, "0"]);
  assert.equal((await timeline()).headers.get("x-rate-limit-limit"), "900");
  const { accessToken: token = "" } = (await xSandbox.account("Somebody", network.world)).credentials;
  assert.equal((await network.ask("POST", "/2/tweets", { token, body: { text: "Three" } })).status, 201);
  network.pass(900);
  assert.equal((await create("Three")).status, 201);
});

test("set so, there is a limit for the day, too, with headers of its own", async () => {
  await network.settings({ posts_per_day: 1 });
  assert.equal((await create("One")).headers.get("x-user-limit-24hour-remaining"), "0");
  const { status, headers } = await create("Two");
  assert.deepEqual([status, headers.get("x-rate-limit-remaining")], [429, "98"]);
  assert.equal(headers.get("x-user-limit-24hour-reset"), String(Date.parse("2026-11-22T00:00:00Z") / 1000));
});

test("a spend cap refuses calls of every account until the next billing cycle", async () => {
  await network.fault("quota");
  const { accessToken: token = "" } = (await xSandbox.account("Somebody", network.world)).credentials;
  for (const answer of [await create(), await network.ask("GET", "/2/users/me", { token })]) {
    assert.deepEqual(
      [answer.status, answer.body],
      [
        403,
        {
          title: "SpendCapReached",
          detail:
            "Your enrolled account [1] has reached its billing cycle spend cap. API requests will be blocked until the next cycle begins on 2026-12-14.",
          reset_date: "2026-12-14",
          type: "https://api.twitter.com/2/problems/credits",
        },
      ],
    );
  }
  await clearFaults(network.world, "quota");
  assert.equal((await create()).status, 201);
});

test("set so, the application has no credits or has read too much", async () => {
  const titles = {
    "spend-cap": [403, "SpendCapReached"],
    "credits-depleted": [402, "CreditsDepleted"],
    "payment-required": [402, "Payment Required"],
    "usage-capped": [429, "UsageCapExceeded"],
  };
  for (const [billing, wanted] of Object.entries(titles)) {
    await network.settings({ billing });
    for (const { status, body } of [await create(), await timeline()]) assert.deepEqual([status, body.title], wanted);
  }
  assert.equal(await seen(), 0);
});

test("a text may be refused as a duplicate although it is none, and lists to those who may not read", async () => {
  await network.fault("duplicate");
  assert.equal((await create()).body.detail, "You are not allowed to create a Tweet with duplicate content.");
  assert.equal((await create()).status, 201);
  await network.fault("lists-refused");
  const { status, body } = await timeline();
  assert.deepEqual([status, body.title], [403, "Client Forbidden"]);
  assert.equal((await timeline()).status, 200);
});

test("posts appear in lists late, and can be looked up by id meanwhile", async () => {
  await network.fault("late-lists", { seconds: 300 });
  const { id } = (await create()).body.data;
  assert.deepEqual((await timeline()).body, { meta: { result_count: 0 } });
  assert.equal((await network.get("/2/tweets", { ids: id })).posts.length, 1);
  network.pass(300);
  assert.equal((await timeline()).posts.length, 1);
});

test("paths that X does not have are refused in its shape, and so is a body that is not JSON", async () => {
  const { status, body } = await network.get("/2/nothing");
  assert.deepEqual([status, body], [404, { title: "Not Found", detail: "Not Found", type: "about:blank", status: 404 }]);
  const reply = await fetch(`${network.world.baseUrl}/2/tweets`, {
    method: "POST",
    headers: { authorization: `Bearer ${network.tokens.accessToken}`, "content-type": "application/json" },
    body: "{",
  });
  assert.equal(reply.status, 400);
  assert.match(await reply.text(), /"title":"Invalid Request"/);
});
