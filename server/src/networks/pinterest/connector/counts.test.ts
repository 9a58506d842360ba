import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { pinterest } from "./index.ts";
import { deliver } from "./testing/delivery.ts";
import { aPost } from "./testing/posts.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

async function published(): Promise<string> {
  const outcome = await deliver(stage, aPost()).publish();
  assert.ok(outcome.kind === "published");
  return outcome.remoteId;
}

const counted = (ids: readonly string[]) => pinterest.counts?.(ids, stage.account, stage.call());

async function reactions(id: string): Promise<void> {
  await stage.react(id, { kind: "like" });
  await stage.react(id, { kind: "like" });
  await stage.react(id, { kind: "share" });
  await stage.react(id, { kind: "comment", text: "Lovely" });
}

// Shows Pinterest: counts
test("reactions count as likes, and saves as shares; deleted pins are left out", async () => {
  const [first, second, gone] = [await published(), await published(), await published()];
  await reactions(first);
  await stage.byHand("DELETE", `/pins/${gone}`);
  assert.deepEqual(await counted([first, gone, second]), {
    kind: "counted",
    counts: { [first]: { likes: 2, comments: 1, shares: 1 }, [second]: { likes: 0, comments: 0, shares: 0 } },
  });
});

test("without the figures of its lifetime, a pin tells its saves alone", async () => {
  const id = await published();
  await reactions(id);
  await stage.settings({ metrics: "recent" });
  assert.deepEqual(await counted([id]), { kind: "counted", counts: { [id]: { likes: null, comments: null, shares: 1 } } });
});

test("what Pinterest gives no figures of is left out", async () => {
  const id = await published();
  await stage.settings({ metrics: "none" });
  assert.deepEqual(await counted([id]), { kind: "counted", counts: {} });
});

test("a limit is waited for, a dead token ends the log-in, and a refusal concerns the counts alone", async () => {
  const id = await published();
  const answer = (status: number, body: unknown, headers = {}) =>
    stage.fault({ method: "GET", path: /\/pins\/\d+/, act: { status, body, headers } });
  answer(429, { code: 8, message: "Slow down" }, { "x-ratelimit-reset": "40" });
  assert.deepEqual(await counted([id]), { kind: "busy", reason: "Pinterest: Slow down (code 8)", retryAfterSeconds: 40 });
  answer(401, { code: 2, message: "Authentication failed." });
  assert.equal((await counted([id]))?.kind, "unauthorized");
  answer(401, { code: 3, message: "insufficient permissions" });
  assert.equal((await counted([id]))?.kind, "unavailable");
  answer(403, { code: 29, message: "You are not permitted to access that resource." });
  assert.equal((await counted([id]))?.kind, "unavailable");
});
