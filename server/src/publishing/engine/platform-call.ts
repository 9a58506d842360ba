import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { preferencesInEffect } from "@rostrum/contract/preferences.ts";
import type { App } from "../../app.ts";
import { openAccount } from "../../brands/channels/account.ts";
import { channelPreferences } from "../../brands/channels/preferences.ts";
import { fetchFitted } from "../../brands/media/fetched-picture.ts";
import type { StoredMedia } from "../../brands/media/stored.ts";
import { StorageTrouble } from "../../ground/storage/storage.ts";
import {
  type Account,
  type Call,
  type Checkpoint,
  ConnectedAgain,
  type Connector,
  type FindOutcome,
  type Located,
  type OutgoingPost,
  type PublishOutcome,
  type Unauthorized,
} from "../../networks/connectors/connector.ts";
import type { ProbeOutcome } from "../../networks/connectors/log-in.ts";
import { GrantOver, GrantTrouble } from "../../networks/grants/keep.ts";
import { renewRefused } from "../../networks/grants/refused.ts";
import { reach, SandboxOff } from "../../networks/platforms/hosts.ts";
import { probeOf, withAccess } from "./access.ts";
import { GoneOn } from "./checkpoint.ts";
import { ownPreferences, typeInPlace } from "./frozen-content.ts";
import { type DeliveryRow, listOwnedByOthers } from "./ledger-store.ts";
import { outgoingComment, outgoingPost } from "./outgoing.ts";
import type { Recorder } from "./recording.ts";
import { mayHaveArrived, type Step } from "./rules.ts";
import type { EngineChannel } from "./store.ts";

/** Hard limit on an attempt. The longest legitimate one uploads a large video over a slow line. */
export const ATTEMPT_SECONDS_MAX = 15 * 60;

/** Of pictures that pages name for their cards. */
const PAGE_PICTURE = { bytesMax: 20_000_000, timeoutSeconds: 15 } as const;
const FILES_AGAIN_SECONDS = 60;
const ACCESS_AGAIN_SECONDS = 60;
const RENEWED_AGAIN_SECONDS = 1;
/** Tolerates clock skew: another delivery's post may seem to predate the start of this one. */
const OWNED_MARGIN_SECONDS = 24 * 3600;

export type StepOutcome = PublishOutcome | FindOutcome;

/** How a step has ended. */
export interface StepEnd {
  readonly outcome: StepOutcome;
  /** Where readers find the first of several parts; null if none is known to be out. */
  readonly firstPart: Located | null;
}

/** The platform was not called. An earlier attempt that may have arrived stays unknown; anything else is retried. */
export function withoutFiles(mayBeLive: boolean): PublishOutcome {
  const reason = "The post's files could not be read.";
  return mayBeLive ? { kind: "unknown", reason } : { kind: "busy", reason, retryAfterSeconds: FILES_AGAIN_SECONDS };
}

/** The platform did nothing, because the log-in has to be renewed first. */
function withoutAccess({ delivery, step }: Calling, reason: string, retryAfterSeconds: number): StepOutcome {
  if (step === "check") return { kind: "notAsked", reason, retryAfterSeconds };
  if (mayHaveArrived(delivery)) return { kind: "unknown", reason };
  return { kind: "busy", reason, retryAfterSeconds, scope: "channel" };
}

/** A token that is refused before its end is renewed first: only if that does not help has the person's log-in ended. */
async function renewedIfRefused(calling: Calling, usedAt: Instant, outcome: StepOutcome): Promise<StepOutcome> {
  const { app, channel, signal } = calling;
  if (outcome.kind !== "unauthorized" || outcome.scope !== "grant" || channel.grantId === null) return outcome;
  const renewal = await renewRefused(app, channel.grantId, { usedAt, signal });
  if (renewal === "none" || renewal === "new") return outcome;
  const seconds = renewal === "renewed" ? RENEWED_AGAIN_SECONDS : ACCESS_AGAIN_SECONDS;
  return withoutAccess(calling, `The platform refused the log-in, which is renewed first: ${outcome.reason}`, seconds);
}

interface Calling {
  readonly app: App;
  readonly delivery: DeliveryRow;
  readonly channel: EngineChannel;
  readonly connector: Connector;
  readonly step: Step;
  /** The parts if the caption is split into a thread. */
  readonly split: readonly string[] | null;
  readonly signal: AbortSignal;
  readonly recorder: Recorder;
  readonly checkpoint: Checkpoint;
  /** In a form the platform accepts. */
  readonly media: readonly StoredMedia[];
}

/**
 * A connector throws only if it is interrupted, cannot read files or has a bug; any call it had made has an unknown effect. It is
 * interrupted when the service stops, another worker may have the channel, or the time is up.
 */
export async function callPlatform(given: Calling): Promise<StepEnd> {
  const calling = { ...given, signal: AbortSignal.any([given.signal, AbortSignal.timeout(ATTEMPT_SECONDS_MAX * 1000)]) };
  let action: Action | null = null;
  try {
    const usedAt = calling.app.clock.now();
    action = await actionOf(calling);
    const { act, ask } = action;
    const outcome = await withAccess(async () => renewedIfRefused(calling, usedAt, await act()), ask);
    return { outcome, firstPart: firstPartOf(calling, action) };
  } catch (error) {
    return { outcome: afterError(calling, error), firstPart: firstPartOf(calling, action) };
  }
}

/** What breaks a step may break this too, and the outcome must not be lost with it. */
function firstPartOf({ app, delivery, channel }: Calling, action: Action | null): Located | null {
  try {
    return action?.firstPart() ?? null;
  } catch (error) {
    app.log.error({ event: "connector failed", delivery: delivery.id, channel: channel.id, type: channel.type, err: error });
    return null;
  }
}

function afterError(calling: Calling, error: unknown): StepOutcome {
  const { app, delivery, channel, recorder, signal } = calling;
  if (error instanceof GrantOver && calling.step !== "find")
    return { kind: "unauthorized", reason: error.message, scope: "grant", probed: "ended" };
  if (error instanceof GrantTrouble || error instanceof SandboxOff) return withoutAccess(calling, error.message, ACCESS_AGAIN_SECONDS);
  if (error instanceof ConnectedAgain && !recorder.hasCalled) return withoutAccess(calling, error.message, RENEWED_AGAIN_SECONDS);
  if (error instanceof StorageTrouble && !recorder.hasCalled) {
    app.log.warn({ event: "files not read", delivery: delivery.id, channel: channel.id, err: error });
    return withoutFiles(mayHaveArrived(delivery));
  }
  if (signal.aborted || error instanceof ConnectedAgain || error instanceof GoneOn) {
    app.log.warn({ event: "attempt interrupted", delivery: delivery.id, channel: channel.id, err: error });
    return { kind: "unknown", reason: error instanceof ConnectedAgain ? error.message : "The attempt was interrupted." };
  }
  app.log.error({ event: "connector failed", delivery: delivery.id, channel: channel.id, type: channel.type, err: error });
  return { kind: "unknown", reason: "The attempt ended with an internal error." };
}

/** A step with all that the connector needs for it. */
interface Action {
  act(): Promise<StepOutcome>;
  /** What the platform says of the access that it has refused. */
  ask(refusal: Unauthorized): Promise<ProbeOutcome>;
  firstPart(): Located | null;
}

async function actionOf(calling: Calling): Promise<Action> {
  const { app, delivery, channel, connector, split, recorder, media } = calling;
  const call = callOf(calling);
  const { values: preferences } = preferencesInEffect(channelPreferences(app, channel), ownPreferences(delivery.content, channel.id));
  const account = recorder.account({ ...(await openAccount(app, channel, call.signal)), preferences });
  let acts = 0;
  // What is done once more in the same step goes on where it was, and does not start over.
  const reached = () => ({ account, call: acts++ === 0 ? call : { ...call, startsOver: false } });
  const ask = (refusal: Unauthorized) => probeOf({ app, channel, connector, account, call }, refusal);
  if (delivery.parentId !== null) return { act: () => commentStep(calling, reached()), ask, firstPart: () => null };
  const post = outgoingPost(app, { delivery, channel, media, split });
  return { act: () => postStep(calling, post, reached()), ask, firstPart: () => connector.firstPart?.(post, account, call) ?? null };
}

interface Reached {
  readonly account: Account;
  readonly call: Call;
}

async function commentStep({ delivery, channel, connector, step }: Calling, { account, call }: Reached): Promise<StepOutcome> {
  const comment = outgoingComment(delivery, delivery.parentRemoteId as string);
  if (step === "find") return (await connector.findComment?.(comment, account, call)) ?? NO_MEANS;
  const outcome = await connector.comment?.(comment, account, call);
  // Posts go out all the same.
  if (outcome?.kind === "unauthorized" && outcome.lacksPermission) return { kind: "rejected", reason: outcome.reason };
  return outcome ?? { kind: "unsuitable", reason: `${channel.type} takes no comments.` };
}

async function postStep(calling: Calling, post: OutgoingPost, reached: Reached): Promise<StepOutcome> {
  const { delivery, channel } = calling;
  const outcome = noting(await stepOf(calling, post, reached), leftOutComment(calling));
  if (outcome.kind !== "published") return outcome;
  const postType = outcome.postType ?? typeInPlace(delivery.content, channel.type, post.media);
  return postType === null ? outcome : { ...outcome, postType };
}

/** What the entry says of a first comment on a network that has none, as of everything that a network leaves out. */
function leftOutComment({ delivery, channel, connector }: Calling): string | null {
  if (delivery.content.comment === null || connector.comment !== undefined) return null;
  return `${channel.type} takes no comments, so the first comment was left out.`;
}

/** The outcome with what every network leaves out of such a post, beside the connector's own note. */
function noting(outcome: StepOutcome, note: string | null): StepOutcome {
  if (note === null || (outcome.kind !== "published" && outcome.kind !== "handedOver")) return outcome;
  return { ...outcome, note: outcome.note === undefined ? note : `${outcome.note} ${note}` };
}

async function stepOf({ connector, step }: Calling, post: OutgoingPost, { account, call }: Reached): Promise<StepOutcome> {
  if (step === "find") return (await connector.find?.(post, account, call)) ?? NO_MEANS;
  return connector.publish(post, account, call);
}

const NO_MEANS = { kind: "undecidable", reason: "The platform offers no way to look the post up." } as const;

function callOf({ app, delivery, channel, step, signal, recorder, checkpoint }: Calling): Call {
  return {
    ...reach(app, channel),
    net: recorder.net(signal),
    signal,
    checkpoint,
    // What a hold has kept waiting has been tried, although its try was given back.
    startsOver: step === "publish" && delivery.tries === 0 && delivery.reason !== "channel_held",
    isStopped: delivery.postId === null || (step === "find" && delivery.isRestored),
    fetchPicture: (url, wanted) => fetchFitted({ storage: app.storage, net: recorder.net(signal) }, { url, wanted, ...PAGE_PICTURE }),
    ownedByOthers: (remoteIds) =>
      listOwnedByOthers(app.db, {
        delivery,
        remoteIds,
        since: addSeconds(delivery.firstAttemptAt ?? app.clock.now(), -OWNED_MARGIN_SECONDS),
      }),
  };
}
