import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { keepable } from "../../ground/database/keepable.ts";
import { asPart } from "../../ground/spans.ts";
import type { AttemptStart, DeliveryChange } from "./advance-store.ts";
import { checkpointOf } from "./checkpoint.ts";
import { afterCall } from "./consequences.ts";
import type { GroupLedger } from "./group-ledger.ts";
import type { DeliveryRow } from "./ledger-store.ts";
import { splitFor } from "./outgoing.ts";
import { ATTEMPT_SECONDS_MAX, callPlatform, type StepOutcome, withoutFiles } from "./platform-call.ts";
import type { Prepared, Turn } from "./preparation.ts";
import { Recorder } from "./recording.ts";
import {
  afterAsk,
  afterCutOff,
  afterGo,
  CUT_OFF,
  type DeliveryState,
  mayHaveArrived,
  type NextStep,
  type Step,
  type StepEnd,
} from "./rules.ts";
import { disconnectGrant, holdOthers } from "./store.ts";

/** Past this, assume the attempt died with its process. */
const LEASE_SECONDS = ATTEMPT_SECONDS_MAX + 60;

/** What every attempt needs. */
export interface EngineContext {
  readonly app: App;
  readonly ledger: GroupLedger;
}

/** An attempt that has been stored, or is about to be. */
export interface Attempt extends Prepared {
  readonly start: AttemptStart;
}

/** The attempt that can start now. */
export function attemptOn(app: App, prepared: Prepared): Attempt {
  const { delivery, channel } = prepared;
  const now = app.clock.now();
  return {
    ...prepared,
    start: {
      read: delivery,
      channel,
      step: nextStepOf(delivery),
      split: splitFor(app, prepared),
      now,
      leaseUntil: addSeconds(now, LEASE_SECONDS),
    },
  };
}

/** Calls the platform for the attempt started as `number`. Returns its end, which the caller must store. */
export async function carryOut(
  { app, ledger }: EngineContext,
  attempt: Attempt,
  number: number,
  signal: AbortSignal,
): Promise<DeliveryChange> {
  const { delivery, channel, connector, media, start } = attempt;
  const { step, split } = start;
  const recorder = new Recorder(app);
  const checkpoint = checkpointOf({ app, ledger, recorder }, delivery, number);
  const { outcome: said, firstPart } =
    media === null
      ? { outcome: withoutFiles(mayHaveArrived(delivery)), firstPart: null }
      : await asPart({ name: "call network" }, () =>
          callPlatform({ app, delivery, channel, connector, step, split, signal, recorder, checkpoint, media }),
        );
  // An outcome that cannot be stored would be asked for again and again.
  const outcome = keepable(recorder.clean(said));
  crashPoint("attempt.after-call");
  const now = app.clock.now();
  const state = afterStep(delivery, start);
  const next = nextOf({ step, outcome, state, moment: { now, chance: Math.random() } });
  const cause = { delivery, number, outcome, firstPart: keepable(firstPart), calls: keepable(recorder.calls()), noted: checkpoint.noted() };
  return { ...afterCall({ ...cause, step, next, now }), usedAt: start.now };
}

interface Ended {
  readonly step: Step;
  readonly outcome: StepOutcome;
  readonly state: DeliveryState;
  readonly moment: StepEnd;
}

/** A step that failed before it began (missing files, a bug) has the outcome of one that goes on. */
function nextOf({ step, outcome, state, moment }: Ended): NextStep {
  const isAnswer = outcome.kind === "absent" || outcome.kind === "undecided" || outcome.kind === "undecidable";
  if (isAnswer || step === "find") return afterAsk(state, outcome, moment);
  return afterGo(state, outcome, moment);
}

/** The end of an attempt with no outcome on a channel nobody holds: its process died and its effect is unknown. */
export function endOfCutOff(app: App, turn: Turn): DeliveryChange {
  const { delivery, channel } = turn;
  const now = app.clock.now();
  const outcome = { kind: "unknown", reason: CUT_OFF } as const;
  const state = stateOf(delivery, delivery.firstAttemptAt ?? now);
  const next = afterCutOff(state, { now, chance: Math.random() });
  app.log.warn({ event: "attempt cut off", delivery: delivery.id, post: delivery.postId, channel: channel.id, status: next.status });
  return afterCall({ delivery, number: delivery.steps, outcome, firstPart: null, calls: null, noted: null, step: "publish", next, now });
}

/**
 * How long to hold a known outcome while the database is unreachable or its rows are locked; after that it counts as unknown. Longer
 * than a failover takes. A service that is to stop does not wait as long.
 */
const STORE_SECONDS_MAX = { running: 600, stopping: 30 } as const;
const STORE_AGAIN_MILLISECONDS = { first: 500, most: 10_000 } as const;

/**
 * Stores an attempt's end, retrying while the database is unreachable: an outcome lost here could only be recovered by a
 * lookup, which not every platform offers. A commit that got no reply may be repeated, since an end is stored only once.
 * The channel's next attempt, if given, starts in the same commit: returns its number, or null.
 */
export async function conclude({ app, ledger }: EngineContext, attempt: Attempt, { end, following, stop }: Conclusion) {
  const begun = performance.now();
  let start = following?.start ?? null;
  for (let wait: number = STORE_AGAIN_MILLISECONDS.first; ; wait = Math.min(wait * 2, STORE_AGAIN_MILLISECONDS.most)) {
    try {
      const { ended, number } = await asPart({ name: "store outcome" }, () => ledger.advance({ end, start }));
      report(app, attempt, end, ended);
      if (ended) await applyToOtherChannels(app, attempt, end);
      return number;
    } catch (error) {
      const secondsMax = stop.aborted ? STORE_SECONDS_MAX.stopping : STORE_SECONDS_MAX.running;
      if (performance.now() - begun > secondsMax * 1000) throw error;
      app.log.warn({ event: "outcome not stored yet", delivery: attempt.delivery.id, err: error });
      // The next attempt may already have started in a commit that got no reply: leave it to the ledger.
      start = null;
      await sleep(wait, undefined, { signal: stop }).catch(() => sleep(STORE_AGAIN_MILLISECONDS.first));
    }
  }
}

interface Conclusion {
  readonly end: DeliveryChange;
  /** The channel's next attempt, to start in the same commit. */
  readonly following: Attempt | null;
  /** Of the service. */
  readonly stop: AbortSignal;
}

/** What concerns the grant's or the application's other channels too: they need not find out one by one. */
async function applyToOtherChannels({ db, log }: App, { channel, start }: Attempt, end: DeliveryChange): Promise<void> {
  const { held, nextAt: until, message, attempt, now } = end;
  const reason = message ?? "";
  const outcome = attempt?.outcome;
  try {
    if (held !== null && until !== null) await holdOthers(db, { channelId: channel.id, until, hold: held, now });
    if (end.disconnect && outcome?.kind === "unauthorized" && outcome.scope === "grant")
      await disconnectGrant(db, { channelId: channel.id, reason, now, usedAt: start.now });
  } catch (error) {
    log.warn({ event: "not spread to other channels", channel: channel.id, err: error });
  }
}

function report(app: App, { delivery, channel, start }: Attempt, end: DeliveryChange, isStored: boolean): void {
  app.log.info({
    event: isStored ? "attempt" : "attempt overtaken",
    delivery: delivery.id,
    post: delivery.postId,
    channel: channel.id,
    step: start.step,
    number: end.steps,
    outcome: end.attempt?.outcome.kind,
    status: end.status,
  });
}

/** A check goes on with what it finds unfinished; of a post that has been deleted nothing goes on. */
function nextStepOf({ status, postId }: DeliveryRow): Step {
  if (status === "unknown" || (status === "pending" && postId === null)) return "find";
  return status === "pending" ? "check" : "publish";
}

/** A hold puts it off by as long as it was meant to last, and may have ended before. */
function firstAttemptOf({ firstAttemptAt }: DeliveryRow, now: Instant): Instant {
  return firstAttemptAt !== null && firstAttemptAt < now ? firstAttemptAt : now;
}

/** The delivery as the ledger holds it once the step has come to its end. */
function afterStep(delivery: DeliveryRow, { step, now }: AttemptStart): DeliveryState {
  const state = stateOf(delivery, firstAttemptOf(delivery, now));
  if (step === "publish") return { ...state, tries: state.tries + 1, looks: 0, checks: 0, pending: null };
  return step === "find" ? { ...state, looks: state.looks + 1 } : { ...state, checks: state.checks + 1 };
}

function stateOf(delivery: DeliveryRow, firstAttemptAt: DeliveryState["firstAttemptAt"]): DeliveryState {
  const { parentId, postId, status, reason, tries, looks, checks, heldSince, pendingSince, isRestored } = delivery;
  const { deniedSince, deniedDelivery } = delivery;
  const kind = parentId === null ? "post" : "comment";
  return {
    kind,
    tries,
    looks,
    checks,
    firstAttemptAt,
    pending: status === "pending" ? { since: pendingSince ?? firstAttemptAt, isHeld: reason === "channel_held" } : null,
    mayBeLive: mayHaveArrived(delivery),
    heldSince,
    stopped: postId === null,
    wasRefused: reason === "unauthorized",
    refused: deniedSince === null ? null : { since: deniedSince, isOwn: deniedDelivery === delivery.id },
    isRestored,
  };
}
