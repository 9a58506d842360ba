import { addSeconds, type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import { HELD_HOURS_MAX } from "@rostrum/contract/limits.ts";
import { type DeliveryReason, deliveryWords } from "@rostrum/contract/reasons.ts";
import type { FindOutcome, Held, HoldScope, Published, PublishOutcome, Unauthorized } from "../../networks/connectors/connector.ts";

/**
 * What follows each step of a delivery, as described in `docs/reliability.md#when-something-is-tried-again`. Pure: time and
 * randomness are passed in.
 */

export const TRIES_MAX = 12;
export const HOURS_MAX = 24;
/** A request may still be in flight when an attempt ends unknown, so wait before a lookup or retry. */
export const UNKNOWN_WAIT_SECONDS = 30;
const FIRST_RETRY_SECONDS = 15;
/** Tries, checks and lookups guaranteed even after the 24 hours: the service may have been down for most of them. */
const STEPS_MIN = 5;
/** How soon each of them has to follow: what the platform puts off for longer has its 24 hours alone. */
const STEP_SECONDS_MAX = 3600;
/**
 * The platform has just answered, so what was in its way before is no reason to wait for hours; and connectors trust what they have
 * seen there for minutes.
 */
const TRIES_BEFORE_ABSENCE_MAX = 5;
/**
 * After how many lookups a deleted post that is not found counts as never sent: the network may still be carrying out the request. Some
 * connectors ask in the first of them alone.
 */
const LOOKS_FOR_DELETED = 3;
/** An unknown outcome is looked up at least this often. */
const LOOK_SECONDS_MAX = 3600;
/** Upper bound on a wait that a platform requests; far longer than anything is retried. */
const WAIT_SECONDS_MAX = 30 * 24 * 3600;
/** What is refused for access is tried once more after so long; by then, most outages in which good access is refused are over. */
const DENIED_SECONDS = 3600;
/** How long a held delivery waits at least before asking again. */
const HELD_SECONDS_MIN = 60;

/**
 * `publish` may create the post, `check` goes on with one that the platform is still processing, `find` settles one whose
 * outcome is unknown. Only `publish` counts as a try.
 */
export type Step = "publish" | "check" | "find";

/** The state of a delivery when a step has ended. */
export interface DeliveryState {
  readonly kind: "post" | "comment";
  /** Publish attempts so far, including one that has just ended. */
  readonly tries: number;
  /** Lookups and checks since the last publish attempt, including one that has just ended. */
  readonly looks: number;
  readonly checks: number;
  readonly firstAttemptAt: Instant;
  /** Since when the platform has been processing it, or a quota has kept the platform from going on; null if it was not processing. */
  readonly pending: { readonly since: Instant; readonly isHeld: boolean } | null;
  /** Whether readers may see what the platform is still processing. */
  readonly mayBeLive: boolean;
  /** Since when the platform has let nothing through that was due; null if it has not held the channel. */
  readonly heldSince: Instant | null;
  /** Whether the post has been deleted meanwhile: nothing more of it goes out. */
  readonly stopped: boolean;
  /** Whether its own access was refused when it was last tried. */
  readonly wasRefused: boolean;
  /** Since when the platform has refused the channel's access, with nothing let through since; null if it has not. */
  readonly refused: RefusedAccess | null;
  /** Whether it was open in a backup that has been restored, and due since: the service that the backup was made of may have sent it. */
  readonly isRestored: boolean;
}

/** Refusals of a channel's access in a row. */
export interface RefusedAccess {
  readonly since: Instant;
  /** Whether all of them were of this delivery. */
  readonly isOwn: boolean;
}

/** When a step ended, and a random number in [0, 1). */
export interface StepEnd {
  readonly now: Instant;
  readonly chance: number;
}

/** Why a delivery is in its state; the contract defines each reason. */
export type Reason = DeliveryReason;

/** What holds a delivery, and with it its channel. */
export interface Hold {
  /** How far it reaches. */
  readonly scope: HoldScope;
  readonly reason: string;
  /** The budget that is used up; null if the platform itself let nothing through. */
  readonly budget: string | null;
}

export type NextStep =
  | { readonly status: "PUBLISHED" | "commented"; readonly reason: "published"; readonly published: Published }
  | { readonly status: "SENT"; readonly reason: "handed_over"; readonly message: string }
  | { readonly status: "FAILED" | "SKIPPED"; readonly reason: Reason; readonly message: string; readonly disconnect: boolean }
  | {
      /** `RETRYING` is listed; `waiting`, `pending` and `unknown` are not. */
      readonly status: "RETRYING" | "waiting" | "pending" | "unknown";
      readonly reason: Reason;
      readonly message: string;
      readonly nextAt: Instant;
      readonly mayBeLive: boolean;
      /** Holds the whole channel until `nextAt`; the delivery keeps its place in line. */
      readonly holdsChannel: boolean;
      /** Null unless a quota, limit or budget holds the delivery, which is then not a try. */
      readonly held: Hold | null;
    };

/**
 * Decides the next step after the platform was called for what is not out yet. A call that only goes on with what the platform is
 * processing is not a try: an inconclusive one is repeated.
 */
export function afterGo(state: DeliveryState, outcome: PublishOutcome, moment: StepEnd): NextStep {
  if (outcome.kind === "notAsked") {
    const wait = Math.max(waitOf(outcome.retryAfterSeconds), Math.min(LOOK_SECONDS_MAX, backoff(state.checks, moment.chance)));
    const live = outcome.live ?? (state.mayBeLive ? "maybe" : "no");
    return stillPending({ live, checkAfterSeconds: wait, reason: outcome.reason }, { state, moment });
  }
  if (!state.mayBeLive) return afterFirst(state, outcome, moment);
  return state.pending === null ? afterRepeat(state, outcome, moment) : afterHalf(state, outcome, moment);
}

/** Readers see nothing of it, as far as was known before the call. */
function afterFirst(state: DeliveryState, outcome: Gone, moment: StepEnd): NextStep {
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
      return denied(state, outcome, moment);
    case "pending":
      return stillPending(outcome, { state, moment });
    case "lost":
      return retry(state, { reason: outcome.reason, retryAfterSeconds: 0 }, moment);
    case "busy":
      return retry(state, outcome, moment);
    case "held":
      return held(state, outcome, moment);
    case "unknown":
      return afterUnknown(state, outcome, moment);
  }
}

/**
 * The call was repeated because it is unknown whether an earlier one arrived. What refuses it is about the repeated call alone.
 */
function afterRepeat(state: DeliveryState, outcome: Gone, moment: StepEnd): NextStep {
  switch (outcome.kind) {
    case "busy":
    case "held":
      return afterUnknown(state, outcome, moment);
    case "rejected":
    case "unsuitable":
      return undecided(outcome.reason);
    case "unauthorized":
      return isBelieved(state, outcome, moment)
        ? { ...undecided(deliveryWords.denied(outcome.reason)), disconnect: true }
        : afterUnknown(state, { reason: deliveryWords.deniedOnce(outcome.reason), retryAfterSeconds: DENIED_SECONDS }, moment);
    default:
      return afterFirst(state, outcome, moment);
  }
}

/** Readers may see a part of it, or all. */
function afterHalf(state: DeliveryState, outcome: Gone, moment: StepEnd): NextStep {
  switch (outcome.kind) {
    case "held":
      return heldHalfway(state, outcome, moment);
    case "busy":
      return afterGo(state, { ...outcome, kind: "notAsked", live: "maybe" }, moment);
    case "unauthorized": {
      if (isBelieved(state, outcome, moment)) return { ...undecided(deliveryWords.denied(outcome.reason)), disconnect: true };
      const reason = deliveryWords.deniedOnce(outcome.reason);
      return stillPending({ live: "maybe", checkAfterSeconds: DENIED_SECONDS, reason }, { state, moment });
    }
    default:
      return afterFirst(state, outcome, moment);
  }
}

type Gone = Exclude<PublishOutcome, { kind: "notAsked" }>;

/** A hold of the channel that is not over, and since when it has kept the delivery waiting. */
export interface HeldBack {
  readonly since: Instant | null;
  readonly until: Instant;
  readonly reason: string;
}

/**
 * How a delivery ends that a hold has kept waiting for too long, while the hold goes on; null if it has not. The platform is not
 * asked: it has said until when it lets nothing through, or has just been asked.
 */
export function endOfWait({ since, until, reason }: HeldBack, mayBeLive: boolean, now: Instant): EarlyEnd | null {
  if (!isHeldTooLong(since, now)) return null;
  const message = `${HELD_TOO_LONG} ${deliveryWords.held(reason, until)}`;
  return mayBeLive ? undecided(message) : end("FAILED", "held_too_long", message);
}

/** The end of a delivery of which readers see a part, at `place`: never as if nothing had been sent. */
export function endHalfway<End extends EarlyEnd>(end: End, place: string): End {
  const message = end.reason === "post_deleted" ? deliveryWords.deletedHalfway : end.message;
  return { ...end, status: "FAILED", message: deliveryWords.partlyLive(message, place) };
}

/** The end of a delivery for which the platform is not called. */
export type EarlyEnd = Pick<Extract<NextStep, { disconnect: boolean }>, "status" | "reason" | "message">;

/** Decides the next step after the platform was asked what became of it. */
export function afterAsk(state: DeliveryState, outcome: FindOutcome, moment: StepEnd): NextStep {
  if (outcome.kind === "absent") {
    if (state.isRestored) return undecided(RESTORED);
    // Elsewhere what arrives late is met by the call that is made again. Here none is, so nobody would ever see it.
    if (state.stopped && state.looks < LOOKS_FOR_DELETED) return unknown(state, { reason: "It has not been found." }, moment);
    if (outcome.held !== undefined) return held(state, outcome.held, moment);
    const seconds = backoff(Math.min(state.tries, TRIES_BEFORE_ABSENCE_MAX), moment.chance);
    return retryIn(state, { reason: "An earlier attempt did not arrive." }, { seconds, now: moment.now });
  }
  if (outcome.kind === "undecidable") return undecided(outcome.reason);
  if (outcome.kind !== "undecided" && outcome.kind !== "notAsked") return afterGo(state, outcome, moment);
  if (state.pending === null) return afterUnknown(state, outcome, moment);
  // Looked up in place of a check, it has the time that processing has.
  const seconds = Math.max(waitOf(outcome.retryAfterSeconds ?? 0), Math.min(LOOK_SECONDS_MAX, backoff(state.looks, moment.chance)));
  return stillPending({ live: "maybe", checkAfterSeconds: seconds, reason: outcome.reason }, { state, moment });
}

/** Decides the next step after a step was interrupted. However old it is, settle it on the platform before giving up. */
export function afterCutOff(state: DeliveryState, moment: StepEnd): NextStep {
  const isOld = hoursSince(state.firstAttemptAt, moment.now) >= HOURS_MAX;
  if (isOld && state.looks + state.tries >= TRIES_MAX) return undecided(CUT_OFF);
  return unknown(state, { reason: CUT_OFF }, moment);
}

/** What the backup holds says nothing of what was sent after it. */
const RESTORED = "It was due between the backup and its restoring.";

export const CUT_OFF = "The attempt was cut off before its outcome was stored.";

function published(state: DeliveryState, outcome: Published): NextStep {
  return { status: state.kind === "post" ? "PUBLISHED" : "commented", reason: "published", published: outcome };
}

interface Waiting {
  readonly live: "no" | "maybe";
  readonly checkAfterSeconds: number;
  /** Why the platform could not be asked, if it could not. */
  readonly reason?: string;
}

function stillPending(
  { live, checkAfterSeconds, reason }: Waiting,
  { state, moment }: { state: DeliveryState; moment: StepEnd },
): NextStep {
  const { pending } = state;
  const since = pending === null || pending.isHeld ? moment.now : pending.since;
  // However often a quota comes between.
  const isOver = pending !== null && secondsBetween(state.firstAttemptAt, moment.now) >= WAIT_SECONDS_MAX;
  if ((hoursSince(since, moment.now) >= HOURS_MAX && state.checks + state.looks > STEPS_MIN) || isOver) {
    const last = reason === undefined ? "" : ` ${reason}`;
    const message = `The platform was still processing after ${HOURS_MAX} hours.${last}`;
    return live === "maybe" ? undecided(message) : end("FAILED", "gave_up", message);
  }
  return {
    status: "pending",
    reason: "processing",
    message: reason ?? "The platform is processing the post.",
    nextAt: addSeconds(moment.now, Math.max(1, waitOf(checkAfterSeconds))),
    mayBeLive: live === "maybe",
    holdsChannel: false,
    held: null,
  };
}

type Refusal = Pick<Extract<PublishOutcome, { kind: "busy" }>, "reason" | "retryAfterSeconds" | "scope">;

function retry(state: DeliveryState, refusal: Refusal, moment: StepEnd): NextStep {
  const seconds = Math.max(waitOf(refusal.retryAfterSeconds), backoff(state.tries, moment.chance));
  return retryIn(state, refusal, { seconds, now: moment.now });
}

function retryIn(
  state: DeliveryState,
  refusal: Pick<Refusal, "reason" | "scope">,
  { seconds, now }: { readonly seconds: number; readonly now: Instant },
): NextStep {
  if (state.stopped) return end("SKIPPED", "post_deleted", deliveryWords.deleted);
  const nextAt = addSeconds(now, seconds);
  const isSure = state.tries <= STEPS_MIN && seconds <= STEP_SECONDS_MAX;
  if (state.tries >= TRIES_MAX || (hoursSince(state.firstAttemptAt, nextAt) >= HOURS_MAX && !isSure)) {
    return end(
      "FAILED",
      "gave_up",
      `Given up after ${state.tries} ${state.tries === 1 ? "try" : "tries"}. The last answer: ${refusal.reason}`,
    );
  }
  return {
    // A comment has an entry of its own only when it has failed.
    status: state.kind === "post" ? "RETRYING" : "waiting",
    reason: "retry_later",
    message: refusal.reason,
    nextAt,
    mayBeLive: false,
    holdsChannel: refusal.scope === "channel",
    held: null,
  };
}

/**
 * Whether a refusal of access is believed, so that the channel is disconnected: the platform has confirmed it, or has let nothing through
 * for so long that an outage is over. Where it says that the access works, the refusals have to be of different posts.
 */
function isBelieved({ refused }: DeliveryState, { probed }: Unauthorized, { now }: StepEnd): boolean {
  if (probed === "ended") return true;
  if (refused === null || secondsBetween(refused.since, now) < DENIED_SECONDS) return false;
  return probed !== "works" || !refused.isOwn;
}

/** A post is refused twice at most: its channel goes on with the others meanwhile. */
function denied(state: DeliveryState, outcome: Unauthorized, moment: StepEnd): NextStep {
  const message = deliveryWords.denied(outcome.reason);
  if (isBelieved(state, outcome, moment)) return { ...end("FAILED", "unauthorized", message), disconnect: true };
  if (state.wasRefused) return end("FAILED", "unauthorized", message);
  const reason = deliveryWords.deniedOnce(outcome.reason);
  const next = retryIn(state, { reason }, { seconds: DENIED_SECONDS, now: moment.now });
  return "nextAt" in next ? { ...next, reason: "unauthorized" } : next;
}

/** Waits for a quota, limit or budget: no try and none of the 24 hours, but it does not wait forever. */
function held(state: DeliveryState, { reason, retryAfterSeconds, scope, budget }: Held, { now }: StepEnd): NextStep {
  if (state.stopped) return end("SKIPPED", "post_deleted", deliveryWords.deleted);
  const nextAt = addSeconds(now, Math.max(HELD_SECONDS_MIN, waitOf(retryAfterSeconds)));
  const message = deliveryWords.held(reason, nextAt);
  if (isHeldTooLong(state.heldSince, now)) return end("FAILED", "held_too_long", `${HELD_TOO_LONG} ${message}`);
  return {
    status: state.kind === "post" ? "RETRYING" : "waiting",
    reason: "channel_held",
    message,
    nextAt,
    mayBeLive: false,
    holdsChannel: true,
    held: { scope, reason, budget: budget ?? null },
  };
}

/**
 * What readers may see already waits for a quota, limit or budget to go on. It is asked about from time to time, since the hold may end
 * earlier than the platform said, and the channel's own deliveries find out by themselves.
 */
function heldHalfway(state: DeliveryState, { reason, retryAfterSeconds }: Held, { now }: StepEnd): NextStep {
  const seconds = Math.max(HELD_SECONDS_MIN, waitOf(retryAfterSeconds));
  const message = deliveryWords.held(reason, addSeconds(now, seconds));
  if (isHeldTooLong(state.pending?.isHeld ? state.pending.since : null, now)) return undecided(`${HELD_TOO_LONG} ${message}`);
  return {
    status: "pending",
    reason: "channel_held",
    message,
    nextAt: addSeconds(now, Math.min(LOOK_SECONDS_MAX, seconds)),
    mayBeLive: true,
    holdsChannel: false,
    held: null,
  };
}

const HELD_TOO_LONG = `Nothing was let through for ${HELD_HOURS_MAX} hours.`;

function isHeldTooLong(heldSince: Instant | null, now: Instant): boolean {
  return heldSince !== null && hoursSince(heldSince, now) >= HELD_HOURS_MAX;
}

/** Why an outcome is unknown, and how long the platform asks us to wait. */
interface Doubt {
  readonly reason: string;
  readonly retryAfterSeconds?: number;
}

function afterUnknown(state: DeliveryState, doubt: Doubt, moment: StepEnd): NextStep {
  const hasLooked = state.tries + state.looks > STEPS_MIN;
  const isOver = hoursSince(state.firstAttemptAt, moment.now) >= HOURS_MAX && hasLooked;
  return isOver ? undecided(doubt.reason) : unknown(state, doubt, moment);
}

function unknown(state: DeliveryState, { reason, retryAfterSeconds = 0 }: Doubt, { now, chance }: StepEnd): NextStep {
  const own = Math.min(LOOK_SECONDS_MAX, Math.max(UNKNOWN_WAIT_SECONDS, backoff(state.looks + state.tries, chance)));
  // As long as the platform asks, but not past the deadline for settling the outcome; past it, the few lookups that are left still wait
  // for what they have to see.
  const leftSeconds = Math.max(LOOK_SECONDS_MAX, HOURS_MAX * 3600 - secondsBetween(state.firstAttemptAt, now));
  const nextAt = addSeconds(now, Math.max(own, Math.min(waitOf(retryAfterSeconds), leftSeconds)));
  return {
    status: "unknown",
    reason: "outcome_unknown",
    message: reason,
    nextAt,
    mayBeLive: true,
    holdsChannel: false,
    held: null,
  };
}

function undecided(reason: string) {
  return end(
    "FAILED",
    "undecided",
    `It could not be determined whether the post was published; it will not be sent again, to avoid a duplicate. ${reason}`,
  );
}

function end(status: "FAILED" | "SKIPPED", reason: Reason, message: string) {
  return { status, reason, message, disconnect: false } as const;
}

/** The wait a platform requests, bounded: the number may be anything. */
function waitOf(seconds: number): number {
  return Number.isNaN(seconds) ? 0 : Math.min(WAIT_SECONDS_MAX, Math.max(0, seconds));
}

/** Back-off from 15 s, doubling each step up to a cap, with up to 25% jitter: 12 tries fit within a day. */
function backoff(steps: number, chance: number): number {
  return FIRST_RETRY_SECONDS * 2 ** Math.min(TRIES_MAX - 1, Math.max(0, steps - 1)) * (1 + chance / 4);
}

function hoursSince(from: Instant, to: Instant): number {
  return secondsBetween(from, to) / 3600;
}

/** Whether the platform may have all or part of the post from an earlier attempt. */
export function mayHaveArrived({ status, mayBeLive }: { readonly status: string; readonly mayBeLive: boolean }): boolean {
  return status === "unknown" || (status === "pending" && mayBeLive);
}
