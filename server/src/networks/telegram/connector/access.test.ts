import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { aPost } from "../../connectors/testing/posts.ts";
import { telegram } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

const { publish } = telegram;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

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
  const outcome = await publish(aPost({ text: "Moved" }), account, stage.call());
  assert.deepEqual(outcome, { kind: "published", remoteId: "1", url: "https://t.me/c/2000999999/1" });
  assert.equal(Object(stored.at(-1)).chatId, "-1002000999999");
  assert.deepEqual(await stage.messages(), []);
  assert.equal((await stage.messages("-1002000999999")).length, 1);
});

test("a chat that is not found twice is unauthorized, once only rejected", async () => {
  const body = { ok: false, error_code: 400, description: "Bad Request: chat not found" };
  const notFound = (method: string) => ({ method, act: { status: 400, body } });
  stage.fault(notFound("sendMessage"));
  assert.equal((await publish(aPost(), stage.account(), stage.call())).kind, "rejected");
  stage.fault(notFound("sendMessage"), notFound("getChat"));
  assert.deepEqual(await publish(aPost(), stage.account(), stage.call()), {
    kind: "unauthorized",
    reason: "Telegram: Bad Request: chat not found (status 400)",
  });
});
