import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingComment } from "../../connectors/connector.ts";
import type { Kill } from "../../connectors/testing/delivery.ts";
import { aPost } from "./testing/posts.ts";
import { deliver, deliverAhead, openStage, published, requestsTo, type Stage } from "./testing/stage.ts";

const CALL = { method: "POST", path: /\/commentThreads\?/ } as const;

let stage: Stage;
let video: string;
beforeEach(async () => {
  stage = await openStage();
  video = (await published(stage, aPost())).outcome.remoteId;
  stage.exchanges.length = 0;
});
afterEach(() => stage[Symbol.asyncDispose]());

function aComment(fields: Partial<OutgoingComment> = {}): OutgoingComment {
  return { key: crypto.randomUUID(), dueAt: stage.now(), text: "Recipe: https://bread.example", remoteId: video, ...fields };
}

async function comments(): Promise<string[]> {
  const threads = await stage.ask(`/commentThreads?part=snippet&videoId=${video}&textFormat=plainText`);
  return threads.map(({ snippet }) => Object(Object(Object(snippet).topLevelComment).snippet).textOriginal);
}

// Shows YouTube: first comment
test("a comment stands below the video", async () => {
  const outcome = await deliver(stage, aComment()).toEnd();
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  assert.equal(outcome.url, `${stage.baseUrl}/www/watch?${new URLSearchParams({ v: video, lc: outcome.remoteId })}`);
  assert.deepEqual(await comments(), ["Recipe: https://bread.example"]);
});

test("killed at any step, a delivery leaves one comment", async () => {
  let steps = 1;
  for (let at = 1; at <= steps; at += 1) {
    const text = `Killed at ${at}`;
    const kill: Kill = { at, steps: 0 };
    assert.equal((await deliver(stage, aComment({ text }), { kill }).toEnd()).kind, "published", text);
    assert.equal((await comments()).filter((one) => one === text).length, 1, text);
    steps = Math.max(steps, kill.steps);
  }
  assert.ok(steps >= 6, `${steps} steps`);
});

for (const moderation of ["published", "heldForReview", "likelySpam"]) {
  test(`a comment whose answer was lost is found, though it is ${moderation}`, async () => {
    await stage.settings({ comment_moderation: moderation });
    stage.fault({ ...CALL, act: "cut" });
    assert.equal((await deliver(stage, aComment()).toEnd()).kind, "published");
    assert.equal(requestsTo(stage, CALL).length, 1);
  });
}

for (const [what, seconds] of [
  ["ahead", 600],
  ["behind", -600],
] as const) {
  test(`a comment whose answer was lost is found also if this service's clock is ten minutes ${what}`, async () => {
    stage.fault({ ...CALL, act: "cut" });
    assert.equal((await deliverAhead(stage, aComment(), seconds).toEnd()).kind, "published");
    assert.equal(requestsTo(stage, CALL).length, 1);
  });
}

test("a comment whose answer was lost is found below all that were written since", async () => {
  stage.fault({ ...CALL, act: "cut" });
  const delivery = deliver(stage, aComment());
  assert.equal((await delivery.publish()).kind, "unknown");
  for (let count = 1; count <= 120; count += 1) await stage.react(video, { kind: "comment", text: `Yum ${count}` });
  assert.equal((await delivery.toEnd("find")).kind, "published");
  assert.equal(requestsTo(stage, CALL).length, 1);
});

test("a comment that is not there after two looks is written once more, and then left out", async () => {
  stage.fault({ ...CALL, act: "drop" });
  const delivery = deliver(stage, aComment());
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(await comments(), ["Recipe: https://bread.example"]);
  stage.fault({ ...CALL, act: "drop", times: 2 });
  const outcome = await deliver(stage, aComment({ text: "Never" })).toEnd();
  assert.ok(outcome.kind === "undecidable", JSON.stringify(outcome));
  assert.deepEqual(await comments(), ["Recipe: https://bread.example"]);
});

test("comments that YouTube does not take are refused with its reason, and the channel goes on", async () => {
  await stage.settings({ comments: "disabled" });
  const disabled = await deliver(stage, aComment()).toEnd();
  assert.ok(disabled.kind === "rejected" && /commentsDisabled/.test(disabled.reason), JSON.stringify(disabled));
  await stage.settings({ refusals: { "commentThreads.insert": { code: 403, reason: "insufficientPermissions" } } });
  const denied = await deliver(stage, aComment()).toEnd();
  assert.ok(denied.kind === "rejected" && /may not write comments/.test(denied.reason), JSON.stringify(denied));
  const { account } = stage;
  const limited = { ...account, grant: account.grant && { ...account.grant, scopes: ["https://www.googleapis.com/auth/youtube.upload"] } };
  const unasked = await deliver(stage, aComment(), { as: limited }).publish();
  assert.equal(unasked.kind, "rejected");
});

test("a video that is not known yet is commented a little later", async () => {
  stage.fault({
    ...CALL,
    act: { status: 404, body: { error: { code: 404, message: "Not found.", errors: [{ reason: "videoNotFound" }] } } },
  });
  const delivery = deliver(stage, aComment());
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(delivery.path, ["busy", "published"]);
});
