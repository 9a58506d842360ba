import type { PublishOutcome } from "../connector.ts";
import { ask, type Failure } from "./api.ts";
import { askChat, type Chat } from "./chat.ts";
import { hasOwnNumbering } from "./credentials.ts";
import { harmlessOutcomeOf } from "./errors.ts";
import { Member } from "./member.ts";

/** What stands at one id: a message that the bot may edit, somebody else's, nothing. */
export type Sight = "own" | "other" | "none" | Failure;

/**
 * What stands at one id of a chat: an edit of nothing (`editMessageReplyMarkup` without a markup) changes no message of
 * ours, and the server refuses it in words that tell. Ids of deleted messages are `none` for good.
 */
export async function look(chat: Chat, chatId: string, messageId: number): Promise<Sight> {
  const answer = await ask(chat.bot, {
    method: "editMessageReplyMarkup",
    params: { chat_id: Number(chatId), message_id: messageId },
  });
  if (answer.kind === "ok") return "own";
  const words = answer.kind === "refused" && answer.status === 400 ? (answer.description ?? "") : "";
  if (/not modified/i.test(words)) return "own";
  if (/can'?t be edited/i.test(words)) return "other";
  if (/message (to edit )?not found|MESSAGE_ID_INVALID/i.test(words)) return "none";
  return answer;
}

/**
 * Whether looking tells own messages from others' and harms none. A bot with the right to edit the posts of others is
 * told "own" of all of them, and its edit of nothing would take the buttons off those that have some: it never looks.
 * Rights change, so they are asked for each time. Basic groups do not number their messages by themselves.
 */
export async function mayLook(chat: Chat, chatId: string): Promise<boolean | PublishOutcome> {
  if (!hasOwnNumbering(chatId)) return false;
  // In groups nobody may edit what others wrote.
  if (chatId !== chat.id() || chat.facts.chatType !== "channel") return true;
  if (chat.facts.botId === null) return false;
  const answer = await askChat(chat, { method: "getChatMember", params: { user_id: chat.facts.botId } });
  if (answer.kind !== "ok") return stoppedBy(answer) ?? false;
  const member = Member.safeParse(answer.result).data;
  return member?.status === "administrator" && member.can_edit_messages !== true;
}

/** Floods, refused access and missing answers end the attempt before it has begun; words that say nothing here do not. */
export function stoppedBy(failure: Failure): PublishOutcome | null {
  const outcome = harmlessOutcomeOf(failure);
  return outcome.kind === "rejected" ? null : outcome;
}
