import { ask, type Failure } from "./api.ts";
import { askChat, type Chat } from "./chat.ts";
import { Member } from "./member.ts";

/** What is at an id: a message that the bot may edit, another one, or nothing. */
type Seen = "own" | "other" | "none";
export type Sight = Seen | Failure;

/** No place on earth: an edit to it is refused whatever message it is about. */
const NOWHERE = { latitude: 1000, longitude: 1000 };

/**
 * Finds out what is at an id of a chat with an edit that cannot succeed: moving a live location, which only this message could be, to a
 * place that does not exist. The wording of the refusal tells the cases apart, and comes from the API's server before it asks Telegram to
 * change anything: `edit_message_live_location` in https://github.com/tdlib/td, `MessagesManager.cpp` (November 2026). Ids of deleted
 * messages stay `none` for good.
 */
export async function look(chat: Chat, chatId: string, messageId: number): Promise<Sight> {
  const answer = await ask(chat.bot, {
    method: "editMessageLiveLocation",
    params: { chat_id: Number(chatId), message_id: messageId, ...NOWHERE },
  });
  if (answer.kind === "ok") return "own";
  const words = answer.kind === "refused" && answer.status === 400 ? (answer.description ?? "") : "";
  if (/no live location|invalid location/i.test(words)) return "own";
  if (/can'?t be edited/i.test(words)) return "other";
  if (/message (to edit )?not found|MESSAGE_ID_INVALID/i.test(words)) return "none";
  return answer;
}

/** The same for several ids, asked together; one failure is that of all. */
export async function lookAt(chat: Chat, chatId: string, ids: readonly number[]): Promise<readonly Seen[] | Failure> {
  const sights = await Promise.all(ids.map((id) => look(chat, chatId, id)));
  return sights.find((sight) => typeof sight === "object") ?? (sights as Seen[]);
}

/** The same for ids that follow each other. */
export function lookAlong(chat: Chat, chatId: string, { from, length }: Range): Promise<readonly Seen[] | Failure> {
  return lookAt(
    chat,
    chatId,
    Array.from({ length }, (_, index) => from + index),
  );
}

interface Range {
  readonly from: number;
  readonly length: number;
}

/** Ids that are probed together. */
export const LOOK_TOGETHER = 5;

/**
 * Whether what the bot may edit is what it has sent. With the right to edit others' posts it may edit all of a channel's. Rights change, so
 * they are requested each time.
 */
export async function editsOnlyOwn(chat: Chat, chatId: string): Promise<boolean | Failure> {
  // In groups nobody can edit what others wrote.
  if (chatId !== chat.id() || chat.facts.chatType !== "channel") return true;
  if (chat.facts.botId === null) return false;
  const answer = await askChat(chat, { method: "getChatMember", params: { user_id: chat.facts.botId } });
  if (answer.kind !== "ok") return answer;
  const member = Member.safeParse(answer.result).data;
  return member?.status === "administrator" && member.can_edit_messages !== true;
}
