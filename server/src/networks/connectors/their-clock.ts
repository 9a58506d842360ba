import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { aheadBy } from "./reply.ts";

/**
 * A moment by the clock of a network, which may be minutes off ours. A type of its own: it compares with other moments of the same clock
 * alone, neither with an `Instant` of ours nor with a number.
 */
export interface TheirMoment {
  readonly theirMilliseconds: number;
}

/** The head of an answer of theirs, and when we have read it. */
export interface Heard {
  readonly headers: Readonly<Record<string, string>>;
  readonly now: Instant;
}

/** Calls take time, and `Date` has whole seconds. */
const TOLERATED_SECONDS = 60;
/** Where the answer does not say what time it is there. */
const UNTOLD_SECONDS = 900;

/** What an answer says: a date as text, or seconds since 1970. Null if it is neither. */
export function saidAt(said: string | number | null | undefined): TheirMoment | null {
  if (said === null || said === undefined) return null;
  const milliseconds = /^\d+(?:\.\d+)?$/.test(`${said}`) ? Number(said) * 1000 : Date.parse(`${said}`);
  return Number.isNaN(milliseconds) ? null : { theirMilliseconds: milliseconds };
}

/**
 * The earliest moment that what happened at this moment of ours, or after it, can bear there. A clock that is ahead of ours only makes this
 * look further back: ours may have been set since.
 */
export function windowFrom(ours: Instant, { headers, now }: Heard): TheirMoment {
  const ahead = aheadBy(headers, now);
  const tolerated = ahead === null ? UNTOLD_SECONDS : TOLERATED_SECONDS - Math.min(0, ahead);
  return { theirMilliseconds: toEpochMilliseconds(ours) - tolerated * 1000 };
}

/** The same by the difference of the clocks as the first look-up measured it, which is kept: ours may be set between two of them. */
export function windowBy(ours: Instant, aheadSeconds: number): TheirMoment {
  return { theirMilliseconds: toEpochMilliseconds(ours) + (aheadSeconds - TOLERATED_SECONDS) * 1000 };
}

/** For a request that has to name the moment before any answer tells the time: whole seconds since 1970. */
export function secondsBefore(ours: Instant): number {
  return Math.floor(toEpochMilliseconds(ours) / 1000) - UNTOLD_SECONDS;
}

/** Why what such a request lists need not reach back far enough; null if it does. */
export function tooFarAhead(ours: Instant, heard: Heard): string | null {
  const asked = { theirMilliseconds: secondsBefore(ours) * 1000 };
  return isBefore(windowFrom(ours, heard), asked) ? "This machine's clock is too far ahead for a look-up. Set it right." : null;
}

export function isBefore(one: TheirMoment, other: TheirMoment): boolean {
  return one.theirMilliseconds < other.theirMilliseconds;
}
