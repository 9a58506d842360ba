import { z } from "zod";
import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import { type Answer, ask, type Bot, type Failure, type Request } from "./api.ts";
import type { Facts } from "./chat.ts";
import { readCredentials } from "./credentials.ts";
import { reasonOf } from "./errors.ts";
import { Member } from "./member.ts";

const User = z.object({ id: z.int(), username: z.string().nullish() });
const FullChat = z.object({
  id: z.int(),
  type: z.string(),
  title: z.string().nullish(),
  username: z.string().nullish(),
  linked_chat_id: z.int().nullish(),
  invite_link: z.string().nullish(),
  permissions: z.object({ can_send_messages: z.boolean().optional() }).nullish(),
});
type FullChat = z.output<typeof FullChat>;
/** Verifies a bot's token and its right to post. The identity is the chat's number, since names change. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const credentials = readCredentials(given);
  if ("problem" in credentials) return { kind: "refused", reason: credentials.problem };
  const bot: Bot = { token: credentials.botToken, call };
  const me = await read(bot, { method: "getMe", params: {} }, User);
  if ("kind" in me) return me;
  const chatId = /^-?\d+$/.test(credentials.chatId) ? Number(credentials.chatId) : credentials.chatId;
  const chat = await read(bot, { method: "getChat", params: { chat_id: chatId } }, FullChat);
  if ("kind" in chat) return chat;
  const type = chatTypeOf(chat);
  if (type === null) return { kind: "refused", reason: "The chat is private; use a channel or a group." };
  const member = await read(bot, { method: "getChatMember", params: { chat_id: chat.id, user_id: me.id } }, Member);
  if ("kind" in member) return member;
  const problem = problemOf(member, chat, me.username ?? String(me.id));
  if (problem !== null) return { kind: "refused", reason: problem };
  const facts: Facts = {
    chatType: type,
    title: chat.title ?? null,
    username: chat.username ?? null,
    linkedChatId: chat.linked_chat_id == null || type !== "channel" ? null : String(chat.linked_chat_id),
    botId: me.id,
    botUsername: me.username ?? null,
    pagesAtBase: call.baseUrl !== null && (chat.invite_link ?? "").startsWith(`${call.baseUrl}/`),
  };
  return {
    kind: "connected",
    remoteId: String(chat.id),
    handle: chat.username ? `@${chat.username}` : (chat.title ?? String(chat.id)),
    credentials: { botToken: credentials.botToken, chatId: String(chat.id), lastMessageId: null, sends: [] },
    settings: { ...facts },
  };
}

async function read<T extends z.ZodType>(
  bot: Bot,
  request: Request,
  form: T,
): Promise<z.output<T> | Exclude<ConnectOutcome, { kind: "connected" }>> {
  const answer: Answer = await ask(bot, request);
  if (answer.kind !== "ok") return refusalOf(answer);
  const result = form.safeParse(answer.result);
  return result.success ? result.data : { kind: "refused", reason: "The server does not respond like the Bot API." };
}

function refusalOf(failure: Failure): Exclude<ConnectOutcome, { kind: "connected" }> {
  const isPassing = failure.kind !== "refused" || failure.status >= 500 || failure.status === 429;
  return { kind: isPassing ? "unreachable" : "refused", reason: reasonOf(failure) };
}

function chatTypeOf({ type }: FullChat): Facts["chatType"] | null {
  return type === "channel" || type === "supergroup" || type === "group" ? type : null;
}

function problemOf(member: Member, chat: FullChat, name: string): string | null {
  const { status } = member;
  if (status === "creator") return null;
  if (chat.type === "channel") {
    if (status === "administrator" && member.can_post_messages === true) return null;
    return `The bot @${name} may not post in this channel: make it an administrator with the right "Post messages".`;
  }
  if (status === "administrator") return null;
  if (status === "member" && chat.permissions?.can_send_messages !== false) return null;
  if (status === "restricted" && member.is_member !== false && member.can_send_messages === true) return null;
  return `The bot @${name} may not write in this group: make it a member with permission to send messages.`;
}
