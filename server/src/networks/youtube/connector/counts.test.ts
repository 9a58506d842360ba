import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { youtube } from "./index.ts";
import { aPost } from "./testing/posts.ts";
import { openStage, published, requestsTo, type Stage } from "./testing/stage.ts";

const CALL = { method: "GET", path: /videos:batchGetStats\?/ } as const;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

function counted(ids: readonly string[]) {
  return youtube.counts?.(ids, stage.account, stage.call());
}

// Shows YouTube: counts
test("likes and comments of several videos are counted in one call, without those that are gone", async () => {
  const ids = [];
  for (const text of ["One", "Two"]) ids.push((await published(stage, aPost({ text }))).outcome.remoteId);
  const [first = "", second = ""] = ids;
  await stage.react(first, { kind: "like" });
  await stage.react(first, { kind: "like" });
  await stage.react(second, { kind: "comment", text: "Yum" });
  assert.deepEqual(await counted([...ids, "gone-for-good"]), {
    kind: "counted",
    counts: { [first]: { likes: 2, comments: 0, shares: null }, [second]: { likes: 0, comments: 1, shares: null } },
  });
  assert.equal(requestsTo(stage, CALL).length, 1);
});

test("more than fifty videos take two calls, from a budget of their own", async () => {
  const spent: unknown[] = [];
  const spend = async (amounts: unknown) => {
    spent.push(amounts);
    return null;
  };
  const call = { ...stage.call(), spend };
  const ids = Array.from({ length: 51 }, (_, index) => `video-number-${index}`);
  assert.deepEqual(await youtube.counts?.(ids, stage.account, call), { kind: "counted", counts: {} });
  assert.deepEqual(spent, [{ counts: 1 }, { counts: 1 }]);
});

test("hidden likes are not told", async () => {
  const { remoteId } = (await published(stage, aPost())).outcome;
  await stage.react(remoteId, { kind: "like" });
  await stage.settings({ hides_likes: true });
  assert.deepEqual(await counted([remoteId]), { kind: "counted", counts: { [remoteId]: { likes: null, comments: 0, shares: null } } });
});

test("counting waits for the next day, and an end of access ends the channel", async () => {
  await stage.settings({ batch_stats_a_day: 0 });
  const late = await counted(["dQw4w9WgXcQ"]);
  assert.deepEqual([late?.kind, late?.kind === "busy" && late.retryAfterSeconds], ["busy", 23 * 3600 + 60]);
  await stage.settings({ account_state: "suspended" });
  assert.equal((await counted(["dQw4w9WgXcQ"]))?.kind, "unauthorized");
});
