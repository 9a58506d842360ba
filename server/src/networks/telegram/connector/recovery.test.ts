import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { TO_BE_FOUND } from "../../connectors/to-be-found.ts";
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
    firstPart: () => telegram.firstPart?.(post, stage.account(), stage.call(checkpoint)),
  };
}

const NOT_YET = "Telegram does not list it yet.";
const AMBIGUOUS = "Telegram: the bot has posted messages that may or may not be this one.";
const texts = async () => (await stage.messages()).map(({ text, caption }) => text || caption);
const asked = (method: string) => stage.exchanges.filter((exchange) => methodOf(exchange) === method).length;
const link = (id: number) => `${stage.world.baseUrl}/corner_bakery/${id}`;
const member = () => `${stage.chatId}/${stage.botId}`;

test("Telegram has no key that makes a repeat safe", () => {
  assert.equal(telegram.repeatSafeSeconds({}), 0);
});

test("a request without a response is unknown and is not repeated, however often publishing is tried", async () => {
  const { publish } = delivery({ text: "Once" });
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  assert.deepEqual(await publish(), TO_BE_FOUND);
  assert.deepEqual([await texts(), asked("sendMessage")], [["Once"], 1]);
});

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
test("without a discussion group the ids above the last one prove the post, even the very first in a channel", async () => {
  await stage.unlinkGroup();
  for (const [id, text] of [
    [1, "First"],
    [2, "Second"],
  ] as const) {
    const { publish, find } = delivery({ text });
    stage.fault(cut);
    assert.equal((await publish()).kind, "unknown");
    assert.deepEqual(await find(), { kind: "published", remoteId: String(id), url: link(id) });
    assert.deepEqual(await publish(), { kind: "published", remoteId: String(id), url: link(id) });
  }
  assert.deepEqual(await texts(), ["First", "Second"]);
});

test("after two minutes, no id above the last one proves that the request created nothing, and publishing then works", async () => {
  await stage.unlinkGroup();
  const { publish, find, findLater } = delivery({ text: "Late" });
  stage.fault(drop);
  assert.equal((await publish()).kind, "unknown");
  const early = await find();
  assert.ok(early?.kind === "undecided" && early.reason === NOT_YET, JSON.stringify(early));
  const left = early.retryAfterSeconds ?? 0;
  assert.ok(left > 0 && left <= ARRIVAL_SECONDS, String(left));
  assert.deepEqual(await findLater(left), { kind: "absent" });
  assert.equal((await publish()).kind, "published");
  assert.deepEqual(await texts(), ["Late"]);
});

test("what arrives after the first look is found, and nothing is sent twice", async () => {
  await stage.unlinkGroup();
  const { publish, find, findLater } = delivery({ type: "IMAGE", text: "Slow", media: [await anImage()] });
  stage.fault({ method: "sendPhoto", act: "cut" });
  assert.equal((await publish()).kind, "unknown");
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
  const { publish, find, findLater } = delivery({ text: "Mine" });
  stage.fault(drop);
  await publish();
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
  const { publish, find } = delivery({ text: "Mine" });
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  assert.deepEqual(await find(), { kind: "published", remoteId: "41", url: link(41) });
});

test("a later post of this channel, from another delivery, is not mistaken for the lost one", async () => {
  await stage.unlinkGroup();
  const lost = delivery({ text: "Lost" });
  stage.fault(drop);
  await lost.publish();
  assert.equal((await delivery({ text: "Other" }).publish()).kind, "published");
  assert.deepEqual(await lost.findLater(), { kind: "absent" });
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
    const { publish, find } = delivery({ text: "Lost" });
    stage.fault(cut);
    assert.equal((await publish()).kind, "unknown");
    await find();
  }
  assert.deepEqual(
    (await stage.messages()).slice(0, 4).map(({ reply_markup }) => reply_markup),
    new Array(4).fill(buttons),
  );
});

test("a bot that may edit others' posts cannot tell whose a message is, but sees that there is none", async () => {
  await stage.unlinkGroup();
  const { publish, find, findLater } = delivery({ text: "Who knows" });
  stage.fault(cut);
  await publish();
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
  const { publish, find } = delivery({ text: "Lost" });
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  stage.pass(ARRIVAL_SECONDS);
  assert.deepEqual(await find(), { kind: "undecidable", reason: AMBIGUOUS });
  assert.equal((await publish()).kind, "unknown");
});

test("a search that Telegram slows down goes on where it stopped, until it is sure", async () => {
  await stage.unlinkGroup();
  await delivery({ text: "Before" }).publish();
  const { publish, find } = delivery({ text: "Never arrived" });
  stage.fault(drop);
  await publish();
  await stage.settings({ messages_per_minute_in_chat: 20 });
  stage.pass(ARRIVAL_SECONDS);
  let minutes = 0;
  for (; minutes < 20 && (await find())?.kind !== "absent"; minutes += 1) stage.pass(61);
  assert.ok(minutes > 1 && minutes < 12, `${minutes}`);
  assert.equal((await publish()).kind, "published");
  assert.deepEqual(await texts(), ["Before", "Never arrived"]);
});

test("in a run of posts only the first one asks where the chat ends, whatever others post in between", async () => {
  const other = await addBot("6000");
  for (const text of ["One", "Two", "Three"]) {
    assert.equal((await delivery({ text }).publish()).kind, "published");
    await other("sendMessage", { text: "In between" });
  }
  await delivery({ type: "SLIDES", text: "Album", media: [await anImage(), await anImage()] }).publish();
  await delivery({ type: "THREAD", segments: ["Four", "Five"] }).publish();
  assert.equal(asked(PROBE), 9);
  assert.deepEqual([asked("sendMessage"), asked("sendMediaGroup")], [5, 1]);
});

test("after a pause of more than two minutes or an unknown outcome the chat's end is requested again, but not for being connected again", async () => {
  await stage.unlinkGroup();
  const probes = async (publish: () => Promise<unknown>) => {
    const before = asked(PROBE);
    await publish();
    return Math.min(1, asked(PROBE) - before);
  };
  const post = () => delivery({ text: "Another" }).publish();
  assert.deepEqual([await probes(post), await probes(post)], [1, 0]);
  stage.pass(121);
  assert.deepEqual([await probes(post), await probes(post)], [1, 0]);
  const lost = delivery({ text: "Lost" });
  stage.fault(cut);
  assert.equal(await probes(lost.publish), 0);
  assert.deepEqual([await probes(post), await probes(post)], [1, 1]);
  assert.equal((await lost.find())?.kind, "published");
  assert.equal(await probes(post), 0);
  await stage.reconnect();
  assert.deepEqual([await probes(post), await probes(post)], [0, 0]);
  stage.pass(-60);
  assert.deepEqual([await probes(post), await probes(post)], [1, 0]);
});

test("a request lost in the middle of a run is found or proved absent without having probed", async () => {
  await stage.unlinkGroup();
  const other = await addBot("6000");
  await delivery({ text: "Before" }).publish();
  await other("sendMessage", { text: "Other" });
  const probed = asked(PROBE);
  const { publish, find, findLater } = delivery({ text: "Lost" });
  stage.fault(drop);
  assert.equal((await publish()).kind, "unknown");
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

test("a thread lost in the middle continues after the last part that is proved", async () => {
  for (const unlink of [false, true]) {
    if (unlink) await stage.unlinkGroup();
    const count = (await stage.messages()).length;
    const { publish, find, findLater } = delivery({ type: "THREAD", segments: ["One", "One", "Three"] });
    stage.fault(refusing(429, "Too Many Requests: retry after 3", { retry_after: 3 }));
    assert.deepEqual(await publish(), {
      kind: "busy",
      reason: "Telegram: Too Many Requests: retry after 3 (status 429)",
      retryAfterSeconds: 4,
      scope: "channel",
    });
    stage.fault(cut);
    assert.equal((await publish()).kind, "unknown");
    assert.deepEqual(await find(), { kind: "absent" });
    stage.fault(refusing(502, "Bad Gateway"));
    assert.equal((await publish()).kind, "unknown");
    assert.deepEqual(await findLater(), { kind: "absent" });
    assert.equal((await publish()).kind, "published");
    assert.deepEqual(
      (await stage.messages()).slice(count).map(({ text, reply_to }) => [text, reply_to]),
      [
        ["One", null],
        ["One", count + 1],
        ["Three", count + 2],
      ],
    );
    assert.equal((await find())?.kind, "published");
  }
});

test("a photo with a long caption is not sent again when the text below it is temporarily refused", async () => {
  const { publish } = delivery({ type: "IMAGE", text: "x".repeat(1500), media: [await anImage()] });
  stage.fault(refusing(429, "Too Many Requests: retry after 1", { retry_after: 1 }));
  assert.equal((await publish()).kind, "busy");
  assert.equal((await publish()).kind, "published");
  assert.equal(asked("sendPhoto"), 1);
});

test("after a refusal in the middle, the first message is known", async () => {
  const { publish, firstPart } = delivery({ type: "IMAGE", text: "x".repeat(1500), media: [await anImage()] });
  stage.fault(refusing(400, "Bad Request: message text is not welcome"));
  assert.deepEqual(await publish(), {
    kind: "rejected",
    reason: "Telegram: Bad Request: message text is not welcome (status 400)",
  });
  assert.deepEqual(firstPart(), { remoteId: "1", url: link(1) });
});

test("publishing a published delivery again returns the same without a request; a republication is new", async () => {
  const { publish } = delivery({ text: "Same" });
  const first = await publish();
  const count = stage.exchanges.length;
  assert.deepEqual(await publish(), first);
  assert.equal(stage.exchanges.length, count);
  await delivery({ text: "Same" }).publish();
  assert.deepEqual(await texts(), ["Same", "Same"]);
});

test("a group that became a supergroup is followed: its id is stored and the request repeated", async () => {
  const supergroup = { type: "supergroup", title: "Bakers", username: null, linked_chat_id: null, migrated_to: null } as const;
  await stage.world.objects.put("chat", "-1002000999999", supergroup);
  await stage.change("member", `-1002000999999/${stage.botId}`, {
    chat_id: "-1002000999999",
    bot_id: stage.botId,
    status: "member",
    can_post_messages: true,
    can_edit_messages: false,
  });
  await stage.world.objects.put("chat", "-77", { ...supergroup, type: "group", migrated_to: "-1002000999999" });
  const stored: unknown[] = [];
  const account = {
    ...stage.account(),
    credentials: { ...Object(stage.account().credentials), chatId: "-77" },
    settings: { chatType: "group", botId: Number(stage.botId) },
    saveCredentials: async (credentials: unknown) => stored.push(credentials) > 0,
  };
  const outcome = await telegram.publish(aPost({ text: "Moved" }), account, stage.call());
  assert.deepEqual(outcome, { kind: "published", remoteId: "1", url: "https://t.me/c/2000999999/1" });
  assert.equal(Object(stored.at(-1)).chatId, "-1002000999999");
  assert.deepEqual(await texts(), []);
  assert.equal((await stage.messages("-1002000999999")).length, 1);
});

test("a chat that is not found twice is unauthorized, once only rejected", async () => {
  const notFound = (method: string) => refusing(400, "Bad Request: chat not found", undefined, method);
  stage.fault(notFound("sendMessage"));
  assert.equal((await delivery({}).publish()).kind, "rejected");
  stage.fault(notFound("sendMessage"), notFound("getChat"));
  assert.deepEqual(await delivery({}).publish(), {
    kind: "unauthorized",
    reason: "Telegram: Bad Request: chat not found (status 400)",
  });
});

test("a removed bot, a revoked token and a lost right are unauthorized", async () => {
  await stage.change("member", member(), { status: "kicked" });
  assert.deepEqual(await delivery({}).publish(), {
    kind: "unauthorized",
    reason: "Telegram: Forbidden: bot was kicked from the channel chat (status 403)",
  });
  await stage.change("member", member(), { status: "administrator", can_post_messages: false });
  assert.equal((await delivery({}).publish()).kind, "unauthorized");
  await stage.change("bot", stage.botId, { token: `${stage.botId}:another` });
  assert.deepEqual(await delivery({}).publish(), { kind: "unauthorized", reason: "Telegram: Unauthorized (status 401)" });
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

test("the chat's rate limit is waited out for as long as the server says, plus one second", async () => {
  await delivery({}).publish();
  await stage.settings({ messages_per_minute_in_chat: 2 });
  stage.pass(60);
  await delivery({}).publish();
  await delivery({}).publish();
  const third = delivery({ text: "Third" });
  const outcome = await third.publish();
  assert.ok(outcome.kind === "busy" && outcome.retryAfterSeconds >= 2 && outcome.retryAfterSeconds <= 61, JSON.stringify(outcome));
  stage.pass(outcome.retryAfterSeconds);
  assert.equal((await third.publish()).kind, "published");
});

test("find before anything was sent is absent, and no lookup while Telegram does not respond", async () => {
  await stage.unlinkGroup();
  const { publish, find } = delivery({});
  assert.deepEqual(await find(), { kind: "absent" });
  stage.fault(cut);
  await publish();
  stage.fault(refusing(429, "Too Many Requests: retry after 5", { retry_after: 5 }, PROBE));
  const reason = "Telegram: Too Many Requests: retry after 5 (status 429)";
  assert.deepEqual(await find(), { kind: "notAsked", reason, retryAfterSeconds: 60 });
});

test("another program reading the bot's updates does not matter if ids can prove the post", async () => {
  const { publish, find } = delivery({ text: "Read elsewhere" });
  stage.fault(cut);
  await publish();
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

test("a reader's like does not affect find", async () => {
  await stage.unlinkGroup();
  const { publish, find } = delivery({ text: "Liked" });
  stage.fault(cut);
  await publish();
  await telegramSandbox.react(stage.world, `${stage.chatId}/1`, { kind: "like" });
  assert.equal((await find())?.kind, "published");
});
