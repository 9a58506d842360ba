import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { instagramSandbox } from "../sandbox/index.ts";
import { instagram } from "./index.ts";
import { delivery, drive } from "./testing/deliver.ts";
import { aPost, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const counts = (ids: readonly string[]) => instagram.counts?.(ids, stage.account, stage.call()) ?? assert.fail();

async function published(fields: Parameters<typeof aPost>[0] = {}): Promise<string> {
  const outcome = await drive(stage, delivery(stage, aPost({ media: [await stage.files.image()], ...fields })));
  const id = outcome.kind === "published" ? outcome.remoteId : assert.fail(JSON.stringify(outcome));
  for (const kind of ["like", "like", "share"] as const) await instagramSandbox.react(stage.world, id, { kind });
  await instagramSandbox.react(stage.world, id, { kind: "comment", text: "Yum" });
  return id;
}

// Shows Instagram: counts
test("likes, comments and shares are counted, also where the owner hides the likes", async () => {
  const id = await published();
  assert.deepEqual(await counts([id]), { kind: "counted", counts: { [id]: { likes: 2, comments: 1, shares: 1 } } });
  await stage.changeAccount({ hides_likes: true });
  assert.deepEqual(await counts([id]), { kind: "counted", counts: { [id]: { likes: 2, comments: 1, shares: 1 } } });
});

test("posts that the network no longer has are left out", async () => {
  const id = await published();
  const outcome = await counts(["17999999999999999", id]);
  assert.deepEqual(outcome.kind === "counted" && Object.keys(outcome.counts), [id]);
});

test("without the permission for insights shares are not counted, and the rest is", async () => {
  const id = await published();
  stage.fault({ method: "GET", path: /insights/, act: { status: 400, body: refusal(10, undefined, "Not enough viewers") } });
  assert.deepEqual(await counts([id]), { kind: "counted", counts: { [id]: { likes: 2, comments: 1, shares: null } } });
});

test("while insights cannot be read, shares are not told, so that what was counted before stays", async () => {
  const id = await published();
  stage.fault({ method: "GET", path: /insights/, act: { status: 500, body: refusal(2) } });
  assert.deepEqual(await counts([id]), { kind: "counted", counts: { [id]: { likes: 2, comments: 1, shares: null } } });
});

test("a story is counted while it is there", async () => {
  const id = await published({ type: "STORY", asStory: true });
  const outcome = await counts([id]);
  assert.equal(outcome.kind, "counted", JSON.stringify(outcome));
});

test("a throttled account is asked later, and a dead token says so", async () => {
  const id = await published();
  stage.fault({ method: "GET", path: /like_count/, act: { status: 400, body: refusal(80002) } });
  assert.deepEqual(await counts([id]), { kind: "busy", reason: "Instagram: Refused (code 80002)", retryAfterSeconds: 3600 });
  stage.fault({ method: "GET", path: /like_count/, act: { status: 400, body: refusal(190) } });
  assert.equal((await counts([id])).kind, "unauthorized");
  stage.fault({ method: "GET", path: /like_count/, act: { status: 400, body: refusal(10) } });
  assert.equal((await counts([id])).kind, "unavailable");
});
