import { addSeconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { DeliveryReason } from "@rostrum/contract/reasons.ts";
import type { FindOutcome, Published, PublishOutcome } from "../connectors/connector.ts";

/** What follows from an attempt: the rules of section 6 of the rulings, without clock and chance of their own. */

export const TRIES_MAX = 12;
export const HOURS_MAX = 24;
/** A reply may be under way still when an attempt ends unknown: nothing is repeated sooner. */
export const UNKNOWN_WAIT_SECONDS = 30;
const FIRST_RETRY_SECONDS = 15;

/** Where a delivery stands before its next step. */
export interface DeliveryState {
  readonly kind: "post" | "comment";
  /** Attempts so far, the one that has just ended included. */
  readonly tries: number;
  readonly firstAttemptAt: Instant;
  /** Whether the post has been deleted meanwhile: what has not left then stays here. */
  readonly stopped: boolean;
}

/** What the connector offers to settle an outcome that is not known. */
export interface Means {
  readonly repeatSafeForSeconds: number;
  readonly canFind: boolean;
  readonly canCheck: boolean;
}

/** The words of a delivery's state: the contract's table says what each means. */
export type Reason = DeliveryReason;

export type NextStep =
  | { readonly status: "PUBLISHED" | "commented"; readonly reason: "published"; readonly published: Published }
  | { readonly status: "SENT"; readonly reason: "handed_over"; readonly message: string }
  | { readonly status: "FAILED" | "SKIPPED"; readonly reason: Reason; readonly message: string; readonly disconnect: boolean }
  | {
      /** `RETRYING` is shown; `waiting`, `pending` and `unknown` are in no list. */
      readonly status: "RETRYING" | "waiting" | "pending" | "unknown";
      readonly reason: Reason;
      readonly message: string;
      readonly nextAt: Instant;
      readonly receipt: string | null;
    };

/** What to do next after an attempt to publish, or a check of one that the platform was still processing. `chance` is in [0, 1). */
export function afterAttempt(state: DeliveryState, outcome: PublishOutcome, means: Means, now: Instant, chance: number): NextStep {
  switch (outcome.kind) {
    case "published":
      return published(state, outcome);
    case "handedOver":
      return { status: "SENT", reason: "handed_over", message: outcome.note };
    case "rejected":
      return end("FAILED", "rejected", outcome.reason);
    case "unsuitable":
      return end("SKIPPED", "unsuitable", outcome.reason);
    case "unauthorized":
      return { ...end("FAILED", "unauthorized", `The platform refused the channel's access: ${outcome.reason}`), disconnect: true };
    case "pending":
      if (hoursSince(state.firstAttemptAt, now) >= HOURS_MAX)
        return end("FAILED", "gave_up", `The platform was still processing after ${HOURS_MAX} hours.`);
      return {
        status: "pending",
        reason: "processing",
        message: "The platform is processing the post.",
        nextAt: addSeconds(now, outcome.checkAfterSeconds),
        receipt: outcome.receipt,
      };
    case "busy":
      return retry(state, outcome, now, chance);
    case "unknown":
      return afterUnknown(state, outcome.reason, means, now, chance);
  }
}

/** An attempt whose process was cut off. However long ago that was: the platform's own means are used before it is given up. */
export function afterCutOff(state: DeliveryState, means: Means, now: Instant, chance: number): NextStep {
  const nextAt = addSeconds(now, Math.max(UNKNOWN_WAIT_SECONDS, backoff(state.tries, chance)));
  if (state.tries >= TRIES_MAX || settleStep(state, means, nextAt) === null) return undecided(CUT_OFF);
  return { status: "unknown", reason: "outcome_unknown", message: CUT_OFF, nextAt, receipt: null };
}

export const CUT_OFF = "The attempt was cut off before its outcome was stored.";

/** What to do next after a look-up on the platform. */
export function afterFind(state: DeliveryState, outcome: FindOutcome, now: Instant, chance: number): NextStep {
  if (outcome.kind === "published") return published(state, outcome);
  if (outcome.kind === "absent") {
    if (state.stopped) return end("SKIPPED", "post_deleted", DELETED);
    return retry(state, { reason: "An earlier attempt did not arrive.", retryAfterSeconds: 0 }, now, chance);
  }
  if (hoursSince(state.firstAttemptAt, now) >= HOURS_MAX) return undecided(outcome.reason);
  return {
    status: "unknown",
    reason: "outcome_unknown",
    message: outcome.reason,
    nextAt: addSeconds(now, backoff(state.tries, chance)),
    receipt: null,
  };
}

/** The step by which an outcome that is not known is settled now: the same call again while that cannot post twice, else a look-up. */
export function settleStep(state: DeliveryState, means: Means, now: Instant): "publish" | "find" | null {
  // A margin: the repeated call must arrive within the time.
  const age = secondsBetween(state.firstAttemptAt, now) + 60;
  if (means.repeatSafeForSeconds === Number.POSITIVE_INFINITY || age < means.repeatSafeForSeconds) return "publish";
  return means.canFind ? "find" : null;
}

/** When counts are read after publishing (rulings, section 6): after 15 minutes, 1 h, 6 h, 24 h, then daily for 30 days. */
export function nextCountsAt(publishedAt: Instant, now: Instant): Instant | null {
  const age = secondsBetween(publishedAt, now);
  const next = COUNT_AGES_SECONDS.find((seconds) => seconds > age);
  return next === undefined ? null : addSeconds(publishedAt, next);
}

const DAY_SECONDS = 86_400;
const COUNT_AGES_SECONDS = [900, 3600, 6 * 3600, ...Array.from({ length: 30 }, (_, day) => (day + 1) * DAY_SECONDS)];

export const DELETED = "The post was deleted before it could be published here.";

function published(state: DeliveryState, outcome: Published): NextStep {
  return { status: state.kind === "post" ? "PUBLISHED" : "commented", reason: "published", published: outcome };
}

function retry(state: DeliveryState, refusal: { reason: string; retryAfterSeconds: number }, now: Instant, chance: number): NextStep {
  if (state.stopped) return end("SKIPPED", "post_deleted", DELETED);
  const nextAt = addSeconds(now, Math.max(refusal.retryAfterSeconds, backoff(state.tries, chance)));
  if (state.tries >= TRIES_MAX || hoursSince(state.firstAttemptAt, nextAt) >= HOURS_MAX) {
    return end(
      "FAILED",
      "gave_up",
      `Given up after ${state.tries} ${state.tries === 1 ? "try" : "tries"}. The last answer: ${refusal.reason}`,
    );
  }
  // A comment has an entry of its own only when it has failed.
  return { status: state.kind === "post" ? "RETRYING" : "waiting", reason: "retry_later", message: refusal.reason, nextAt, receipt: null };
}

function afterUnknown(state: DeliveryState, reason: string, means: Means, now: Instant, chance: number): NextStep {
  const wait = Math.max(UNKNOWN_WAIT_SECONDS, backoff(state.tries, chance));
  const nextAt = addSeconds(now, wait);
  if (hoursSince(state.firstAttemptAt, now) >= HOURS_MAX || settleStep(state, means, nextAt) === null) return undecided(reason);
  return { status: "unknown", reason: "outcome_unknown", message: reason, nextAt, receipt: null };
}

function undecided(reason: string): NextStep {
  return end(
    "FAILED",
    "undecided",
    `Whether the post was published could not be found out; it is not sent again, so that it cannot appear twice. ${reason}`,
  );
}

function end(status: "FAILED" | "SKIPPED", reason: Reason, message: string) {
  return { status, reason, message, disconnect: false } as const;
}

/** 15 s, doubled with each try, up to a quarter longer by chance: 12 tries stay within a day. */
function backoff(tries: number, chance: number): number {
  return FIRST_RETRY_SECONDS * 2 ** Math.max(0, tries - 1) * (1 + chance / 4);
}

function hoursSince(from: Instant, to: Instant): number {
  return secondsBetween(from, to) / 3600;
}

function secondsBetween(from: Instant, to: Instant): number {
  return (toEpochMilliseconds(to) - toEpochMilliseconds(from)) / 1000;
}
