import { addSeconds, type Instant, secondsBetween } from "@rostrum/contract/formats.ts";

/** What is waited after each try, as the Standard Webhooks specification proposes ("Deliverability and reliability", read in November 2026). */
export const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** A wait is up to this much longer, so that those of one moment do not stay together. */
const JITTER = 0.2;
/** After so many failures in a row the receiver is asked by one event at a time. */
export const FAILURES_UNTIL_PROBING = 5;
const PROBE_SECONDS = 60;
const PROBE_SECONDS_MAX = 600;
/** What is waited before anything else is sent to a receiver that has too much to do and does not say for how long. */
const THROTTLE_SECONDS = 30;
const THROTTLED: readonly number[] = [429, 502, 503, 504];
const GONE = 410;
/** A receiver that has failed for so long, and so often, is switched off. */
const FAILING_DAYS_MAX = 5;
const FAILURES_MIN = 10;

/** What a receiver said to one attempt; a status of null: nothing. */
export interface Answer {
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  /** Whether the request may have reached it. */
  readonly sent: boolean;
  /** Whether nothing was sent because no key of this service opens the webhook's secret. */
  readonly isUnsigned?: boolean;
}

/** The webhook as it was before the attempt. */
export interface Condition {
  readonly failures: number;
  readonly failingSince: Instant | null;
}

/** What follows from an attempt. */
export type Verdict =
  | { readonly kind: "delivered" }
  | {
      readonly kind: "failed";
      readonly problem: string;
      /** When the event is tried again; null: never. */
      readonly retryAt: Instant | null;
      /** Until when nothing else is sent there. */
      readonly heldUntil: Instant | null;
      /** Why the webhook is switched off; null if it is not. */
      readonly off: string | null;
    };

/** Judges an attempt. `tries`: of this event, with this one. `chance`: in [0, 1). */
export function judge(
  answer: Answer,
  {
    condition,
    tries,
    now,
    chance,
  }: { readonly condition: Condition; readonly tries: number; readonly now: Instant; readonly chance: number },
): Verdict {
  const { status, retryAfterSeconds } = answer;
  if (status !== null && status >= 200 && status < 300) return { kind: "delivered" };
  const wait = RETRY_SECONDS[tries - 1];
  const asked = retryAfterSeconds ?? 0;
  const failures = condition.failures + 1;
  const hold = Math.max(asked, throttleOf(status), probingOf(failures));
  return {
    kind: "failed",
    problem: problemOf(answer),
    retryAt: wait === undefined ? null : addSeconds(now, Math.max(wait * (1 + JITTER * chance), asked)),
    heldUntil: hold === 0 ? null : addSeconds(now, hold),
    off: offReason(status, { failures, failingSince: condition.failingSince ?? now }, now),
  };
}

function throttleOf(status: number | null): number {
  return status !== null && THROTTLED.includes(status) ? THROTTLE_SECONDS : 0;
}

/** A minute, two, four, up to ten. */
function probingOf(failures: number): number {
  return failures < FAILURES_UNTIL_PROBING ? 0 : Math.min(PROBE_SECONDS * 2 ** (failures - FAILURES_UNTIL_PROBING), PROBE_SECONDS_MAX);
}

function offReason(
  status: number | null,
  { failures, failingSince }: { failures: number; failingSince: Instant },
  now: Instant,
): string | null {
  if (status === GONE) return "The receiver answered that it is gone for good (status 410).";
  if (failures < FAILURES_MIN || secondsBetween(failingSince, now) < FAILING_DAYS_MAX * 86_400) return null;
  return `Nothing has arrived for ${FAILING_DAYS_MAX} days: every attempt failed.`;
}

function problemOf({ status, sent, isUnsigned }: Answer): string {
  if (isUnsigned === true)
    return "Nothing was sent: the webhook's secret opens with none of this service's keys. Restore the key that was in use, or make a new secret.";
  if (status === null && sent) return "The receiver did not answer in time, or cut the connection.";
  if (status === null)
    return "The receiver could not be reached: it is down, its address is wrong, or it is on a private network that the operator has not allowed.";
  if (status === GONE) return "The receiver answered that it is gone for good (status 410).";
  if (status >= 300 && status < 400)
    return `The receiver answered with a redirect (status ${status}). Redirects are not followed: change the address.`;
  return `The receiver answered with status ${status}.`;
}
