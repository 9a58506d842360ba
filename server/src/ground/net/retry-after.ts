/** Longer waits are cut to this: a server's misconfiguration must not stop us for good. */
export const RETRY_AFTER_SECONDS_MAX = 86_400;

/**
 * How long the server asks us to wait by its `Retry-After` (RFC 9110, section 10.2.3), in seconds or as an HTTP date; returns
 * seconds counted from `nowMilliseconds`. Null if the header is missing or invalid.
 */
export function retryAfterSeconds(headers: Readonly<Record<string, string>>, nowMilliseconds: number): number | null {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return boundedWait(Number(text));
  return HTTP_DATE.test(text) ? boundedWait((dateOf(text) - nowMilliseconds) / 1000) : null;
}

/** Bounds a server's requested wait to whole seconds from 0 to a day. Null if it is not a number. */
export function boundedWait(seconds: number): number | null {
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), RETRY_AFTER_SECONDS_MAX);
}

/** All three forms start with the weekday. `Date.parse` alone accepts nearly anything: it reads "-5" as a day in 2001. */
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/** The oldest form (asctime) has no zone but is UTC. */
function dateOf(text: string): number {
  return Date.parse(/\d$/.test(text) ? `${text} GMT` : text);
}
