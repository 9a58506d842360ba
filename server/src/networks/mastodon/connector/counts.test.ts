import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPost } from "../../connectors/testing/posts.ts";
import { mastodonSandbox } from "../sandbox/index.ts";
import { mastodon } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

const { counts } = mastodon;
assert.ok(counts);

let stage: Stage;
const ids: string[] = [];
before(async () => {
  stage = await openStage();
  for (let index = 0; index < 22; index += 1) {
    const outcome = await mastodon.publish(aPost({ text: `Post ${index}` }), stage.account, stage.call());
    assert.ok(outcome.kind === "published");
    ids.push(outcome.remoteId);
  }
  const [first = ""] = ids;
  for (const kind of ["like", "like", "share"] as const) await mastodonSandbox.react(stage.world, first, { kind });
  await mastodonSandbox.react(stage.world, first, { kind: "comment", text: "Nice" });
});
after(() => stage[Symbol.asyncDispose]());

const NONE = { likes: 0, comments: 0, shares: 0 };

// Shows Mastodon: counts
test("engagement of many posts is read twenty at a time", async () => {
  const before = stage.exchanges.length;
  const outcome = await counts(ids, stage.account, stage.call());
  assert.deepEqual(outcome, {
    kind: "counted",
    counts: Object.fromEntries(ids.map((id, index) => [id, index === 0 ? { likes: 2, comments: 1, shares: 1 } : NONE])),
  });
  assert.equal(stage.exchanges.length - before, 2);
});

test("servers without batch requests are asked one by one, and deleted posts are left out", async () => {
  const [, second = "", third = ""] = ids;
  const deleted = await fetch(`${stage.world.baseUrl}/api/v1/statuses/${third}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${stage.credentials.accessToken}` },
  });
  assert.equal(deleted.status, 200);
  assert.deepEqual(await counts([second, third], stage.account, stage.call()), { kind: "counted", counts: { [second]: NONE } });
  stage.fault({ method: "GET", path: /statuses\?id/, act: { status: 404, body: { error: "Record not found" } } });
  assert.deepEqual(await counts([second, third], stage.account, stage.call()), { kind: "counted", counts: { [second]: NONE } });
});

test("what a token may not read everybody may; where that is refused, too, the account stays as it is", async () => {
  const [, second = ""] = ids;
  const beyond = {
    method: "GET",
    path: /statuses\?id/,
    act: { status: 403, body: { error: "This action is outside the authorized scopes" } },
  } as const;
  stage.fault(beyond);
  assert.deepEqual(await counts([second], stage.account, stage.call()), { kind: "counted", counts: { [second]: NONE } });
  stage.fault(beyond, beyond);
  const reason = "Mastodon: This action is outside the authorized scopes (status 403)";
  assert.deepEqual(await counts([second], stage.account, stage.call()), { kind: "unavailable", reason });
});

test("a rate limit, a revoked token and a server error are told apart", async () => {
  const answered = async (status: number) => {
    stage.fault({ method: "GET", path: /statuses\?id/, act: { status, body: { error: "no" }, headers: { "retry-after": "7" } } });
    return counts(ids, stage.account, stage.call());
  };
  assert.deepEqual(await answered(429), { kind: "busy", reason: "Mastodon: no (status 429)", retryAfterSeconds: 7, scope: "channel" });
  assert.deepEqual(await answered(401), { kind: "unauthorized", reason: "Mastodon: no (status 401)" });
  assert.deepEqual(await answered(503), { kind: "unavailable", reason: "Mastodon: no (status 503)" });
});
