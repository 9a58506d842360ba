import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { clearFaults } from "../../sandbox/faults.ts";
import { pinterestSandbox } from "./index.ts";
import { openStage, pageIn, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const pins = async () => (await pinterestSandbox.feed(stage.world, { limit: 100 })).length;

test("code 2787 comes with a pin and without one", async () => {
  const broken = { code: 2787, message: "Sorry! Something went wrong on our end." };
  await stage.fault("error-before");
  const before = await stage.create();
  assert.deepEqual([before.status, before.body, await pins()], [500, broken, 0]);
  await stage.fault("error-after");
  const after = await stage.create();
  assert.deepEqual([after.status, after.body, await pins()], [500, broken, 1]);
});

test("any refusal can be set, with a pin and without one", async () => {
  const outage = { status: 403, code: 2787, message: "Sorry! Something went wrong on our end." };
  await stage.set({ instead_of_creating: outage });
  assert.deepEqual([refusalIn(await stage.create()), await pins()], [[403, 2787], 0]);
  await stage.set({ after_creating: { ...outage, status: 200 } });
  assert.deepEqual([refusalIn(await stage.create()), await pins()], [[200, 2787], 1]);
});

test("with Trial access no pin is made in production, while lists and boards work", async () => {
  await stage.set({ trial: true });
  const { status, body } = await stage.create();
  assert.deepEqual(
    [status, body],
    [
      403,
      {
        code: 29,
        message:
          "Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.",
      },
    ],
  );
  assert.equal((await stage.ask("GET", `/boards/${stage.boardId}/pins`)).status, 200);
  assert.equal((await stage.ask("POST", "/boards", { body: { name: "Mugs" } })).status, 201);
  assert.equal(await pins(), 0);
});

test("too many pins are blocked as spam for hours, on all boards of the person", async () => {
  await stage.set({ pins_before_block: 2 });
  await stage.pin();
  await stage.pin();
  const { status, body } = await stage.create();
  const message = "Sorry! You've hit a block (Pins) we have in place to combat spam. Please try again later!";
  assert.deepEqual([status, body], [403, { code: 9, message }]);
  stage.pass(3 * 3600 - 1);
  assert.deepEqual(refusalIn(await stage.create()), [403, 9]);
  stage.pass(1);
  assert.equal((await stage.create()).status, 201);
});

test("with the fault quota the block lasts until it is cleared", async () => {
  await stage.fault("quota");
  stage.pass(12 * 3600);
  assert.deepEqual([refusalIn(await stage.create()), await pins()], [[403, 9], 0]);
  assert.equal((await stage.ask("GET", "/boards")).status, 200);
  await clearFaults(stage.world, "quota");
  assert.equal((await stage.create()).status, 201);
});

test("the other faults answer as Pinterest does", async () => {
  await stage.fault("refuse-429", { seconds: 30 });
  const rate = await stage.create();
  assert.deepEqual(refusalIn(rate), [429, 8]);
  assert.deepEqual([rate.headers.get("x-ratelimit-remaining"), rate.headers.get("x-ratelimit-reset")], ["0", "30"]);
  await stage.fault("revoked");
  assert.deepEqual(refusalIn(await stage.create()), [401, 2]);
  assert.equal(await pins(), 0);
});

test("every reply has the limits of its category, and code 8 comes above the tightest", async () => {
  await stage.set({ writes_per_minute: 2 });
  const first = await stage.create();
  const limits = ["limit", "remaining", "reset"].map((name) => first.headers.get(`x-ratelimit-${name}`));
  assert.deepEqual(limits, ["2, 100;w=1, 2;w=60", "1", "60"]);
  assert.equal((await stage.create()).status, 201);
  stage.pass(20);
  const refused = await stage.create();
  assert.deepEqual([refusalIn(refused), refused.headers.get("x-ratelimit-reset")], [[429, 8], "40"]);
  assert.equal((await stage.ask("GET", "/boards")).status, 200);
  stage.pass(40);
  assert.equal((await stage.create()).status, 201);
  assert.equal(await pins(), 3);
});

test("with Trial access all people of an application share a limit per day", async () => {
  await stage.set({ trial: true, trial_requests_per_day: 2 });
  const token = await stage.tokenOf("Ada");
  assert.equal(pageIn(await stage.ask("GET", "/boards", { token })).items.length, 4);
  assert.equal((await stage.ask("GET", "/boards")).status, 200);
  const refused = await stage.ask("GET", "/boards");
  assert.deepEqual([refusalIn(refused), refused.headers.get("x-ratelimit-limit")], [[429, 8], "2, 2;w=86400"]);
  // Until midnight UTC.
  assert.equal(refused.headers.get("x-ratelimit-reset"), String(15 * 3600));
});

test("a body that is no JSON is the sender's fault", async () => {
  const headers = { authorization: `Bearer ${stage.token}`, "content-type": "application/json" };
  const reply = await fetch(`${stage.world.baseUrl}/v5/pins`, { method: "POST", headers, body: "{" });
  assert.equal(reply.status, 400);
});
