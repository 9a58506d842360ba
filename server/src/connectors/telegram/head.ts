import type { PublishOutcome } from "../connector.ts";
import type { Failure } from "./api.ts";
import type { Chat } from "./chat.ts";
import { lookAlong, mayLook, stoppedBy } from "./probe.ts";

/** Ids probed together; this many deleted messages in a row count as the end. */
const LOOK_AHEAD = 3;
const ROUNDS_MAX = 60;

/**
 * Finds a chat's last message id, searching upwards from one that exists (0 if none is known): usually in one round, else
 * in doubling and then halving steps. Null if it cannot be determined. A refusal here has had no effect.
 */
export async function findHead(chat: Chat, from: { chatId: string; messageId: number }): Promise<number | null | PublishOutcome> {
  const allowed = await mayLook(chat, from.chatId);
  if (allowed !== true) return allowed === false ? null : allowed;
  let low = from.messageId;
  let step = 1;
  let isGrowing = true;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const highest = await highestFrom(chat, from.chatId, low + step);
    if (highest !== null && typeof highest === "object") return stoppedBy(highest);
    if (highest === null && step === 1) return low;
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
