import { deliveryWords } from "@rostrum/contract/reasons.ts";
import type { App } from "../app.ts";
import type { Connector } from "../connectors/connector.ts";
import type { StoredMedia } from "../media/stored.ts";
import type { DeliveryChange } from "./advance-store.ts";
import { withoutCall } from "./consequences.ts";
import type { DeliveryRow } from "./ledger-store.ts";
import { makeReady } from "./readiness.ts";
import { DELETED, mayHaveArrived, type NextStep } from "./rules.ts";
import type { EngineChannel } from "./store.ts";

/** A delivery of a channel, as both were read. */
export interface Turn {
  readonly delivery: DeliveryRow;
  readonly channel: EngineChannel;
}

/** A delivery that an attempt may begin on. */
export interface Prepared extends Turn {
  readonly connector: Connector;
  /** As the platform takes them; null while they cannot be read. */
  readonly media: readonly StoredMedia[] | null;
}

export type Preparation =
  | { readonly kind: "begins"; readonly prepared: Prepared }
  /** An attempt was cut off, whose outcome is not known. */
  | { readonly kind: "cut off"; readonly turn: Turn; readonly connector: Connector }
  /** The platform need not be asked. */
  | { readonly kind: "ends"; readonly end: DeliveryChange }
  | { readonly kind: "stopped" };

/** What ends an attempt: `lost` when the channel's lock is lost or the service stops hard, `stop` what has had no effect yet. */
export interface Ends {
  readonly lost: AbortSignal;
  readonly stop: AbortSignal;
}

/** Looks what is to be done with a delivery, and makes its files ready. Sends nothing, and leaves the ledger as it is. */
export async function prepare(app: App, turn: Turn, ends: Ends): Promise<Preparation> {
  const { delivery, channel } = turn;
  const connector = app.connectors[channel.type];
  const endsWith = (end: End): Preparation => ({
    kind: "ends",
    end: withoutCall(delivery, { disconnect: false, ...end }, app.clock.now()),
  });
  if (connector === undefined)
    return endsWith({ status: "SKIPPED", reason: "unsuitable", message: deliveryWords.cannotPublish(channel.type) });
  if (delivery.status === "publishing") return { kind: "cut off", turn, connector };
  const refusal = refusalBefore(turn, connector);
  if (refusal !== null) return endsWith(refusal);
  const files = await makeReady(app, { ...turn, mayBeLive: mayHaveArrived(delivery) }, [ends.lost, ends.stop]);
  if (files.kind === "stopped") return files;
  if (files.kind === "refused") return endsWith({ status: files.status, reason: files.reason, message: files.message });
  return { kind: "begins", prepared: { ...turn, connector, media: files.kind === "trouble" ? null : files.media } };
}

type End = Pick<Extract<NextStep, { disconnect: boolean }>, "status" | "reason" | "message">;

/** What ends a delivery without asking the platform. What may be live already is settled even for a deleted post or an inactive channel. */
function refusalBefore({ delivery, channel }: Turn, connector: Connector): End | null {
  const mayBeLive = mayHaveArrived(delivery);
  if (!mayBeLive && delivery.postId === null) return { status: "SKIPPED", reason: "post_deleted", message: DELETED };
  if (channel.status !== "ACTIVE" && mayBeLive) {
    return {
      status: "FAILED",
      reason: "undecided",
      message: "The channel became inactive before it could be found out whether the post was published.",
    };
  }
  if (channel.status !== "ACTIVE") return { status: "SKIPPED", reason: "channel_inactive", message: deliveryWords.channelInactive };
  if (delivery.parentId !== null && (connector.comment === undefined || delivery.parentRemoteId === null)) {
    return { status: "SKIPPED", reason: "unsuitable", message: `${channel.type} takes no comments.` };
  }
  return null;
}
