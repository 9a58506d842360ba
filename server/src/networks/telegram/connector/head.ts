import type { Chat } from "./chat.ts";
import { hasOwnNumbering } from "./credentials.ts";
import { lookAlong, lookAt } from "./sight.ts";

/** Ids probed together; this many deleted messages in a row count as the end. */
const LOOK_AHEAD = 3;
/** A post may not cost more: Telegram may count what is asked about messages like messages, of which a chat takes twenty a minute. */
const ROUNDS_MAX = 6;
/** Where no message of the bot is known, ones of long ago may be above a few deleted ones: so far beyond the end that was found is looked. */
const BEYOND = [6, 12, 25, 60, 200, 1000] as const;

/**
 * The chat's last message id, searched upwards from one that exists (0 if none is known): usually in one round, else in doubling and then
 * halving steps. Null if it cannot be told with a few requests, or if they fail: then the message is sent all the same, and what it made is
 * harder to prove should its answer get lost. Basic groups do not number their own messages.
 */
export async function findHead(chat: Chat, from: { readonly chatId: string; readonly messageId: number }): Promise<number | null> {
  if (!hasOwnNumbering(from.chatId)) return null;
  let low = from.messageId;
  let step = 1;
  let isGrowing = true;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const sights = await lookAlong(chat, from.chatId, { from: low + step, length: LOOK_AHEAD });
    if ("kind" in sights) return null;
    const index = sights.findLastIndex((sight) => sight !== "none");
    if (index < 0 && step === 1) return from.messageId === 0 && (await hasMoreBeyond(chat, from.chatId, low)) ? null : low;
    if (index < 0) isGrowing = false;
    else low += step + index;
    step = isGrowing ? step * 2 : Math.max(1, Math.floor(step / 2));
  }
  return null;
}

async function hasMoreBeyond(chat: Chat, chatId: string, low: number): Promise<boolean> {
  const ids = BEYOND.map((distance) => low + distance);
  const sights = await lookAt(chat, chatId, ids);
  return "kind" in sights || sights.some((sight) => sight !== "none");
}
