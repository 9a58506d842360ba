import { addSeconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";

/**
 * What this channel has sent recently, across its deliveries: only by knowing all of our own messages can we tell whose a
 * message id is. Stored with the credentials, newest last.
 */
export const Send = z.object({
  /** Identifies the delivery and its part. */
  key: z.string(),
  chatId: z.string(),
  at: z.string(),
  /** An id below any message the request may have created, and not below those of earlier requests. */
  above: z.int(),
  /** Null while its outcome is unknown. */
  ids: z.array(z.int()).nullable(),
});
export type Send = z.output<typeof Send>;

const SENDS_MAX = 60;
/** Older ones are never needed: a delivery that is undecided for 24 hours has failed. */
const KEPT_HOURS = 25;

export function withSend(sends: readonly Send[], send: Send, now: Instant): Send[] {
  const since = addSeconds(now, -KEPT_HOURS * 3600);
  return [...sends.filter(({ key, at }) => key !== send.key && at >= since), send].slice(-SENDS_MAX);
}

/** `ids` is null if the request is known to have had no effect. */
export function withOutcome(sends: readonly Send[], key: string, ids: readonly number[] | null): Send[] {
  if (ids === null) return sends.filter((send) => send.key !== key);
  return sends.map((send) => (send.key === key ? { ...send, ids: [...ids] } : send));
}

/** Longer than Telegram's rate limit (20 messages a minute per chat) interrupts a run of posts. */
const NEWEST_KNOWN_SECONDS = 120;

/**
 * The bot's newest message in this chat, if the record alone can tell: the last request there was answered a moment ago and
 * none has an unknown outcome. Null otherwise: after an unknown outcome, a long time, or a clock ahead of ours, only the
 * chat itself can tell.
 */
export function newestKnown(sends: readonly Send[], chatId: string, now: Instant): number | null {
  const here = sends.filter((send) => send.chatId === chatId);
  const last = here.at(-1);
  if (last === undefined || here.some(({ ids }) => ids === null)) return null;
  const ageSeconds = (toEpochMilliseconds(now) - Date.parse(last.at)) / 1000;
  if (!(ageSeconds >= 0 && ageSeconds <= NEWEST_KNOWN_SECONDS)) return null;
  return Math.max(...here.flatMap(({ ids }) => ids ?? []));
}

/** Of the messages that the record knows of in this chat. */
export function idsIn(sends: readonly Send[], chatId: string): number[] {
  return sends.flatMap((send) => (send.chatId === chatId ? (send.ids ?? []) : []));
}

export interface Lost {
  readonly key: string;
  readonly chatId: string;
  readonly above: number;
  /** Number of messages it creates: one, or as many as the album has items. */
  readonly length: number;
}

export type Verdict =
  | { readonly kind: "found"; readonly ids: readonly number[] }
  | { readonly kind: "absent" }
  | { readonly kind: "undecided" };

/**
 * Which of the bot's own messages above `lost.above` the lost request created. Ids known to come from other requests are
 * excluded; if none is left, it created nothing. Messages that a later request with an unknown outcome may have created
 * are left undecided until that one is settled, because two unknowns cannot be told apart by number alone.
 */
export function judge(lost: Lost, own: readonly number[], sends: readonly Send[]): Verdict {
  const others = sends.filter(({ key, chatId }) => key !== lost.key && chatId === lost.chatId);
  const explained = new Set(others.flatMap(({ ids }) => ids ?? []));
  const left = own.filter((id) => id > lost.above && !explained.has(id)).toSorted((a, b) => a - b);
  if (left.length === 0) return { kind: "absent" };
  // A record that has dropped this request, by its size limit or by reconnecting, may have dropped later ones.
  if (!sends.some(({ key }) => key === lost.key)) return { kind: "undecided" };
  const rivals = others.filter(({ ids, above }) => ids === null && above >= lost.above);
  const border = Math.min(Number.POSITIVE_INFINITY, ...rivals.map(({ above }) => above));
  const mine = left.filter((id) => id <= border);
  const isRow = mine.every((id, index) => id === (mine[0] ?? 0) + index);
  return mine.length === lost.length && isRow ? { kind: "found", ids: mine } : { kind: "undecided" };
}
