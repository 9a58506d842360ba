/** What a server asks for beyond this is cut: a slip in its settings must not stop us for good. */
export const RETRY_AFTER_SECONDS_MAX = 86_400;

/**
 * How long the server asks us to stay away, by its `Retry-After` (RFC 9110, section 10.2.3): seconds or an HTTP date, as
 * seconds counted from `nowMilliseconds`. Null without the header, and for one that is neither.
 */
export function retryAfterSeconds(headers: Readonly<Record<string, string>>, nowMilliseconds: number): number | null {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return boundedWait(Number(text));
  return HTTP_DATE.test(text) ? boundedWait((dateOf(text) - nowMilliseconds) / 1000) : null;
}

/** Seconds that a server names, there or in words of its own, as a wait: whole, from 0 to a day. Null for what is no number. */
export function boundedWait(seconds: number): number | null {
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), RETRY_AFTER_SECONDS_MAX);
}

/** All three forms begin with the weekday. `Date.parse` alone takes nearly anything for a date: "-5" is a day in 2001 to it. */
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/** The oldest form (asctime) names no zone, and is UTC all the same. */
function dateOf(text: string): number {
  return Date.parse(/\d$/.test(text) ? `${text} GMT` : text);
}
