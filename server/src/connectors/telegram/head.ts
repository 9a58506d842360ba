import type { PublishOutcome } from "../connector.ts";
import type { Failure } from "./api.ts";
import type { Chat } from "./chat.ts";
import { LOOK_TOGETHER, lookAlong, mayLook, stoppedBy } from "./probe.ts";

/** Ids probed together; this many deleted messages in a row count as the end. */
const LOOK_AHEAD = 3;
/** How many more are probed where no message of the bot is known: three full albums, and few enough for the network's limit a second. */
const LOOK_BEYOND = 30;
/** How often: each look is a burst of requests, and a search begins anew if the network slows it down. */
const LOOKS_BEYOND_MAX = 2;
const ROUNDS_MAX = 60;

/**
 * Finds a chat's last message id, searching upwards from one that exists (0 if none is known): usually in one round, else
 * in doubling and then halving steps. Null if it cannot be determined. A refusal here has had no effect.
 *
 * Where none is known, the bot may have messages of long ago above a few deleted ones, and those must not be taken for what is lost now: the end
 * that is found is then looked beyond.
 */
export async function findHead(chat: Chat, from: { chatId: string; messageId: number }): Promise<number | null | PublishOutcome> {
  const allowed = await mayLook(chat, from.chatId);
  if (allowed !== true) return allowed === false ? null : allowed;
  let low = from.messageId;
  let step = 1;
  let isGrowing = true;
  let looksBeyond = 0;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const highest = await highestFrom(chat, from.chatId, low + step);
    if (highest !== null && typeof highest === "object") return stoppedBy(highest);
    if (highest === null && step === 1) {
      const beyond = from.messageId === 0 && looksBeyond < LOOKS_BEYOND_MAX ? await nextBeyond(chat, from.chatId, low) : null;
      if (beyond !== null && typeof beyond === "object") return stoppedBy(beyond);
      if (beyond === null) return low;
      // Where so much is deleted, there is far to go.
      step = beyond - low;
      low = beyond;
      looksBeyond += 1;
      isGrowing = true;
      continue;
    }
    if (highest === null) isGrowing = false;
    low = highest ?? low;
    step = isGrowing ? step * 2 : Math.max(1, step / 2);
  }
  return null;
}

/** The highest of the next few ids that has a message; null if none has. */
async function highestFrom(chat: Chat, chatId: string, id: number): Promise<number | null | Failure> {
  const sights = await lookAlong(chat, chatId, { from: id, length: LOOK_AHEAD });
  if ("kind" in sights) return sights;
  const index = sights.findLastIndex((sight) => sight !== "none");
  return index < 0 ? null : id + index;
}

/** A message above the id that may have been taken for the end; null if none of the next ones has any. */
async function nextBeyond(chat: Chat, chatId: string, low: number): Promise<number | null | Failure> {
  for (let next = low + 1; next <= low + LOOK_BEYOND; next += LOOK_TOGETHER) {
    const sights = await lookAlong(chat, chatId, { from: next, length: LOOK_TOGETHER });
    if ("kind" in sights) return sights;
    const index = sights.findLastIndex((sight) => sight !== "none");
    if (index >= 0) return next + index;
  }
  return null;
}
