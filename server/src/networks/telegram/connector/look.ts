import { secondsBetween } from "@rostrum/contract/formats.ts";
import { comparable } from "../../connectors/comparable.ts";
import type { Looked, Looking, OnceFacts } from "../../connectors/once/visible.ts";
import { secondsFor } from "../../connectors/sending.ts";
import { isBefore, saidAt } from "../../connectors/their-clock.ts";
import type { Failure } from "./api.ts";
import type { Chat } from "./chat.ts";
import { hasOwnNumbering } from "./credentials.ts";
import { stopAfter } from "./errors.ts";
import { keep, type Order, sendKey } from "./message.ts";
import type { Mark, Scan } from "./progress.ts";
import { judge } from "./sends.ts";
import { editsOnlyOwn, LOOK_TOGETHER, lookAlong } from "./sight.ts";
import { readForwards } from "./updates.ts";

/** This many consecutive ids without a message may be the end of the chat. */
const END_LENGTH = 100;
/** How far beyond it to look for more: where messages are deleted in bulk, or after some time, many in a row are gone. */
const BEYOND = [100, 300, 900, 2700] as const;
const BEYOND_LENGTH = 3;
const IDS_MAX = 400;
/**
 * How long a request without an answer may still create its message. Servers have carried out requests that their clients had given up
 * as timed out: https://github.com/python-telegram-bot/python-telegram-bot/issues/1045 (read in November 2026). How long that takes is
 * not documented.
 */
const ARRIVAL_SECONDS = 120;
/** With files, which the server passes on before the message exists. */
const FILES_ARRIVAL_SECONDS = 600;

/** What is not there when the request can no longer arrive was never made, so that nothing limits repetitions. */
export function factsOf(order: Order): OnceFacts {
  const looks = [...new Set([0, ARRIVAL_SECONDS, arrivalSeconds(order)])];
  return { network: "Telegram", looksSeconds: () => looks, seesAtOnce: true, silencesMax: Number.POSITIVE_INFINITY };
}

/** From when the request is marked, which is before its files are sent. */
function arrivalSeconds({ files }: Order): number {
  if (files.length === 0) return ARRIVAL_SECONDS;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return secondsFor(bytes, FILES_ARRIVAL_SECONDS);
}

/**
 * Looks for what a request with a lost response created. Two things prove it: the automatic copy in the discussion group,
 * which has the text and the id; and messages of the bot above its last one at that time that none
 * of this channel's other requests created, exactly as many as the request was meant to create. If no unexplained message
 * is there, it created none. The content of a message cannot be read, so another program that uses the same bot in
 * the same chat can mislead this: serve one program with one bot.
 */
export async function searchMessage(order: Order, looking: Looking): Promise<Looked> {
  const { chat, progress, name, key, isPoll } = order;
  const found = async (ids: readonly number[]): Promise<Looked> => ({
    kind: "read",
    alike: [{ ...(await keep(order, { ids: [...ids], lacksCaption: false })), at: null }],
  });
  const mark = progress.mark(name);
  if (mark === null) return { kind: "gone", reason: NO_SIGHT };
  const { chatId, above, isHead } = mark;
  const lost = { key: sendKey(key, name), chatId, above, length: lengthOf(order) };
  const sends = chat.sends();
  const known = sends.find((send) => send.key === lost.key)?.ids ?? (await searchCopies(order, mark, looking));
  if (known !== null) return found(known);
  if (!hasOwnNumbering(chatId)) return { kind: "gone", reason: NO_SIGHT };
  const editsOwn = await editsOnlyOwn(chat, chatId);
  if (typeof editsOwn === "object") return notSeen(chat, editsOwn);
  const isOver = arrivalSeconds(order) <= secondsBetween(looking.calls.lastAt, chat.bot.call.now());
  const seen = await messagesAbove(chat, mark, { isOver, scan: progress.scan(name) });
  if ("kind" in seen) return notSeen(chat, seen);
  // A poll that is closed by now cannot be told from others' messages.
  const verdict = judge(lost, isPoll ? [...seen.own, ...seen.others] : seen.own, sends);
  if (verdict.kind === "found" && isHead && editsOwn && (!isPoll || seen.others.length === 0)) return found(verdict.ids);
  if (verdict.kind === "absent" && seen.isWhole) return { kind: "read", alike: [] };
  if (!editsOwn) return { kind: "read", alike: [], unless: NO_SIGHT };
  const areOthersOpen = sends.some((send) => send.key !== lost.key && send.chatId === chatId && send.ids === null);
  return areOthersOpen ? { kind: "unread", reason: AMBIGUOUS } : { kind: "read", alike: [], unless: AMBIGUOUS };
}

/** Number of messages. */
function lengthOf({ files }: Order): number {
  return Math.max(1, files.length);
}

/** Why the lookup could not be made, and for how long. */
function notSeen(chat: Chat, failure: Failure): Looked {
  const trouble = stopAfter(failure, chat.bot.call);
  if (trouble.kind === "rejected") return { kind: "read", alike: [], unless: NO_SIGHT };
  const { reason } = trouble;
  return { kind: "unread", reason, ...(trouble.kind === "busy" ? { retryAfterSeconds: trouble.retryAfterSeconds } : {}) };
}

const NO_SIGHT =
  "Telegram: the bot's messages cannot be told from others', because it may edit others' posts or the chat is a basic group.";
const AMBIGUOUS = "Telegram: the bot has posted messages that may or may not be this one.";

/** The ids of messages copied to the discussion group, matched by text; an album's copies start at the one that has the text. */
async function searchCopies(order: Order, { chatId, above }: Mark, looking: Looking): Promise<readonly number[] | null> {
  const { chat, text } = order;
  const { linkedChatId } = chat.facts;
  if (linkedChatId === null || chatId !== chat.id()) return null;
  const forwards = await readForwards(chat.bot, { channelId: chat.id(), groupId: linkedChatId });
  if ("problem" in forwards) return null;
  const others = new Set(chat.sends().flatMap(({ ids }) => ids ?? []));
  const since = looking.since({});
  // Without a text, anyone's picture would look like ours.
  if (comparable(text) === "") return null;
  const first = forwards
    .filter(({ messageId, date }) => messageId > above && !isBefore(saidAt(date) ?? since, since) && !others.has(messageId))
    .filter((forward) => comparable(forward.text) === comparable(text))
    .toSorted((a, b) => a.messageId - b.messageId)[0];
  return first === undefined ? null : Array.from({ length: lengthOf(order) }, (_, index) => first.messageId + index);
}

interface Above {
  readonly own: readonly number[];
  readonly others: readonly number[];
  /** Whether the end of the chat was reached. */
  readonly isWhole: boolean;
}

interface Scanning {
  /** Whether the request can make no message any more. */
  readonly isOver: boolean;
  readonly scan: { kept(): Scan | null; keep(scan: Scan): Promise<void> };
}

/**
 * The ids above the mark that have a message. Once the request can make none any more, what was read stays true, and a search that the
 * network slows down goes on where it stopped.
 */
async function messagesAbove(chat: Chat, { chatId, above }: Mark, { isOver, scan }: Scanning): Promise<Above | Failure> {
  const start = (isOver ? scan.kept() : null) ?? { next: above + 1, own: [], others: [], empty: 0 };
  const [own, others] = [[...start.own], [...start.others]];
  let { empty } = start;
  let { next } = start;
  const stopped = async (failure: Failure) => {
    if (isOver) await scan.keep({ next, own, others, empty });
    return failure;
  };
  while (next <= above + IDS_MAX) {
    if (empty >= END_LENGTH) {
      const isMore = await hasBeyond(chat, chatId, next);
      if (typeof isMore === "object") return stopped(isMore);
      if (!isMore) return { own, others, isWhole: true };
      empty = 0;
    }
    const sights = await lookAlong(chat, chatId, { from: next, length: LOOK_TOGETHER });
    if ("kind" in sights) return stopped(sights);
    for (const [index, sight] of sights.entries()) {
      empty = sight === "none" ? empty + 1 : 0;
      if (sight !== "none") (sight === "own" ? own : others).push(next + index);
    }
    next += LOOK_TOGETHER;
  }
  return { own, others, isWhole: false };
}

/** Whether there is a message at some of the ids far above this one. */
async function hasBeyond(chat: Chat, chatId: string, id: number): Promise<boolean | Failure> {
  for (const distance of BEYOND) {
    const sights = await lookAlong(chat, chatId, { from: id + distance, length: BEYOND_LENGTH });
    if ("kind" in sights) return sights;
    if (sights.some((sight) => sight !== "none")) return true;
  }
  return false;
}
