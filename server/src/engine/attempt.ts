import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import { baseUrlOf, openAccount } from "../channels/account.ts";
import type { Call, Connector, FindOutcome, PublishOutcome } from "../connectors/connector.ts";
import type { StoredMedia } from "../media/stored.ts";
import { StorageTrouble } from "../storage/storage.ts";
import { type Conclusion, endWith } from "./consequences.ts";
import { crashPoint } from "./crash-points.ts";
import { CHANNEL_INACTIVE } from "./depart.ts";
import type { GroupLedger } from "./group-ledger.ts";
import { type DeliveryRow, type Step, storeCheckpoint } from "./ledger.ts";
import { outgoingComment, outgoingPost } from "./outgoing.ts";
import { makeReady } from "./readiness.ts";
import { Recorder } from "./recording.ts";
import { afterAttempt, afterCutOff, afterFind, CUT_OFF, DELETED, type DeliveryState, type Means, settleStep } from "./rules.ts";
import type { EngineChannel } from "./store.ts";

/** An attempt ends by then whatever the platform does: a large video over a slow line is the longest. */
const ATTEMPT_SECONDS_MAX = 15 * 60;
/** Beyond that the attempt was cut off with its process. */
const LEASE_SECONDS = ATTEMPT_SECONDS_MAX + 60;

/** What attempts are made on. */
export interface Ground {
  readonly app: App;
  readonly ledger: GroupLedger;
}

/** What ends an attempt: `lost` when the channel's lock is lost or the service stops hard, `stop` what has had no effect yet. */
export interface Ends {
  readonly lost: AbortSignal;
  readonly stop: AbortSignal;
}

/** One step of one delivery. The caller holds the channel's lock. */
export async function attempt(ground: Ground, delivery: DeliveryRow, channel: EngineChannel, ends: Ends): Promise<void> {
  const { app, ledger } = ground;
  const connector = app.connectors[channel.type];
  if (connector === undefined)
    return endWith(app, delivery, {
      status: "SKIPPED",
      reason: "unsuitable",
      message: `${channel.type} channels cannot publish yet.`,
      disconnect: false,
    });
  if (delivery.status === "publishing") return recordCutOff(ground, delivery, connector);
  const refusal = refusalBefore(delivery, channel, connector);
  if (refusal !== null) return endWith(app, delivery, refusal);
  const mayBeLive = mayHaveArrived(delivery);
  const files = await makeReady(app, { delivery, channel, mayBeLive }, [ends.lost, ends.stop]);
  if (files.kind === "stopped") return;
  if (files.kind === "refused") {
    return endWith(app, delivery, { status: files.status, reason: files.reason, message: files.message, disconnect: false });
  }
  const step = nextStepOf(app, delivery, connector);
  const startedAt = app.clock.now();
  const number = await ledger.start({ read: delivery, step, now: startedAt, leaseUntil: addSeconds(startedAt, LEASE_SECONDS) });
  if (number === null) return;
  const recorder = new Recorder(app);
  const outcome =
    files.kind === "trouble"
      ? withoutFiles(mayBeLive)
      : recorder.clean(await callPlatform({ app, delivery, channel, connector, step, signal: ends.lost, recorder, media: files.media }));
  crashPoint("attempt.after-call");
  const now = app.clock.now();
  const state = stateOf(delivery, number, delivery.firstAttemptAt ?? startedAt);
  const chance = Math.random();
  const next =
    outcome.kind === "absent" || outcome.kind === "undecided"
      ? afterFind(state, outcome, now, chance)
      : afterAttempt(state, outcome, meansOf(connector, delivery), now, chance);
  const isStored = await storeSurely(ground, { delivery, number, outcome, calls: recorder.calls(), next, now });
  app.log.info({
    event: isStored ? "attempt" : "attempt overtaken",
    delivery: delivery.id,
    post: delivery.postId,
    channel: channel.id,
    step,
    number,
    outcome: outcome.kind,
    status: next.status,
  });
}

type Refusal = Parameters<typeof endWith>[2];

/** What ends a delivery without asking the platform. What may be live already is settled even for a deleted post or an inactive channel. */
function refusalBefore(delivery: DeliveryRow, channel: EngineChannel, connector: Connector): Refusal | null {
  const mayBeLive = mayHaveArrived(delivery);
  if (!mayBeLive && delivery.postId === null) return { status: "SKIPPED", reason: "post_deleted", message: DELETED, disconnect: false };
  if (channel.status !== "ACTIVE" && mayBeLive) {
    return {
      status: "FAILED",
      reason: "undecided",
      message: "The channel became inactive before it could be found out whether the post was published.",
      disconnect: false,
    };
  }
  if (channel.status !== "ACTIVE") return { status: "SKIPPED", reason: "channel_inactive", message: CHANNEL_INACTIVE, disconnect: false };
  if (delivery.parentId !== null && (connector.comment === undefined || delivery.parentRemoteId === null)) {
    return { status: "SKIPPED", reason: "unsuitable", message: `${channel.type} takes no comments.`, disconnect: false };
  }
  return null;
}

function mayHaveArrived({ status }: DeliveryRow): boolean {
  return status === "unknown" || status === "pending";
}

const FILES_AGAIN_SECONDS = 60;

/** The platform was not called. What may have arrived before stays unknown; everything else is tried again. */
function withoutFiles(mayBeLive: boolean): PublishOutcome {
  const reason = "The post's files could not be read.";
  return mayBeLive ? { kind: "unknown", reason } : { kind: "busy", reason, retryAfterSeconds: FILES_AGAIN_SECONDS };
}

function nextStepOf(app: App, delivery: DeliveryRow, connector: Connector): Step {
  if (delivery.status === "pending") return "check";
  if (delivery.status !== "unknown") return "publish";
  return (
    settleStep(
      stateOf(delivery, delivery.tries, delivery.firstAttemptAt ?? app.clock.now()),
      meansOf(connector, delivery),
      app.clock.now(),
    ) ?? "find"
  );
}

function stateOf(delivery: DeliveryRow, tries: number, firstAttemptAt: DeliveryState["firstAttemptAt"]): DeliveryState {
  return { kind: delivery.parentId === null ? "post" : "comment", tries, firstAttemptAt, stopped: delivery.postId === null };
}

function meansOf(connector: Connector, delivery: DeliveryRow): Means {
  const find = delivery.parentId === null ? connector.find : connector.findComment;
  return { repeatSafeForSeconds: connector.repeatSafeForSeconds, canFind: find !== undefined, canCheck: connector.check !== undefined };
}

/** An attempt without an outcome while nobody holds the channel: its process was cut off, its effect is not known. */
async function recordCutOff({ app, ledger }: Ground, delivery: DeliveryRow, connector: Connector): Promise<void> {
  const now = app.clock.now();
  const outcome = { kind: "unknown", reason: CUT_OFF } as const;
  const state = stateOf(delivery, delivery.tries, delivery.firstAttemptAt ?? now);
  const next = afterCutOff(state, meansOf(connector, delivery), now, Math.random());
  await ledger.conclude({ delivery, number: delivery.tries, outcome, calls: null, next, now });
  app.log.warn({
    event: "attempt cut off",
    delivery: delivery.id,
    post: delivery.postId,
    channel: delivery.channelId,
    status: next.status,
  });
}

/** How long an outcome in hand is kept for a database that is away: after that it counts as not known. */
const STORE_SECONDS_MAX = 30;

/**
 * Stores an outcome, again and again while the database is away: what is known now could only be looked up later, and not
 * on every platform. Whether a commit without an answer has happened need not be known, since an outcome is stored once.
 */
async function storeSurely({ app, ledger }: Ground, conclusion: Conclusion): Promise<boolean> {
  const giveUpAt = performance.now() + STORE_SECONDS_MAX * 1000;
  for (;;) {
    try {
      return await ledger.conclude(conclusion);
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      app.log.warn({ event: "outcome not stored yet", delivery: conclusion.delivery.id, err: error });
      await sleep(500);
    }
  }
}

interface Calling {
  readonly app: App;
  readonly delivery: DeliveryRow;
  readonly channel: EngineChannel;
  readonly connector: Connector;
  readonly step: Step;
  readonly signal: AbortSignal;
  readonly recorder: Recorder;
  /** As the platform takes them. */
  readonly media: readonly StoredMedia[];
}

/** A connector that throws has a defect, or no files; whether its call had an effect is then not known, if there was one. */
async function callPlatform(calling: Calling): Promise<PublishOutcome | FindOutcome> {
  const { app, delivery, channel, recorder } = calling;
  try {
    return await callConnector(calling);
  } catch (error) {
    if (error instanceof StorageTrouble && !recorder.hasCalled) {
      app.log.warn({ event: "files not read", delivery: delivery.id, channel: channel.id, err: error });
      return withoutFiles(mayHaveArrived(delivery));
    }
    app.log.error({ event: "connector failed", delivery: delivery.id, channel: channel.id, type: channel.type, err: error });
    return { kind: "unknown", reason: "The attempt ended with an internal error." };
  }
}

async function callConnector(calling: Calling): Promise<PublishOutcome | FindOutcome> {
  const { app, delivery, channel, connector, step, recorder, media } = calling;
  const account = recorder.account(openAccount(app, channel));
  const call = callOf(calling);
  if (delivery.parentId !== null) {
    const comment = outgoingComment(delivery, delivery.parentRemoteId as string);
    if (step === "find") return (await connector.findComment?.(comment, account, call)) ?? NO_MEANS;
    return (await connector.comment?.(comment, account, call)) ?? { kind: "unsuitable", reason: `${channel.type} takes no comments.` };
  }
  const post = outgoingPost(app, { delivery, channel, media });
  if (step === "find") return (await connector.find?.(post, account, call)) ?? NO_MEANS;
  if (step === "check")
    return (await connector.check?.(delivery.receipt ?? "", post, account, call)) ?? { kind: "unknown", reason: NO_MEANS.reason };
  return connector.publish(post, account, call);
}

const NO_MEANS = { kind: "undecided", reason: "The platform offers no way to look the post up." } as const;

function callOf({ app, delivery, channel, signal, recorder }: Calling): Call {
  const checkpoints = { ...delivery.checkpoints };
  return {
    net: recorder.net(),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_SECONDS_MAX * 1000)]),
    now: () => app.clock.now(),
    baseUrl: baseUrlOf(app, channel),
    checkpoint: {
      get: (name) => checkpoints[name],
      set: async (name, value) => {
        crashPoint("checkpoint.before-write");
        await storeCheckpoint(app.db, delivery.id, name, value);
        crashPoint("checkpoint.after-write");
        checkpoints[name] = value;
      },
    },
  };
}
