import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { FaultAct } from "../testing/faults.ts";
import { anImage, aPost } from "../testing/posts.ts";
import { deliver } from "./testing/delivery.ts";
import { aVideo } from "./testing/posts.ts";
import { creations, lines } from "./testing/requests.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  stage.exchanges.length = 0;
  stage.spent.length = 0;
});
afterEach(() => stage[Symbol.asyncDispose]());

const CREATE = { method: "POST", path: /\/2\/tweets$/ } as const;
const ME = { method: "GET", path: /\/2\/users\/me/ } as const;
const DENIED: FaultAct = { status: 401, body: { title: "Unauthorized", type: "about:blank", status: 401, detail: "Unauthorized" } };

test("a token that X does not recognize once is used once more", async () => {
  await stage.settings({ posting: "unknown-authentication" });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(
    delivery.outcomes.map(({ kind }) => kind),
    ["busy", "published"],
  );
  assert.deepEqual(lines(stage), ["POST /2/tweets", "POST /2/tweets"]);
});

test("a token that is refused twice ends the log-in only if X refuses the account as well, for which is paid", async () => {
  stage.fault({ ...CREATE, act: DENIED }, { ...CREATE, act: DENIED }, { ...ME, act: DENIED });
  const delivery = deliver(stage, aPost());
  const outcome = await delivery.toEnd();
  assert.deepEqual(outcome, { kind: "unauthorized", reason: "X: Unauthorized (status 401).", scope: "grant", probed: "ended" });
  assert.deepEqual(stage.spent, [{ spending: 15 }, { spending: 15 }, { spending: 10 }]);
});

test("a token that is refused for posts alone has only failed this post", async () => {
  stage.fault({ ...CREATE, act: DENIED }, { ...CREATE, act: DENIED });
  const outcome = await deliver(stage, aPost()).toEnd();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /although the log-in works/);
});

test("while X cannot be asked about the account, the log-in goes on", async () => {
  const down = { status: 503, body: {} };
  stage.fault({ ...CREATE, act: DENIED }, { ...CREATE, act: DENIED }, { ...ME, act: down });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(
    delivery.outcomes.map(({ kind }) => kind),
    ["busy", "busy", "published"],
  );
});

test("a refused token is looked into at uploads as well", async () => {
  const upload = { method: "POST", path: /\/2\/media\/upload$/, act: { ...DENIED, when: "after" } } as const;
  stage.fault(upload, upload, { ...ME, act: DENIED });
  assert.equal((await deliver(stage, aPost({ media: [await anImage()] })).toEnd()).kind, "unauthorized");
});

test("a token that X does not recognize once at each of several calls is used once more for each", async () => {
  stage.fault(
    { method: "POST", path: /\/append$/, act: DENIED },
    { method: "POST", path: /\/finalize$/, act: DENIED },
    { ...CREATE, act: DENIED },
  );
  assert.equal((await deliver(stage, aPost({ media: [await aVideo()] })).toEnd()).kind, "published");
});

test("whoever has a post tried again, whose calls were refused, has the calls counted anew", async () => {
  stage.fault({ ...CREATE, act: DENIED }, { ...CREATE, act: DENIED });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.toEnd()).kind, "rejected");
  stage.fault({ ...CREATE, act: DENIED });
  assert.equal((await delivery.tryAgain()).kind, "busy");
  assert.equal((await delivery.publish()).kind, "published");
});

test("a suspended account ends the log-in at once", async () => {
  await stage.settings({ posting: "suspended" });
  const outcome = await deliver(stage, aPost()).toEnd();
  assert.ok(outcome.kind === "unauthorized");
  assert.equal(outcome.scope, "grant");
});

test("an application without its plan fails the post, and says who can help", async () => {
  await stage.settings({ posting: "client-forbidden" });
  const outcome = await deliver(stage, aPost()).toEnd();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /operator/);
});

for (const [billing, seconds] of [
  ["credits-depleted", 3600],
  ["payment-required", 3600],
  ["usage-capped", 86_400],
] as const) {
  test(`${billing}: the application is held, nothing is lost, and the post goes out once X is paid`, async () => {
    await stage.settings({ billing });
    const delivery = deliver(stage, aPost());
    const outcome = await delivery.publish();
    assert.ok(outcome.kind === "held", JSON.stringify(outcome));
    assert.deepEqual([outcome.scope, outcome.retryAfterSeconds], ["application", seconds]);
    await stage.settings({ billing: "funded" });
    assert.equal((await delivery.publish()).kind, "published");
  });
}

test("the spending cap holds the application until its next cycle begins", async () => {
  await stage.settings({ billing: "spend-cap" });
  const outcome = await deliver(stage, aPost()).publish();
  assert.ok(outcome.kind === "held");
  const until = new Date(Date.parse(stage.now()) + outcome.retryAfterSeconds * 1000);
  assert.deepEqual([outcome.scope, until.getUTCDate()], ["application", 14]);
});

test("a limit of the account holds its channel until X's own time", async () => {
  await stage.settings({ rates: { create: 1 } });
  assert.equal((await deliver(stage, aPost({ text: "One" })).publish()).kind, "published");
  const delivery = deliver(stage, aPost({ text: "Two" }));
  const outcome = await delivery.publish();
  assert.ok(outcome.kind === "held");
  assert.equal(outcome.scope, "channel");
  assert.ok(outcome.retryAfterSeconds <= 905, String(outcome.retryAfterSeconds));
  stage.pass(outcome.retryAfterSeconds);
  assert.equal((await delivery.publish()).kind, "published");
  assert.equal(creations(stage).length, 3);
});
