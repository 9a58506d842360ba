import { addSeconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";

/**
 * What this channel has sent lately, across its deliveries: whose message an id is can only be told by knowing all of
 * one's own. Kept with the credentials, newest last.
 */
export const Send = z.object({
  /** Of the delivery and its part. */
  key: z.string(),
  chatId: z.string(),
  at: z.string(),
  /** An id below those of the messages that the request may have made, and not below those of the requests before it. */
  above: z.int(),
  /** Null while its outcome is not known. */
  ids: z.array(z.int()).nullable(),
});
export type Send = z.output<typeof Send>;

const SENDS_MAX = 60;
/** Nobody asks for an older one: what stays undecided for 24 hours has failed. */
const KEPT_HOURS = 25;

export function withSend(sends: readonly Send[], send: Send, now: Instant): Send[] {
  const since = addSeconds(now, -KEPT_HOURS * 3600);
  return [...sends.filter(({ key, at }) => key !== send.key && at >= since), send].slice(-SENDS_MAX);
}

/** `ids` null: the request is known to have had no effect. */
export function withOutcome(sends: readonly Send[], key: string, ids: readonly number[] | null): Send[] {
  if (ids === null) return sends.filter((send) => send.key !== key);
  return sends.map((send) => (send.key === key ? { ...send, ids: [...ids] } : send));
}

/** As long as a run of posts pauses when Telegram slows it down: 20 messages a minute in one chat. */
const NEWEST_KNOWN_SECONDS = 120;

/**
 * The newest message of the bot's in this chat, where the record alone can tell: the last request in it was answered a
 * moment ago and none waits for an outcome. Null otherwise: of what has no outcome, was made long ago or by a clock ahead of
 * this one, only the chat itself knows what came of it and after it.
 */
export function newestKnown(sends: readonly Send[], chatId: string, now: Instant): number | null {
  const here = sends.filter((send) => send.chatId === chatId);
  const last = here.at(-1);
  if (last === undefined || here.some(({ ids }) => ids === null)) return null;
  const ageSeconds = (toEpochMilliseconds(now) - Date.parse(last.at)) / 1000;
  if (!(ageSeconds >= 0 && ageSeconds <= NEWEST_KNOWN_SECONDS)) return null;
  return Math.max(...here.flatMap(({ ids }) => ids ?? []));
}

export interface Lost {
  readonly key: string;
  readonly chatId: string;
  readonly above: number;
  /** Messages that it makes: one, or as many as the album has items. */
  readonly length: number;
}

export type Verdict =
  | { readonly kind: "found"; readonly ids: readonly number[] }
  | { readonly kind: "absent" }
  | { readonly kind: "undecided" };

/**
 * Which of the bot's own messages above `lost.above` are those of the lost request. Ids that other requests are known to
 * have made are not; nothing left means that it made none. What a later request without an outcome may have made is
 * decided for neither until that one is settled, for two unknowns cannot be told apart by number alone.
 */
export function judge(lost: Lost, own: readonly number[], sends: readonly Send[]): Verdict {
  const others = sends.filter(({ key, chatId }) => key !== lost.key && chatId === lost.chatId);
  const explained = new Set(others.flatMap(({ ids }) => ids ?? []));
  const left = own.filter((id) => id > lost.above && !explained.has(id)).toSorted((a, b) => a - b);
  if (left.length === 0) return { kind: "absent" };
  // A record that has lost this request, by its length or by connecting anew, may have lost later ones.
  if (!sends.some(({ key }) => key === lost.key)) return { kind: "undecided" };
  const rivals = others.filter(({ ids, above }) => ids === null && above >= lost.above);
  const border = Math.min(Number.POSITIVE_INFINITY, ...rivals.map(({ above }) => above));
  const mine = left.filter((id) => id <= border);
  const isRow = mine.every((id, index) => id === (mine[0] ?? 0) + index);
  return mine.length === lost.length && isRow ? { kind: "found", ids: mine } : { kind: "undecided" };
}
