import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { telegramSandbox } from "../sandbox/index.ts";
import { telegram } from "./index.ts";
import { type Fault, methodOf, openStage, type Stage } from "./testing/stage.ts";

const { find } = telegram;
assert.ok(find);

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const cut = { method: "sendMessage", act: "cut" } as const;
const drop = { method: "sendMessage", act: "drop" } as const;
const refusing = (error_code: number, description: string, parameters?: object, method = "sendMessage"): Fault => ({
  method,
  act: { status: error_code, body: { ok: false, error_code, description, ...(parameters ? { parameters } : {}) } },
});

/** What tells whose a message is. */
const PROBE = "editMessageLiveLocation";
/** By then a request without an answer has created its message, or never will. */
const ARRIVAL_SECONDS = 120;

/** One delivery, whose checkpoint outlives its attempts. */
function delivery(fields: Partial<OutgoingPost>) {
  const checkpoint = memoryCheckpoint();
  const post = aPost(fields);
  return {
    publish: () => telegram.publish(post, stage.account(), stage.call(checkpoint)),
    find: () => find?.(post, stage.account(), stage.call(checkpoint)),
    findLater: (seconds = ARRIVAL_SECONDS) => {
      stage.pass(seconds);
      return find?.(post, stage.account(), stage.call(checkpoint));
    },
  };
}

/** One whose request has just got no answer. */
async function lost(fields: Partial<OutgoingPost>, fault: Fault = cut) {
  const one = delivery(fields);
  stage.fault(fault);
  assert.equal((await one.publish()).kind, "unknown");
  return one;
}

const AMBIGUOUS = "Telegram: the bot has posted messages that may or may not be this one.";
const texts = async () => (await stage.messages()).map(({ text, caption }) => text || caption);
const asked = (method: string) => stage.exchanges.filter((exchange) => methodOf(exchange) === method).length;
const link = (id: number) => `${stage.world.baseUrl}/corner_bakery/${id}`;
const member = () => `${stage.chatId}/${stage.botId}`;

// Shows Telegram: look-up after a lost answer
test("the copy in the discussion group proves the post, by its text and its id", async () => {
  const { publish, find } = delivery({ text: "Proved  by\nits copy " });
  await delivery({ text: "Earlier" }).publish();
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  const before = asked(PROBE);
  assert.deepEqual(await find(), { kind: "published", remoteId: "2", url: link(2) });
  assert.equal(asked(PROBE), before);
});

// Shows Telegram: look-up after a lost answer
test("without a discussion group the ids above the last one prove the post, even the very first in a channel, and one that readers like", async () => {
  await stage.unlinkGroup();
  for (const [id, text] of [
    [1, "First"],
    [2, "Second"],
  ] as const) {
    const { publish, find } = await lost({ text });
    await telegramSandbox.react(stage.world, `${stage.chatId}/${id}`, { kind: "like" });
    assert.deepEqual(await find(), { kind: "published", remoteId: String(id), url: link(id) });
    assert.deepEqual(await publish(), { kind: "published", remoteId: String(id), url: link(id) });
  }
  assert.deepEqual(await texts(), ["First", "Second"]);
});

test("what arrives after the first look is found, and nothing is sent twice", async () => {
  await stage.unlinkGroup();
  const { publish, find, findLater } = await lost(
    { type: "IMAGE", text: "Slow", media: [await anImage()] },
    { method: "sendPhoto", act: "cut" },
  );
  await stage.change("message", `${stage.chatId}/1`, { deleted: true });
  assert.equal((await find())?.kind, "undecided");
  // A server passes files on before the message exists.
  assert.equal((await findLater(400))?.kind, "undecided");
  await stage.change("message", `${stage.chatId}/1`, { deleted: false });
  assert.deepEqual(await findLater(201), { kind: "published", remoteId: "1", url: link(1) });
  assert.equal((await publish()).kind, "published");
  assert.equal(asked("sendPhoto"), 1);
});

test("others' posts above the last id, and gaps left by deleted ones, are not mistaken for ours", async () => {
  await stage.unlinkGroup();
  const other = await addBot("6000");
  for (let index = 0; index < 9; index += 1) await other("sendMessage", { text: `Other ${index}` });
  for (const message_id of [4, 5, 9]) await other("deleteMessage", { message_id });
  const { publish, find, findLater } = await lost({ text: "Mine" }, drop);
  await other("sendMessage", { text: "Later" });
  assert.deepEqual(await findLater(), { kind: "absent" });
  stage.fault(cut);
  await publish();
  assert.deepEqual(await find(), { kind: "published", remoteId: "11", url: link(11) });
});

test("a gap of many deleted messages is not the end of the chat", async () => {
  await stage.unlinkGroup();
  const other = await addBot("6000");
  for (let index = 0; index < 40; index += 1) await other("sendMessage", { text: `Other ${index}` });
  for (let message_id = 1; message_id <= 40; message_id += 1) await other("deleteMessage", { message_id });
  const { find } = await lost({ text: "Mine" });
  assert.deepEqual(await find(), { kind: "published", remoteId: "41", url: link(41) });
});

test("two lost requests are told apart by the order in which they were sent; otherwise they stay undecided", async () => {
  await stage.unlinkGroup();
  const [first, second] = [delivery({ text: "First" }), delivery({ text: "Second" })];
  stage.fault(cut, cut);
  await first.publish();
  await second.publish();
  assert.deepEqual(await first.find(), { kind: "published", remoteId: "1", url: link(1) });
  assert.deepEqual(await second.find(), { kind: "published", remoteId: "2", url: link(2) });
  const [third, fourth] = [delivery({ text: "Third" }), delivery({ text: "Fourth" })];
  stage.fault(drop, cut);
  await third.publish();
  await fourth.publish();
  const untold = { kind: "notAsked", reason: AMBIGUOUS, retryAfterSeconds: 60 };
  assert.deepEqual(await third.find(), untold);
  assert.deepEqual(await fourth.findLater(), untold);
});

test("no buttons and no words of older posts are touched, by whomever they are, whatever rights the bot has", async () => {
  await stage.unlinkGroup();
  const other = await addBot("6000");
  const buttons = { inline_keyboard: [[{ text: "Order", url: "https://shop.example" }]] };
  for (let index = 0; index < 3; index += 1) await delivery({ text: `Ours ${index}` }).publish();
  await other("sendMessage", { text: "Theirs" });
  for (const { message_id } of await stage.messages())
    await stage.change("message", `${stage.chatId}/${message_id}`, { reply_markup: buttons });
  for (const can_edit_messages of [false, true]) {
    await stage.change("member", member(), { can_edit_messages });
    stage.pass(3600);
    const { find } = await lost({ text: "Lost" });
    await find();
  }
  assert.deepEqual(
    (await stage.messages()).slice(0, 4).map(({ reply_markup }) => reply_markup),
    new Array(4).fill(buttons),
  );
});

test("a bot that may edit others' posts cannot tell whose a message is, but sees that there is none", async () => {
  await stage.unlinkGroup();
  const { find, findLater } = await lost({ text: "Who knows" });
  await stage.change("member", member(), { can_edit_messages: true });
  assert.equal((await find())?.kind, "undecided");
  assert.deepEqual(await findLater(), {
    kind: "undecidable",
    reason: "Telegram: the bot's messages cannot be told from others', because it may edit others' posts or the chat is a basic group.",
  });
  await stage.change("message", `${stage.chatId}/1`, { deleted: true });
  assert.deepEqual(await find(), { kind: "absent" });
});

test("a channel in which the bot has many messages gets its posts out under the limit of twenty calls a minute, however often it is connected", async () => {
  await stage.unlinkGroup();
  for (let index = 0; index < 300; index += 1) await delivery({ text: `Old ${index}` }).publish();
  await stage.forget();
  await stage.settings({ messages_per_minute_in_chat: 20 });
  stage.pass(3600);
  const calls = async (publish: () => Promise<unknown>) => {
    const before = stage.exchanges.length;
    assert.equal(Object(await publish()).kind, "published");
    return stage.exchanges.length - before;
  };
  assert.ok((await calls(delivery({ text: "After long" }).publish)) <= 19);
  stage.pass(3600);
  assert.equal(await calls(delivery({ text: "An hour later" }).publish), 4);
  await stage.reconnect();
  assert.equal(await calls(delivery({ text: "Connected again" }).publish), 1);
});

test("a post whose answer is lost without a known end of the chat is never sent twice, and left to a person", async () => {
  await stage.unlinkGroup();
  for (let index = 0; index < 40; index += 1) await delivery({ text: `Old ${index}` }).publish();
  await stage.forget();
  const { publish, find } = await lost({ text: "Lost" });
  stage.pass(ARRIVAL_SECONDS);
  assert.deepEqual(await find(), { kind: "undecidable", reason: AMBIGUOUS });
  assert.equal((await publish()).kind, "unknown");
});

test("a search that Telegram slows down goes on where it stopped, until it is sure", async () => {
  await stage.unlinkGroup();
  await delivery({ text: "Before" }).publish();
  const { publish, find } = await lost({ text: "Never arrived" }, drop);
  await stage.settings({ messages_per_minute_in_chat: 20 });
  stage.pass(ARRIVAL_SECONDS);
  let minutes = 0;
  for (; minutes < 20 && (await find())?.kind !== "absent"; minutes += 1) stage.pass(61);
  assert.ok(minutes > 1 && minutes < 12, `${minutes}`);
  assert.equal((await publish()).kind, "published");
  assert.deepEqual(await texts(), ["Before", "Never arrived"]);
});

test("a request lost in the middle of a run is found or proved absent without having probed", async () => {
  await stage.unlinkGroup();
  const other = await addBot("6000");
  await delivery({ text: "Before" }).publish();
  await other("sendMessage", { text: "Other" });
  const probed = asked(PROBE);
  const { publish, find, findLater } = await lost({ text: "Lost" }, drop);
  assert.equal(asked(PROBE), probed);
  await other("sendMessage", { text: "Other" });
  assert.deepEqual(await findLater(), { kind: "absent" });
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  assert.equal((await delivery({ text: "After" }).publish()).kind, "published");
  assert.deepEqual(await find(), { kind: "published", remoteId: "4", url: link(4) });
  assert.deepEqual(await texts(), ["Before", "Other", "Other", "Lost", "After"]);
});

test("an album is found by as many ids as it has items, and a partial match proves nothing", async () => {
  await stage.unlinkGroup();
  const album = async () => ({ type: "SLIDES", text: "Album", media: [await anImage(), await anImage(), await anImage()] }) as const;
  const whole = delivery(await album());
  stage.fault({ method: "sendMediaGroup", act: "cut" });
  assert.equal((await whole.publish()).kind, "unknown");
  assert.deepEqual(await whole.find(), { kind: "published", remoteId: "1", url: link(1) });
  const broken = delivery(await album());
  stage.fault({ method: "sendMediaGroup", act: "cut" });
  await broken.publish();
  await stage.change("message", `${stage.chatId}/5`, { deleted: true });
  assert.equal((await broken.find())?.kind, "undecided");
  assert.deepEqual(await broken.findLater(700), { kind: "undecidable", reason: AMBIGUOUS });
});

test("an album's first copy identifies its first message", async () => {
  const { publish, find } = delivery({ type: "SLIDES", text: "Album", media: [await anImage(), await anImage()] });
  await delivery({ text: "Before" }).publish();
  stage.fault({ method: "sendMediaGroup", act: "cut" });
  await publish();
  assert.deepEqual(await find(), { kind: "published", remoteId: "2", url: link(2) });
});

test("an error while finding the last id keeps no post back", async () => {
  for (const fault of [
    { method: PROBE, act: "drop" },
    refusing(502, "Bad Gateway", undefined, PROBE),
    refusing(429, "Too Many Requests: retry after 9", { retry_after: 9 }, PROBE),
  ] as const) {
    stage.pass(3600);
    stage.fault(fault);
    assert.equal((await delivery({ text: "All the same" }).publish()).kind, "published");
  }
  assert.equal((await texts()).length, 3);
});

test("a server without the method used for probing still publishes", async () => {
  await stage.unlinkGroup();
  const missing = refusing(404, "Not Found: method not found", undefined, PROBE);
  stage.fault(missing, missing, missing, cut, ...new Array(5).fill(missing));
  const { publish, find } = delivery({ text: "Old server" });
  assert.equal((await publish()).kind, "unknown");
  assert.equal((await find())?.kind, "undecided");
});

test("another program reading the bot's updates does not matter if ids can prove the post", async () => {
  const { find } = await lost({ text: "Read elsewhere" });
  stage.fault(refusing(409, "Conflict: terminated by other getUpdates request", undefined, "getUpdates"));
  assert.deepEqual(await find(), { kind: "published", remoteId: "1", url: link(1) });
});

/** Adds another bot that may post in the channel; returns a function to call it. */
async function addBot(id: string) {
  const token = `${id}:${"b".repeat(35)}`;
  await stage.world.objects.put("bot", id, { token, first_name: "Other", username: "other_bot", allowed_updates: null });
  await stage.world.objects.put("member", `${stage.chatId}/${id}`, {
    chat_id: stage.chatId,
    bot_id: id,
    status: "administrator",
    can_post_messages: true,
    can_edit_messages: false,
  });
  return async (method: string, params: object) => {
    const body = JSON.stringify({ chat_id: stage.chatId, ...params });
    const reply = await fetch(`${stage.world.baseUrl}/bot${token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    assert.equal(reply.status, 200, await reply.text());
  };
}
