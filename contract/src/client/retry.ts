import type { RetryPolicy } from "./facts.ts";

/** The facts of a failed attempt that determine the wait. */
export interface Refusal {
  /** Null if no reply came. */
  readonly status: number | null;
  readonly headers: Headers;
}

export const RETRY_DEFAULTS: RetryPolicy = { times: 3, firstWaitSeconds: 0.5, waitSecondsMax: 60 };

/** Larger values are Unix timestamps (this one is in 2001), smaller ones the seconds left in a window. */
const TIMESTAMP_MIN = 1_000_000_000;

/**
 * Only a GET may be retried, after a 429 or a transient failure: `docs/api.md#when-a-reply-is-lost`. Returns the seconds to wait
 * before the next attempt, or null if this refusal is final. `attempt` counts from 1, `chance` is from 0 to 1 and spreads
 * clients that failed at the same moment, `now` is in Unix seconds.
 */
export function waitBeforeNext(
  policy: RetryPolicy,
  attempt: { readonly method: string; readonly number: number; readonly refusal: Refusal; readonly chance: number; readonly now: number },
): number | null {
  const { method, number, refusal, chance, now } = attempt;
  if (method !== "GET" || number > policy.times || !passes(refusal)) return null;
  const backOff = policy.firstWaitSeconds * 2 ** (number - 1) * (0.5 + chance / 2);
  const asked = askedWait(refusal, now);
  if (asked === null) return Math.min(backOff, policy.waitSecondsMax);
  return asked > policy.waitSecondsMax ? null : asked + chance * policy.firstWaitSeconds;
}

/** The seconds that the service asks to wait; null if it asks for none. */
export function askedWait({ status, headers }: Refusal, now: number): number | null {
  // Timestamps are compared with the service's own clock.
  const then = secondsOfDate(headers.get("date")) ?? now;
  const after = headers.get("retry-after");
  if (after !== null) return number(after) ?? since(secondsOfDate(after), then);
  if (status !== 429) return null;
  const reset = number(headers.get("x-ratelimit-reset"));
  // The resource limit counts seconds; the route limit names a Unix timestamp.
  return reset !== null && reset > TIMESTAMP_MIN ? since(reset, then) : reset;
}

function passes({ status }: Refusal): boolean {
  return status === null || status === 429 || status >= 500;
}

function number(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text.trim()) ? Number(text) : null;
}

function secondsOfDate(text: string | null): number | null {
  const milliseconds = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}

function since(moment: number | null, then: number): number | null {
  return moment === null ? null : Math.max(0, moment - then);
}
