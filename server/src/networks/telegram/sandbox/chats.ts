import { randomBytes } from "node:crypto";
import { folded } from "../../sandbox/kit/names.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, findOrInsert, insert, known, type Stored } from "./model.ts";
import { badRequest, refusal } from "./refusal.ts";

export type Bot = Stored<"bot">;
export type Chat = Stored<"chat">;

/** Creates or finds the channel with this name, its discussion group and a bot for both. Concurrent calls get the same one. */
export async function accountNamed(world: SandboxWorld, name: string): Promise<{ readonly chat: Chat; readonly bot: Bot }> {
  const username = usernameOf(name);
  const title = name.trim() || username;
  const ids = { chat_id: await newChatId(world), bot_id: await world.objects.nextId() };
  const { chat_id, bot_id } = await findOrInsert(world, "account", username, ids);
  if ((await find(world, "chat", chat_id)) === null) {
    const groupId = await newChatId(world);
    await insert(world, "chat", groupId, {
      type: "supergroup",
      title: `${title} Chat`,
      username: null,
      linked_chat_id: chat_id,
      migrated_to: null,
    });
    await insert(world, "chat", chat_id, { type: "channel", title, username, linked_chat_id: groupId, migrated_to: null });
  }
  const chat = await known(world, "chat", chat_id);
  const token = `${bot_id}:${randomBytes(26).toString("base64url")}`;
  // Named after the channel, so that readers recognize its comments as the channel's own.
  const bot = await findOrInsert(world, "bot", bot_id, { token, first_name: title, username: `${username}_bot`, allowed_updates: null });
  await insert(world, "username", username, { chat_id });
  await join(world, { chatId: chat_id, botId: bot_id });
  if (chat.linked_chat_id !== null) await join(world, { chatId: chat.linked_chat_id, botId: bot_id });
  return { chat, bot };
}

/** Finds a chat by number or, if public, by `@name`. Refuses a group that has become a supergroup, naming its new id. */
export async function chatNamed(world: SandboxWorld, name: unknown): Promise<Chat> {
  const text = typeof name === "string" || typeof name === "number" ? `${name}` : "";
  if (text === "") throw badRequest("chat_id is empty");
  const id = text.startsWith("@") ? (await find(world, "username", text.slice(1).toLowerCase()))?.chat_id : text;
  const chat = id === undefined ? null : await find(world, "chat", id);
  if (chat === null) throw badRequest("chat not found");
  if (chat.migrated_to !== null) {
    const migrated = { migrate_to_chat_id: Number(chat.migrated_to) };
    throw refusal(400, "Bad Request: group chat was upgraded to a supergroup chat", migrated);
  }
  return chat;
}

/** The bot with this token; refuses invalid tokens as the real server does. */
export async function botOfToken(world: SandboxWorld, token: string): Promise<Bot> {
  const bot = await find(world, "bot", token.slice(0, token.indexOf(":")));
  if (bot === null || bot.token !== token) throw refusal(401, "Unauthorized");
  return bot;
}

export function memberOf(world: SandboxWorld, chat: Chat, botId: string): Promise<Stored<"member"> | null> {
  return find(world, "member", `${chat.id}/${botId}`);
}

/** The bot's membership in the chat; refuses if it is not a member. */
export async function requireMember(world: SandboxWorld, chat: Chat, bot: Bot): Promise<Stored<"member">> {
  const member = await memberOf(world, chat, bot.id);
  const kind = chat.type === "channel" ? "channel chat" : chat.type === "supergroup" ? "supergroup chat" : "group chat";
  if (member?.status === "kicked") throw refusal(403, `Forbidden: bot was kicked from the ${kind}`);
  if (member === null || member.status === "left") throw refusal(403, `Forbidden: bot is not a member of the ${kind}`);
  return member;
}

/** Refuses a bot that may not write in the chat. */
export async function requireWriter(world: SandboxWorld, chat: Chat, bot: Bot): Promise<void> {
  const member = await requireMember(world, chat, bot);
  if (chat.type === "channel" && (member.status !== "administrator" || !member.can_post_messages)) {
    throw badRequest("need administrator rights in the channel chat");
  }
  if (member.status === "restricted") throw badRequest("not enough rights to send text messages to the chat");
}

/** A new number for a channel or supergroup. */
export async function newChatId(world: SandboxWorld): Promise<string> {
  return String(-1_002_000_000_000 - Number(await world.objects.nextId()));
}

/** Without the right to edit others' posts: it is not needed, and without it the bot can recognize its own. */
async function join(world: SandboxWorld, { chatId, botId }: { chatId: string; botId: string }): Promise<void> {
  await insert(world, "member", `${chatId}/${botId}`, {
    chat_id: chatId,
    bot_id: botId,
    status: "administrator",
    can_post_messages: true,
    can_edit_messages: false,
  });
}

/** 5 to 32 letters, digits and underscores, a letter first. */
function usernameOf(name: string): string {
  const slug = folded(name)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "")
    .slice(0, 28)
    .replace(/_+$/, "");
  if (slug === "") return "channel";
  return slug.length < 5 ? `${slug}_news` : slug;
}
