import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { serve } from "../../../ground/net/testing/servers.ts";
import { chatIdOf, readCredentials } from "./credentials.ts";
import { telegram } from "./index.ts";
import { methodOf, openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

// Shows Telegram: token or address
test("connecting returns the chat's number, its name, completed credentials and the chat's facts", async () => {
  assert.deepEqual(await stage.connect(), {
    kind: "connected",
    remoteId: stage.chatId,
    handle: "@corner_bakery",
    credentials: { botToken: stage.credentials.botToken, chatId: stage.chatId, lastMessageId: null, sends: [] },
    settings: {
      chatType: "channel",
      title: "Corner Bakery",
      username: "corner_bakery",
      linkedChatId: stage.groupId,
      botId: Number(stage.botId),
      botUsername: "corner_bakery_bot",
      pagesAtBase: true,
    },
  });
  assert.deepEqual(stage.exchanges.map(methodOf), ["getMe", "getChat", "getChatMember", "getMe", "getChat", "getChatMember"]);
});

test("a private channel is connected by its number and known by its title", async () => {
  await stage.change("chat", stage.chatId, { username: null });
  const outcome = await telegram.connect({ ...stage.credentials, chatId: Number(stage.chatId) }, stage.call());
  assert.ok(outcome.kind === "connected");
  assert.deepEqual([outcome.remoteId, outcome.handle], [stage.chatId, "Corner Bakery"]);
});

test("a bot that may not post in the channel is refused with what to do", async () => {
  const refusal = {
    kind: "refused",
    reason: 'The bot @corner_bakery_bot may not post in this channel: make it an administrator with the right "Post messages".',
  };
  const member = `${stage.chatId}/${stage.botId}`;
  await stage.change("member", member, { can_post_messages: false });
  assert.deepEqual(await stage.connect(), refusal);
  await stage.change("member", member, { status: "member" });
  assert.deepEqual(await stage.connect(), refusal);
  await stage.change("member", member, { status: "kicked" });
  assert.deepEqual(await stage.connect(), {
    kind: "refused",
    reason: "Telegram: Forbidden: bot was kicked from the channel chat (status 403)",
  });
});

test("a group is connected if the bot may write there, and has no separate place for comments", async () => {
  const inGroup = () => telegram.connect({ ...stage.credentials, chatId: stage.groupId }, stage.call());
  const member = `${stage.groupId}/${stage.botId}`;
  await stage.change("member", member, { status: "member" });
  const outcome = await inGroup();
  assert.ok(outcome.kind === "connected");
  assert.deepEqual(
    [outcome.remoteId, Object(outcome.settings).chatType, Object(outcome.settings).linkedChatId],
    [stage.groupId, "supergroup", null],
  );
  await stage.change("member", member, { status: "restricted" });
  assert.deepEqual(await inGroup(), {
    kind: "refused",
    reason: "The bot @corner_bakery_bot may not write in this group: make it a member with permission to send messages.",
  });
});

test("a wrong token and an unknown chat are refused with Telegram's message", async () => {
  const wrong = `${stage.botId}:${"x".repeat(35)}`;
  assert.deepEqual(await telegram.connect({ ...stage.credentials, botToken: wrong }, stage.call()), {
    kind: "refused",
    reason: "Telegram: Unauthorized (status 401)",
  });
  assert.deepEqual(await telegram.connect({ ...stage.credentials, chatId: "@nobody_here" }, stage.call()), {
    kind: "refused",
    reason: "Telegram: Bad Request: chat not found (status 400)",
  });
});

test("a private chat is refused", async () => {
  const chat = { ok: true, result: { id: 5, type: "private", first_name: "Anna" } };
  stage.fault({ method: "getChat", act: { status: 200, body: chat } });
  assert.deepEqual(await stage.connect(), { kind: "refused", reason: "The chat is private; use a channel or a group." });
});

test("server errors, rate limits and no response are unreachable; another service is refused", async () => {
  stage.fault({ method: "getMe", act: { status: 502, body: "<h1>Bad Gateway</h1>" } });
  assert.deepEqual(await stage.connect(), { kind: "unreachable", reason: "Telegram: the Bot API answered with status 502" });
  stage.fault({
    method: "getChat",
    act: { status: 429, body: { ok: false, error_code: 429, description: "Too Many Requests: retry after 5" } },
  });
  assert.equal((await stage.connect()).kind, "unreachable");
  stage.fault({ method: "getMe", act: { status: 200, body: { ok: true, result: "hello" } } });
  assert.deepEqual(await stage.connect(), { kind: "refused", reason: "The server does not respond like the Bot API." });
  const nobody = await serve((_request, response) => response.end());
  await nobody[Symbol.asyncDispose]();
  assert.equal((await telegram.connect(stage.credentials, { ...stage.call(), baseUrl: nobody.origin })).kind, "unreachable");
});

test("every way of writing a chat yields the same chat", () => {
  for (const way of [
    "@corner_bakery",
    "corner_bakery",
    "https://t.me/corner_bakery",
    "t.me/corner_bakery/17",
    "https://telegram.me/corner_bakery?boost",
  ]) {
    assert.equal(chatIdOf(way), "@corner_bakery", way);
  }
  for (const way of ["-1001234567890", "https://t.me/c/1234567890", "t.me/c/1234567890/5"])
    assert.equal(chatIdOf(way), "-1001234567890", way);
  for (const none of ["", "@", "abc", "a b c d e", "https://example.com/channel", "@1abcdef", "t.me/+AbCdEf", "../getMe"]) {
    assert.equal(chatIdOf(none), null, none);
  }
});

test("credentials without their fields, or with a token that would be another address, are refused", () => {
  const missing = { problem: 'The credentials need "botToken" (from @BotFather) and "chatId" (such as @channel).' };
  for (const given of [null, "text", {}, { botToken: "1:a" }, { botToken: "", chatId: "@channel" }, { botToken: "1:a", chatId: 1.5 }]) {
    assert.deepEqual(readCredentials(given), missing);
  }
  for (const botToken of ["abc", "1:a/../x", "1:a b", "1:", ":a", "bot1:a", "1:a?x", "1:ä"]) {
    assert.deepEqual(readCredentials({ botToken, chatId: "@channel" }), {
      problem: "The bot token must look like 123456789:AA…, as given by @BotFather.",
    });
  }
  assert.deepEqual(readCredentials({ botToken: "1:a", chatId: "?" }), {
    problem: "The chat must be a public name such as @channel, or a number such as -1001234567890.",
  });
});
