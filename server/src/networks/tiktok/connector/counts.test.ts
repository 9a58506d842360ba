import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { counts } from "./counts.ts";
import { aVideoPost, bodies, deliver, loggedIn, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const QUERY = { path: /\/video\/query\// } as const;

async function published(text: string): Promise<string> {
  const outcome = await deliver(stage, aVideoPost(stage, { text })).toEnd();
  assert.ok(outcome.kind === "published");
  return outcome.remoteId;
}

// Shows TikTok: counts
test("likes, comments and shares are counted, twenty posts a call; posts that are gone are left out", async () => {
  const ids = [await published("One"), await published("Two")];
  await stage.react(ids[0] ?? "", { kind: "like" });
  await stage.react(ids[0] ?? "", { kind: "comment", text: "Nice" });
  const others = Array.from({ length: 21 }, (_, index) => `73000000000000000${10 + index}`);
  const outcome = await counts([...ids, ...others], stage.account, stage.call());
  assert.ok(outcome.kind === "counted");
  assert.deepEqual(outcome.counts, {
    [ids[0] ?? ""]: { likes: 1, comments: 1, shares: 0 },
    [ids[1] ?? ""]: { likes: 0, comments: 0, shares: 0 },
  });
  assert.deepEqual(
    bodies(stage, QUERY.path).map(({ filters }) => Object(filters?.video_ids).length),
    [20, 3],
  );
});

test("a post that was published without an id gets its address when TikTok tells it", async () => {
  await stage.settings({ ids_after_seconds: 7200, listed_after_seconds: 7200 });
  const order = await published("Late");
  const early = await counts([order], stage.account, stage.call());
  assert.ok(early.kind === "counted");
  assert.deepEqual([early.counts, early.located], [{}, {}]);
  stage.pass(7200);
  const outcome = await counts([order], stage.account, stage.call());
  const [seen] = await stage.seen();
  assert.ok(outcome.kind === "counted" && seen !== undefined);
  assert.deepEqual(outcome.located, { [order]: { remoteId: seen.id, url: seen.url } });
  assert.deepEqual(outcome.counts[seen.id], { likes: 0, comments: 0, shares: 0 });
});

test("what keeps TikTok from counting is waited out, or said", async () => {
  const ids = [await published("One")];
  const kindAfter = async (act: ReturnType<typeof refusal>) => {
    stage.fault({ ...QUERY, act });
    return (await counts(ids, stage.account, stage.call())).kind;
  };
  assert.equal(await kindAfter(refusal(429, "rate_limit_exceeded")), "busy");
  assert.equal(await kindAfter(refusal(500, "internal_error")), "busy");
  assert.equal(await kindAfter(refusal(401, "access_token_invalid")), "unauthorized");
  assert.equal(await kindAfter(refusal(401, "scope_not_authorized")), "unavailable");
  const { channel } = await loggedIn(stage, { scopes: ["user.info.basic", "video.publish"] });
  assert.deepEqual(await counts(ids, channel, stage.call()), { kind: "counted", counts: {}, located: {} });
});
