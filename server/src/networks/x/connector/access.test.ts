import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { probe } from "./probe.ts";
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

test("a token that X does not recognize is used once more when the engine asks, and sends nothing twice", async () => {
  await stage.settings({ posting: "unknown-authentication" });
  const delivery = deliver(stage, aPost());
  const refused = await delivery.publish();
  assert.ok(refused.kind === "unauthorized" && refused.scope === "grant", JSON.stringify(refused));
  assert.equal((await delivery.publish()).kind, "published");
  assert.deepEqual(lines(stage), ["POST /2/tweets", "POST /2/tweets"]);
});

test("whether X still knows the account is asked for money, and told by its answer alone", async () => {
  const ask = () => probe(stage.account, stage.call());
  assert.deepEqual(await ask(), { kind: "works" });
  stage.fault({ ...ME, act: DENIED });
  assert.deepEqual(await ask(), { kind: "ended", reason: "X: Unauthorized (status 401)." });
  stage.fault({ ...ME, act: { status: 503, body: {} } });
  assert.equal((await ask()).kind, "unknown");
  assert.deepEqual(stage.spent, [{ spending: 10 }, { spending: 10 }, { spending: 10 }]);
  stage.exhaust({ kind: "held", reason: "used up", retryAfterSeconds: 600, scope: "application", budget: "spending" });
  assert.deepEqual(await ask(), { kind: "unknown", reason: "used up" });
});

test("a refused token is a refusal of access at each call of an upload, which goes on where it was", async () => {
  stage.fault(
    { method: "POST", path: /\/append$/, act: { ...DENIED, when: "after" } },
    { method: "POST", path: /\/finalize$/, act: DENIED },
    { ...CREATE, act: DENIED },
  );
  const delivery = deliver(stage, aPost({ media: [await aVideo()] }));
  while (delivery.outcomes.at(-1)?.kind !== "published") {
    assert.ok(delivery.outcomes.length < 12, JSON.stringify(delivery.outcomes));
    await delivery.publish();
    stage.pass(5);
  }
  assert.equal(delivery.outcomes.filter(({ kind }) => kind === "unauthorized").length, 3);
  const picture = { method: "POST", path: /\/2\/media\/upload$/, act: { ...DENIED, when: "after" } } as const;
  stage.fault(picture);
  assert.equal((await deliver(stage, aPost({ media: [await anImage()] })).publish()).kind, "unauthorized");
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
