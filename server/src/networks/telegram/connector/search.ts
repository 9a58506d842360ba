import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { isBefore, saidAt, windowFrom } from "../../connectors/their-clock.ts";
import type { Failure } from "./api.ts";
import type { Chat } from "./chat.ts";
import { hasOwnNumbering } from "./credentials.ts";
import { harmlessOutcomeOf } from "./errors.ts";
import { editsOnlyOwn, LOOK_TOGETHER, lookAlong } from "./probe.ts";
import type { Scan, Sent } from "./progress.ts";
import { judge } from "./sends.ts";
import { comparable } from "./text.ts";
import { readForwards } from "./updates.ts";

/** What a request with a lost response was meant to create. */
export interface Wanted {
  readonly sendKey: string;
  readonly sent: Sent;
  /** What the request uploads; more than one for an album. */
  readonly files: readonly OutgoingMedia[];
  /** As a reader sees it: text, caption or a poll's question. */
  readonly text: string;
  readonly isPoll: boolean;
  /** How far an earlier look has come. */
  readonly scan: { kept(): Scan | null; keep(scan: Scan): Promise<void> };
}

export type SearchResult =
  | { readonly kind: "found"; readonly ids: readonly number[] }
  | { readonly kind: "absent" }
  | { readonly kind: "undecided"; readonly reason: string; readonly retryAfterSeconds?: number };

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
/** The slowest connection on which an upload still completes. */
const BYTES_PER_SECOND = 100_000;

/**
 * Looks for what a request with a lost response created. Two things prove it: the automatic copy in the discussion group,
 * which has the text and the id; and messages of the bot above its last one at that time that none
 * of this channel's other requests created, exactly as many as the request was meant to create. If no unexplained message
 * is there, and the request is too old to be still under way, it created none. The content of a message cannot be read, so another program that uses the same bot in
 * the same chat can mislead this: serve one program with one bot.
 */
export async function searchMessage(chat: Chat, wanted: Wanted): Promise<SearchResult> {
  const copied = await searchCopies(chat, wanted);
  if (copied !== null) return { kind: "found", ids: copied };
  const { sent } = wanted;
  if (!hasOwnNumbering(sent.chatId)) return { kind: "undecided", reason: NO_SIGHT };
  const secondsLeft = arrivalSeconds(wanted.files) - secondsBetween(sent.at, chat.bot.call.now());
  const editsOwn = await editsOnlyOwn(chat, sent.chatId);
  if (typeof editsOwn === "object") return notSeen(editsOwn);
  const seen = await messagesAbove(chat, wanted, { isOver: secondsLeft <= 0 });
  if ("kind" in seen) return notSeen(seen);
  const lost = { key: wanted.sendKey, chatId: sent.chatId, above: sent.above, length: lengthOf(wanted) };
  // A poll that is closed by now cannot be told from others' messages.
  const verdict = judge(lost, wanted.isPoll ? [...seen.own, ...seen.others] : seen.own, chat.sends());
  const isProof = sent.isHead && editsOwn && (!wanted.isPoll || seen.others.length === 0);
  if (verdict.kind === "found" && isProof) return verdict;
  if (verdict.kind !== "absent" || !seen.isWhole) return { kind: "undecided", reason: editsOwn ? AMBIGUOUS : NO_SIGHT };
  if (secondsLeft > 0) return { kind: "undecided", reason: MAY_ARRIVE, retryAfterSeconds: secondsLeft };
  return verdict;
}

/** Number of messages. */
function lengthOf({ files }: Wanted): number {
  return Math.max(1, files.length);
}

/** From when the request is marked, which is before its files are sent. */
function arrivalSeconds(files: readonly OutgoingMedia[]): number {
  if (files.length === 0) return ARRIVAL_SECONDS;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return FILES_ARRIVAL_SECONDS + Math.ceil(bytes / BYTES_PER_SECOND);
}

/** Why the lookup could not be made, and for how long. */
function notSeen(failure: Failure): SearchResult {
  const trouble = harmlessOutcomeOf(failure);
  if (!("reason" in trouble) || trouble.kind === "rejected") return { kind: "undecided", reason: NO_SIGHT };
  const wait = trouble.kind === "busy" ? { retryAfterSeconds: trouble.retryAfterSeconds } : {};
  return { kind: "undecided", reason: trouble.reason, ...wait };
}

const NO_SIGHT =
  "Telegram: the bot's messages cannot be told from others', because it may edit others' posts or the chat is a basic group.";
const MAY_ARRIVE = "Telegram: the message is not there, but may still arrive.";
const AMBIGUOUS = "Telegram: the bot has posted messages that may or may not be this one.";

/** The ids of messages copied to the discussion group, matched by text; an album's copies start at the one that has the text. */
async function searchCopies(chat: Chat, wanted: Wanted): Promise<readonly number[] | null> {
  const { sent, text } = wanted;
  const { linkedChatId } = chat.facts;
  if (linkedChatId === null || sent.chatId !== chat.id()) return null;
  const forwards = await readForwards(chat.bot, { channelId: chat.id(), groupId: linkedChatId });
  if ("problem" in forwards) return null;
  const others = new Set(chat.sends().flatMap(({ ids }) => ids ?? []));
  const since = windowFrom(sent.at, { headers: {}, now: chat.bot.call.now() });
  // Without a text, anyone's picture would look like ours.
  if (comparable(text) === "") return null;
  const first = forwards
    .filter(({ messageId, date }) => messageId > sent.above && !isBefore(saidAt(date) ?? since, since) && !others.has(messageId))
    .filter((forward) => comparable(forward.text) === comparable(text))
    .toSorted((a, b) => a.messageId - b.messageId)[0];
  return first === undefined ? null : Array.from({ length: lengthOf(wanted) }, (_, index) => first.messageId + index);
}

interface Above {
  readonly own: readonly number[];
  readonly others: readonly number[];
  /** Whether the end of the chat was reached. */
  readonly isWhole: boolean;
}

/**
 * The ids above the mark that have a message. Once the request can make none any more, what was read stays true, and a search that the
 * network slows down goes on where it stopped.
 */
async function messagesAbove(chat: Chat, { sent, scan }: Wanted, { isOver }: { readonly isOver: boolean }): Promise<Above | Failure> {
  const start = (isOver ? scan.kept() : null) ?? { next: sent.above + 1, own: [], others: [], empty: 0 };
  const [own, others] = [[...start.own], [...start.others]];
  let { empty } = start;
  let { next } = start;
  const stopped = async (failure: Failure) => {
    if (isOver) await scan.keep({ next, own, others, empty });
    return failure;
  };
  while (next <= sent.above + IDS_MAX) {
    if (empty >= END_LENGTH) {
      const isMore = await hasBeyond(chat, sent.chatId, next);
      if (typeof isMore === "object") return stopped(isMore);
      if (!isMore) return { own, others, isWhole: true };
      empty = 0;
    }
    const sights = await lookAlong(chat, sent.chatId, { from: next, length: LOOK_TOGETHER });
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
