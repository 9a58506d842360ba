import type { PublishOutcome } from "../connector.ts";
import { ask, type Failure } from "./api.ts";
import { askChat, type Chat } from "./chat.ts";
import { hasOwnNumbering } from "./credentials.ts";
import { harmlessOutcomeOf } from "./errors.ts";
import { Member } from "./member.ts";

/** What is at an id: a message that the bot may edit, someone else's, or nothing. */
type Seen = "own" | "other" | "none";
export type Sight = Seen | Failure;

/**
 * Finds out what is at an id of a chat with an edit that changes nothing (`editMessageReplyMarkup` without a markup): the
 * server's wording of the refusal tells the cases apart. Ids of deleted messages stay `none` for good.
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

/** The same for several ids that follow each other, asked together; one failure is that of all. */
export async function lookAlong(chat: Chat, chatId: string, { from, length }: Range): Promise<readonly Seen[] | Failure> {
  const sights = await Promise.all(Array.from({ length }, (_, index) => look(chat, chatId, from + index)));
  return sights.find((sight) => typeof sight === "object") ?? (sights as Seen[]);
}

interface Range {
  readonly from: number;
  readonly length: number;
}

/** Ids that are probed together. */
export const LOOK_TOGETHER = 5;

/**
 * Whether probing can tell the bot's own messages from others' without harm. A bot with the right to edit others' posts
 * gets "own" for all of them, and its empty edit would remove their buttons, so it must never probe. Rights change, so they
 * are requested each time. Basic groups do not number their own messages.
 */
export async function mayLook(chat: Chat, chatId: string): Promise<boolean | PublishOutcome> {
  if (!hasOwnNumbering(chatId)) return false;
  // In groups nobody can edit what others wrote.
  if (chatId !== chat.id() || chat.facts.chatType !== "channel") return true;
  if (chat.facts.botId === null) return false;
  const answer = await askChat(chat, { method: "getChatMember", params: { user_id: chat.facts.botId } });
  if (answer.kind !== "ok") return stoppedBy(answer) ?? false;
  const member = Member.safeParse(answer.result).data;
  return member?.status === "administrator" && member.can_edit_messages !== true;
}

/** Rate limits, refused access and missing responses end the attempt before it begins; other messages do not. */
export function stoppedBy(failure: Failure): PublishOutcome | null {
  const outcome = harmlessOutcomeOf(failure);
  return outcome.kind === "rejected" ? null : outcome;
}
