import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { eventually } from "../../../testing/eventually.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { telegramSandbox } from "../sandbox/index.ts";
import { find } from "../sandbox/model.ts";
import { telegram } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

const { comment, findComment } = telegram;
assert.ok(comment && findComment);

let stage: Stage;
let remoteId = "";
beforeEach(async () => {
  stage = await openStage();
  const outcome = await telegram.publish(aPost({ text: "Post" }), stage.account(), stage.call());
  assert.ok(outcome.kind === "published");
  remoteId = outcome.remoteId;
});
afterEach(() => stage[Symbol.asyncDispose]());

/** One comment, whose checkpoint outlives its attempts. */
function aComment(text = "Order by noon & <soon>") {
  const checkpoint = memoryCheckpoint();
  const order = { key: crypto.randomUUID(), dueAt: aPost().dueAt, text, remoteId };
  return {
    comment: () => comment?.(order, stage.account(), stage.call(checkpoint)),
    find: () => findComment?.(order, stage.account(), stage.call(checkpoint)),
  };
}

const NOTE =
  "Posted as a reply in the channel: the bot did not see the post's copy in the discussion group, or may not write there. Comments that are due more than a day after their post are not seen there either.";
const conflict = { ok: false, error_code: 409, description: "Conflict: can't use getUpdates method while webhook is active" };

// Shows Telegram: first comment
test("a comment goes below the post's copy in the discussion group, and its link opens the post", async () => {
  const outcome = await aComment().comment();
  assert.deepEqual(outcome, {
    kind: "published",
    remoteId: `${stage.groupId}/2`,
    url: `${stage.world.baseUrl}/corner_bakery/1?comment=2`,
  });
  const [copy, answer] = await stage.messages(stage.groupId);
  assert.deepEqual([answer?.text, answer?.reply_to, answer?.thread_id], ["Order by noon & <soon>", copy?.message_id, copy?.message_id]);
  assert.equal((await stage.messages()).length, 1);
  const page = await (await fetch(outcome?.kind === "published" ? (outcome.url ?? "") : "")).text();
  assert.match(page, /Order by noon &#38; &#60;soon&#62;/);
});

test("a missing copy is waited for, up to two minutes; then the comment becomes a reply in the channel", async () => {
  await stage.settings({ forward_seconds: 20 });
  const published = await telegram.publish(aPost({ text: "Slow" }), stage.account(), stage.call());
  assert.ok(published.kind === "published");
  remoteId = published.remoteId;
  const slow = aComment();
  const waiting = { kind: "busy", reason: "Telegram: the post is not in the discussion group yet", retryAfterSeconds: 10 };
  assert.deepEqual(await slow.comment(), waiting);
  stage.pass(20);
  assert.equal((await slow.comment())?.kind, "published");
  await stage.settings({ forward_seconds: 1000 });
  const never = await telegram.publish(aPost({ text: "Never" }), stage.account(), stage.call());
  assert.ok(never.kind === "published");
  remoteId = never.remoteId;
  const given = aComment();
  assert.deepEqual(await given.comment(), waiting);
  stage.pass(119);
  assert.deepEqual(await given.comment(), waiting);
  stage.pass(1);
  const outcome = await given.comment();
  assert.deepEqual(outcome, { kind: "published", remoteId: "4", url: `${stage.world.baseUrl}/corner_bakery/4`, note: NOTE });
  assert.equal((await stage.messages()).at(-1)?.reply_to, 3);
});

test("while another program reads the updates, they are requested again for two minutes", async () => {
  stage.fault({ method: "getUpdates", act: { status: 409, body: conflict } });
  const order = aComment();
  assert.deepEqual(await order.comment(), {
    kind: "busy",
    reason: "Telegram: Conflict: can't use getUpdates method while webhook is active (status 409)",
    retryAfterSeconds: 10,
  });
  assert.equal((await order.comment())?.kind, "published");
});

test("a full page of updates that nobody reads is confirmed to get the ones after it; one that somebody may be about to read is not", async () => {
  for (let index = 0; index < 120; index += 1) {
    await telegramSandbox.react(stage.world, `${stage.chatId}/1`, { kind: "comment", text: `Reader ${index}` });
  }
  const waiting = (await stage.world.objects.list("update", { limit: 1000 })).length;
  const soon = await telegram.publish(aPost({ text: "Soon behind them" }), stage.account(), stage.call());
  assert.ok(soon.kind === "published");
  remoteId = soon.remoteId;
  assert.equal((await aComment().comment())?.kind, "busy");
  assert.equal((await stage.world.objects.list("update", { limit: 1000 })).length, waiting + 1);
  stage.pass(901);
  const published = await telegram.publish(aPost({ text: "Behind them" }), stage.account(), stage.call());
  assert.ok(published.kind === "published");
  remoteId = published.remoteId;
  const outcome = await aComment().comment();
  assert.ok(outcome?.kind === "published");
  assert.match(outcome.remoteId, new RegExp(`^${stage.groupId}/`));
});

test("another program that reads the same bot keeps its poll and its kinds of updates while a comment is due", async () => {
  const bot = stage.account().credentials as { botToken: string };
  const poll = (params: object) =>
    fetch(`${stage.world.baseUrl}/bot${bot.botToken}/getUpdates`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ allowed_updates: ["message", "callback_query"], ...params }),
    });
  const { result } = Object(await (await poll({})).json());
  const reader = poll({ offset: result.at(-1).update_id + 1, timeout: 3 });
  await eventually("it waits", async () => (await stage.world.objects.list("update")).length === 0);
  const order = aComment();
  assert.deepEqual((await order.comment())?.kind, "busy");
  assert.equal((await reader).status, 200);
  assert.deepEqual((await find(stage.world, "bot", stage.botId))?.allowed_updates, ["message", "callback_query"]);
  stage.pass(120);
  assert.deepEqual(Object(await order.comment()).note, NOTE);
});

test("without a discussion group a comment is a reply in the channel", async () => {
  await stage.unlinkGroup();
  assert.deepEqual(await aComment().comment(), { kind: "published", remoteId: "2", url: `${stage.world.baseUrl}/corner_bakery/2` });
  assert.equal((await stage.messages()).at(-1)?.reply_to, 1);
});

test("a group that refuses the bot does not affect the channel: the comment becomes a reply in the channel", async () => {
  await stage.change("member", `${stage.groupId}/${stage.botId}`, { status: "restricted" });
  assert.deepEqual(await aComment().comment(), {
    kind: "published",
    remoteId: "2",
    url: `${stage.world.baseUrl}/corner_bakery/2`,
    note: NOTE,
  });
});

test("a comment that lost its response is not repeated but found by the ids above, in the group and in the channel", async () => {
  for (const unlink of [false, true]) {
    if (unlink) await stage.unlinkGroup();
    const { comment, find } = aComment();
    stage.fault({ method: "sendMessage", act: "cut" });
    assert.equal((await comment())?.kind, "unknown");
    assert.equal((await comment())?.kind, "unknown");
    const found = await find();
    assert.equal(found?.kind, "published");
    assert.deepEqual(await comment(), found);
    assert.deepEqual(await find(), found);
  }
  assert.deepEqual([(await stage.messages(stage.groupId)).length, (await stage.messages()).length], [2, 2]);
});

test("a comment that never arrived is absent, even among readers' comments, and is then made", async () => {
  const { comment, find } = aComment();
  assert.deepEqual(await find(), { kind: "absent" });
  stage.fault({ method: "sendMessage", act: "drop" });
  assert.equal((await comment())?.kind, "unknown");
  await telegramSandbox.react(stage.world, `${stage.chatId}/1`, { kind: "comment", text: "Hello" });
  assert.equal((await find())?.kind, "undecided");
  stage.pass(120);
  assert.deepEqual(await find(), { kind: "absent" });
  assert.equal((await comment())?.kind, "published");
});

test("a comment on a deleted post is rejected, and so is one that is too long or whose post is not ours", async () => {
  await stage.unlinkGroup();
  await stage.change("message", `${stage.chatId}/1`, { deleted: true });
  assert.deepEqual(await aComment().comment(), {
    kind: "rejected",
    reason: "Telegram: Bad Request: message to be replied not found (status 400)",
  });
  assert.deepEqual(await aComment("x".repeat(4097)).comment(), {
    kind: "rejected",
    reason: "The comment has 4097 characters; Telegram takes 4096.",
  });
  remoteId = "at://other";
  assert.deepEqual(await aComment().comment(), { kind: "rejected", reason: "The post has no Telegram message id." });
});
