import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { vendorContract } from "../../../testing/contracts.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import type { Exchange } from "../../connectors/testing/network.ts";
import { anImage, aPost, aVideo } from "../../connectors/testing/posts.ts";
import { telegramSandbox } from "../sandbox/index.ts";
import { telegram } from "./index.ts";
import { type BotApi, openBotApi } from "./testing/bot-api.ts";
import { methodOf, openStage, type Stage } from "./testing/stage.ts";

/** The Bot API's own tables. */
const { path, skip } = vendorContract("telegram/api.json");

/** Every method that the connector calls. */
const METHODS = [
  "getMe",
  "getChat",
  "getChatMember",
  "getUpdates",
  "sendMessage",
  "sendPhoto",
  "sendVideo",
  "sendAnimation",
  "sendDocument",
  "sendMediaGroup",
  "sendPoll",
  "editMessageLiveLocation",
  "getWebhookInfo",
] as const;

let stage: Stage;
let api: BotApi;
before(async () => {
  if (skip === false) api = openBotApi(JSON.parse(readFileSync(path, "utf8")));
  stage = await openStage();
  await play(stage);
});
after(() => stage[Symbol.asyncDispose]());

test("the script below calls every method that is checked against the contract, and no other", () => {
  assert.deepEqual([...new Set(stage.exchanges.map(methodOf))].toSorted(), [...METHODS].toSorted());
});

for (const method of METHODS) {
  test(`${method}: requests and responses match the contract`, { skip }, () => {
    const mistakes = stage.exchanges.filter((exchange) => methodOf(exchange) === method).flatMap((exchange) => check(api, exchange));
    assert.deepEqual(mistakes, []);
  });
}

test("the checker finds mistakes", { skip }, () => {
  assert.notDeepEqual(api.problemsOfRequest("sendMessage", { chat_id: 1, text: "a", unknown: 1 }), []);
  assert.notDeepEqual(api.problemsOfRequest("sendMessage", { chat_id: 1 }), []);
  assert.notDeepEqual(api.problemsOfRequest("sendPoll", { chat_id: 1, question: "a", options: [{ label: "a" }] }), []);
  assert.notDeepEqual(api.problemsOfResult("sendMessage", { message_id: 1, date: 1, chat: { id: 1, type: 5 } }), []);
  assert.notDeepEqual(api.problemsOfResult("sendMediaGroup", {}), []);
});

/** Everything the connector does. */
async function play({ account, call, fault }: Stage): Promise<void> {
  const publish = (fields: Parameters<typeof aPost>[0]) => telegram.publish(aPost(fields), account(), call());
  const text = await publish({ text: "Fresh! https://shop.example #bread" });
  assert.ok(text.kind === "published");
  const gif = aVideo({
    name: "a.gif",
    mime: "image/gif",
    file: async () => new File(["GIF89a\x01\x00\x01\x00\x00\x00\x00;"], "a.gif", { type: "image/gif" }),
  });
  const pdf = aVideo({ name: "menu.pdf", mime: "application/pdf" });
  for (const media of [[await anImage()], [aVideo()], [gif], [pdf], [await anImage(), aVideo()], [pdf, pdf]]) {
    assert.equal((await publish({ type: "MULTIMEDIA", media })).kind, "published");
  }
  assert.equal((await publish({ type: "THREAD", segments: ["One", "Two"] })).kind, "published");
  const poll = { question: "Which?", options: ["A", "B"], period: "7d" as const };
  assert.equal((await publish({ type: "POLL", text: "Choose", poll })).kind, "published");
  const quiz = { ...poll, correctOptionIndex: 1, explanation: "Because. ".repeat(40) };
  assert.equal((await publish({ type: "POLL", text: "", poll: quiz })).kind, "published");
  const order = { key: "c", dueAt: aPost().dueAt, text: "A comment", remoteId: text.remoteId };
  await telegramSandbox.react(stage.world, `${stage.chatId}/1`, { kind: "comment", text: "Hello" });
  assert.equal((await telegram.comment?.(order, account(), call()))?.kind, "published");
  const lost = aPost({ text: "Lost" });
  const checkpoint = memoryCheckpoint();
  fault({ method: "sendMessage", act: "cut" });
  await telegram.publish(lost, account(), call(checkpoint));
  assert.equal((await telegram.find?.(lost, account(), call(checkpoint)))?.kind, "published");
  const member = `${stage.chatId}/${stage.botId}`;
  await stage.change("member", member, { status: "kicked" });
  assert.equal((await publish({})).kind, "unauthorized");
}

function check(api: BotApi, exchange: Exchange): string[] {
  const { request, reply } = exchange;
  const method = methodOf(exchange);
  const problems = api.problemsOfRequest(method, paramsOf(request.body));
  // There is nothing to check in a response that was cut off.
  if (reply.kind !== "answered") return problems;
  const body = JSON.parse(reply.text ?? "");
  if (body.ok === true) return [...problems, ...api.problemsOfResult(method, body.result)];
  const isError = body.ok === false && body.error_code === reply.status && typeof body.description === "string";
  return isError ? problems : [...problems, `${method} answers an error of another form: ${reply.text}`];
}

/** Multipart fields as the Bot API reads them: JSON text as its value, a file as its name. */
function paramsOf(body: Exchange["request"]["body"]): unknown {
  if (typeof body === "string") return JSON.parse(body);
  if (!(body instanceof FormData)) return {};
  const fields = [...body].filter(([name]) => !/^file\d+$/.test(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === "string" ? fieldValue(value) : value.name]));
}

function fieldValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
