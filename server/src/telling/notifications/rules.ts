import { addSeconds, DAYS, type Instant, parseLocal, printLocal } from "@rostrum/contract/formats.ts";
import type { DigestTime, NotificationGroup } from "@rostrum/contract/private/notifications.ts";

/** So many mails at once an hour, for a person and brand; what else happens is folded into the next. */
export const MAILS_PER_HOUR = 4;
export const HOUR_SECONDS = 3600;
/** A mail or message lists so many; of the others it says how many they are. */
export const LISTED_MAX = 40;

/** What owners are told by mail until they choose; members with other roles nothing. As `notification_listeners` has it in the database. */
export const OWNER_DEFAULT: readonly NotificationGroup[] = ["FAILURES", "ENDINGS"];
/** What the bell shows until they choose, whatever their role. As `bell_groups` has it in the database. */
export const BELL_DEFAULT: readonly NotificationGroup[] = ["FAILURES", "ENDINGS"];
export const DIGEST_DEFAULT: DigestTime = { every: "DAY", day: "MON", hour: 8 };

/**
 * When the next digest after a moment is due. An hour that a clock change skips is the one after it; one that occurs twice means the
 * first.
 */
export function nextDigestAt({ every, day, hour }: DigestTime, now: Instant, zone: string): Instant {
  const today = Temporal.PlainDate.from(printLocal(now, zone).slice(0, 10));
  for (let days = 0; ; days += 1) {
    const date = today.add({ days });
    if (every === "WEEK" && DAYS[date.dayOfWeek - 1] !== day) continue;
    const at = parseLocal(`${date} ${String(hour).padStart(2, "0")}:00:00`, zone);
    if (at > now) return at;
  }
}

/**
 * When a mail may be sent after those of the last hour: now, or when the oldest that counts is an hour old.
 */
export function mailAllowedAt(sent: readonly Instant[], now: Instant): Instant {
  const recent = sent.filter((at) => at > addSeconds(now, -HOUR_SECONDS)).sort();
  const first = recent.at(-MAILS_PER_HOUR);
  return first === undefined ? now : addSeconds(first, HOUR_SECONDS);
}

export const CHAT_RETRY_SECONDS = 30;
export const CHAT_GIVEN_UP_SECONDS = 24 * HOUR_SECONDS;

/** What a chat has answered; null: nothing. */
export interface ChatAnswer {
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  /** Whether nothing was sent because no key of this service opens its address. */
  readonly isUnopened?: boolean;
}

/** `gone`: nothing is sent there any more. */
export type ChatVerdict =
  | { readonly kind: "arrived" }
  | { readonly kind: "retry"; readonly seconds: number; readonly problem: string }
  | { readonly kind: "gone"; readonly problem: string };

const UNOPENED = "The chat's address opens with none of this service's keys. Restore the key that was in use, or enter the address again.";

/**
 * An address that says that it is gone stays so; anything else is tried again, after 30 seconds, a minute, and so on up to an hour, and
 * not before the chat allows it.
 */
export function judgeChat({ status, retryAfterSeconds, isUnopened }: ChatAnswer, tries: number): ChatVerdict {
  if (status !== null && status >= 200 && status < 300) return { kind: "arrived" };
  if (status === 404 || status === 410) return { kind: "gone", problem: `The chat says that this address is gone (${status}).` };
  const silent = isUnopened === true ? UNOPENED : "The chat could not be reached, or did not answer.";
  const problem = status === null ? silent : `The chat has answered with ${status}.`;
  const own = Math.min(CHAT_RETRY_SECONDS * 2 ** (tries - 1), HOUR_SECONDS);
  return { kind: "retry", seconds: Math.max(own, Math.min(retryAfterSeconds ?? 0, CHAT_GIVEN_UP_SECONDS)), problem };
}
