import type { Instant } from "@rostrum/contract/formats.ts";
import { deliveryWords } from "@rostrum/contract/reasons.ts";
import type { App } from "../../app.ts";
import type { StoredMedia } from "../../brands/media/stored.ts";
import { wallMilliseconds } from "../../ground/spans.ts";
import type { Connector } from "../../networks/connectors/connector.ts";
import type { DeliveryChange } from "./advance-store.ts";
import { withoutCall } from "./consequences.ts";
import type { DeliveryRow } from "./ledger-store.ts";
import { makeReady } from "./readiness.ts";
import { type EarlyEnd, endOfWait, mayHaveArrived } from "./rules.ts";
import { type EngineChannel, findTraceParent } from "./store.ts";

/** A delivery and its channel as they were read. */
export interface Turn {
  readonly delivery: DeliveryRow;
  readonly channel: EngineChannel;
}

/** A delivery on which an attempt may start. */
export interface Prepared extends Turn {
  readonly connector: Connector;
  /** In a form the platform accepts; null if they cannot be read at the moment. */
  readonly media: readonly StoredMedia[] | null;
  /** The trace of what has made the post, as far as traces are kept. */
  readonly causedBy: string | null;
  /** By the clock of traces. */
  readonly preparing: { readonly startedAt: number; readonly endedAt: number };
}

export type Preparation =
  | { readonly kind: "begins"; readonly prepared: Prepared }
  /** An earlier attempt was interrupted; its outcome is unknown. */
  | { readonly kind: "cut off"; readonly turn: Turn }
  /** The delivery ends without calling the platform. */
  | { readonly kind: "ends"; readonly end: DeliveryChange }
  | { readonly kind: "stopped" };

/** Signals: `lost` aborts any attempt (lock lost or hard stop), `stop` only work that has had no effect yet. */
export interface Ends {
  readonly lost: AbortSignal;
  readonly stop: AbortSignal;
}

/** Decides what to do with a delivery and prepares its files. Sends nothing and does not change the ledger. */
export async function prepare(app: App, turn: Turn, ends: Ends): Promise<Preparation> {
  const { delivery, channel } = turn;
  const connector = app.connectors[channel.type];
  const now = app.clock.now();
  const startedAt = wallMilliseconds();
  const endsWith = (end: EarlyEnd): Preparation => ({ kind: "ends", end: withoutCall(delivery, { disconnect: false, ...end }, now) });
  if (connector === undefined)
    return endsWith({ status: "SKIPPED", reason: "unsuitable", message: deliveryWords.cannotPublish(channel.type) });
  if (delivery.status === "publishing") return { kind: "cut off", turn };
  const refusal = refusalBefore(turn, connector) ?? endOfLongHold(turn, now);
  if (refusal !== null) return endsWith(refusal);
  const cause = app.traces === null ? null : findTraceParent(app.db, delivery.postId).catch(() => null);
  const files = await makeReady(app, { ...turn, mayBeLive: mayHaveArrived(delivery) }, [ends.lost, ends.stop]);
  if (files.kind === "stopped") return files;
  if (files.kind === "refused") return endsWith({ status: files.status, reason: files.reason, message: files.message });
  const causedBy = await cause;
  const preparing = { startedAt, endedAt: wallMilliseconds() };
  return { kind: "begins", prepared: { ...turn, connector, media: files.kind === "trouble" ? null : files.media, causedBy, preparing } };
}

/**
 * Why to end a delivery without calling the platform. A post that may be live is settled first, even if deleted; but of one that leaves in
 * parts, the next check would send the next part.
 */
function refusalBefore({ delivery, channel }: Turn, connector: Connector): EarlyEnd | null {
  const mayBeLive = mayHaveArrived(delivery);
  const isBetweenParts = delivery.status === "pending" && delivery.partAt !== null;
  if (delivery.postId === null && (!mayBeLive || isBetweenParts))
    return { status: "SKIPPED", reason: "post_deleted", message: deliveryWords.deleted };
  if (channel.status !== "ACTIVE" && mayBeLive) {
    return {
      status: "FAILED",
      reason: "undecided",
      message: "The channel became inactive before it could be determined whether the post was published.",
    };
  }
  if (channel.status !== "ACTIVE") return { status: "SKIPPED", reason: "channel_inactive", message: deliveryWords.channelInactive };
  if (delivery.parentId !== null && (connector.comment === undefined || delivery.parentRemoteId === null)) {
    return { status: "SKIPPED", reason: "unsuitable", message: `${channel.type} takes no comments.` };
  }
  return null;
}

/** While the channel is held, deliveries are read only if they are being processed or have waited for too long. */
function endOfLongHold({ delivery }: Turn, now: Instant): EarlyEnd | null {
  const { status, heldSince: since, heldUntil: until, heldReason } = delivery;
  if (until === null || status === "pending") return null;
  return endOfWait({ since, until, reason: heldReason ?? "" }, mayHaveArrived(delivery), now);
}
