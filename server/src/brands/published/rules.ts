import type { ChannelState } from "@rostrum/contract/channels.ts";
import { type DeliveryReason, obstacleReasons } from "@rostrum/contract/reasons.ts";

/**
 * Normalizes published text for searching: folds case and composition, independent of the database's locale. A sigma is written differently
 * at the end of a word, which the end of what is searched for need not be.
 */
export function searchText(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll("ς", "σ");
}

/** The pattern of SQL's `like` for this text anywhere in a normalized one. */
export function searchPattern(text: string): string {
  return `%${searchText(text).replace(/[\\%_]/g, "\\$&")}%`;
}

/** A delivery with what decides whether a person can have it tried again. */
export interface Ended {
  readonly status: string;
  readonly reason: string | null;
  /** Null once the post has been deleted. */
  readonly postId: number | null;
  /** Null if it was meant for no channel. */
  readonly channelStatus: ChannelState | null;
  /** How each of its attempts ended, in their order: the kind of outcome; `waiting` if it waits and nobody can see it; null for one that was cut off. */
  readonly outcomes: readonly (string | null)[];
}

/** Reasons with which a delivery ends of which the network has nothing, or nothing but what its checkpoints name. */
const WITHOUT_EFFECT: readonly string[] = [
  "channel_inactive",
  "conversion_failed",
  "rejected",
  "unauthorized",
  "held_too_long",
  "gave_up",
  ...(Object.keys(obstacleReasons) as (keyof typeof obstacleReasons)[]),
] satisfies readonly DeliveryReason[];

/** Why a delivery cannot be tried again, as a sentence; null if it can. Never what may have arrived. */
export function whyNotAgain({ status, reason, postId, channelStatus, outcomes }: Ended): string | null {
  if (status !== "FAILED" && status !== "SKIPPED") return `Only what has FAILED or was SKIPPED can be tried again; this is ${status}.`;
  if (reason === "undecided") return "It may have been published. Look on the network, then say what you found.";
  if (postId === null) return "The post has been deleted.";
  if (channelStatus === null) return "The collection had no active channel, so there is nowhere to send it. Write the post again.";
  if (!WITHOUT_EFFECT.includes(reason ?? "") || mayHaveArrived(outcomes)) {
    return "An earlier attempt may have arrived, so it is not sent again. If it is not on the network, write the post again.";
  }
  if (channelStatus !== "ACTIVE") return "Its channel is not active. Reconnect it or switch it on, then try again.";
  return null;
}

/**
 * Whether the network may have something that none of the attempts has settled. A lost answer is settled by a lookup that found nothing
 * alone: a later refusal says nothing about it. What the network was processing is settled by its word on that too.
 */
export function mayHaveArrived(outcomes: readonly (string | null)[]): boolean {
  let isLost = false;
  let isProcessed = false;
  for (const outcome of outcomes) {
    if (outcome === null || outcome === "unknown" || outcome === "published" || outcome === "handedOver") isLost = true;
    if (outcome === "pending") isProcessed = true;
    if (outcome === "absent") isLost = false;
    if (outcome === "absent" || outcome === "lost" || outcome === "rejected" || outcome === "unsuitable") isProcessed = false;
  }
  return isLost || isProcessed;
}
