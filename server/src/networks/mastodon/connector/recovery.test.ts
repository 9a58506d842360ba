import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Call, OutgoingPost } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { mastodon } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

const { find, comment } = mastodon;
assert.ok(find && comment);

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const CREATE = { method: "POST", path: /\/api\/v1\/statuses$/ } as const;
const cut = { ...CREATE, act: "cut" } as const;
const answering = (status: number, error: string) => ({ ...CREATE, act: { status, body: { error } } }) as const;

/** One delivery, whose checkpoint outlives its attempts. */
function delivery(post: OutgoingPost) {
  const checkpoint = memoryCheckpoint();
  return {
    publish: () => mastodon.publish(post, stage.account, stage.call(checkpoint)),
    find: (more: Partial<Call> = {}) => find?.(post, stage.account, { ...stage.call(checkpoint), ...more }),
    checkpoint,
  };
}

// Shows Mastodon: look-up after a lost answer
test("files already attached after a lost request are unknown, and find returns the status", async () => {
  const { publish, find } = delivery(aPost({ type: "IMAGE", text: "With a picture", media: [await anImage()] }));
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  // A server without idempotency keys.
  for (const { id } of await stage.world.objects.list("idempotency")) await stage.world.objects.delete("idempotency", id);
  const again = await publish();
  assert.equal(again.kind, "unknown");
  const [status, ...others] = await stage.statuses();
  assert.deepEqual(await find(), { kind: "published", remoteId: status?.id, url: status?.url });
  assert.equal(others.length, 0);
});

// Shows Mastodon: look-up after a lost answer
test("once its key has expired, a request is never repeated: find decides", async () => {
  const { publish, find } = delivery(aPost({ text: "Hello @anna@remote.example, see https://shop.example/a/very/long/path?q=1 #bread" }));
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  stage.pass(3700);
  assert.equal((await publish()).kind, "unknown");
  const found = await find();
  assert.equal(found?.kind, "published");
  assert.equal((await stage.statuses()).length, 1);
});

test("find ignores a status with the same text that has other files or replies to another", async () => {
  const { publish, find } = delivery(aPost({ text: "Same" }));
  stage.fault(answering(500, "broken"));
  assert.equal((await publish()).kind, "unknown");
  await delivery(aPost({ type: "IMAGE", text: "Same", media: [await anImage()] })).publish();
  await comment?.(
    { key: "c", dueAt: aPost().dueAt, text: "Same", remoteId: (await stage.statuses())[0]?.id ?? assert.fail("nothing is there") },
    stage.account,
    stage.call(),
  );
  assert.deepEqual(await find({ isStopped: true }), { kind: "absent" });
});

test("find searches several pages of later posts", async () => {
  const { publish, find } = delivery(aPost({ text: "Deep down" }));
  stage.fault(cut);
  await publish();
  for (let index = 0; index < 45; index += 1) await delivery(aPost({ text: `Later ${index}` })).publish();
  assert.equal((await find())?.kind, "published");
});

test("find works with a token without read:statuses, because the posts are public", async () => {
  const { publish, find } = delivery(aPost({ text: "Found anyway" }));
  stage.fault(cut);
  await publish();
  stage.fault({
    method: "GET",
    path: /accounts\/\d+\/statuses/,
    act: { status: 403, body: { error: "This action is outside the authorized scopes" } },
  });
  assert.equal((await find())?.kind, "published");
});

test("a status whose text cannot be read decides nothing, so that the call is repeated under its key", async () => {
  const { publish, find } = delivery(aPost({ text: "Once" }));
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  const [status] = await stage.statuses();
  const body = [{ ...status, content: "<div>".repeat(30_000) }];
  stage.fault({ method: "GET", path: /\/api\/v1\/accounts\/.*\/statuses/, act: { status: 200, body } });
  assert.deepEqual(await find(), { kind: "published", remoteId: status?.id, url: status?.url });
  assert.equal((await stage.statuses()).length, 1);
});
