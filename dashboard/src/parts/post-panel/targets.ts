import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { State } from "../look/state.ts";
import { tellReason } from "../reasons/reasons.ts";
import type { PanelPost, PanelStory } from "./queries.ts";

/** What becomes, or has become, of a post on a channel. */
export interface Target {
  readonly key: string;
  /** Null if it is gone. */
  readonly channelId: number | null;
  readonly name: string;
  readonly type: ChannelType;
  readonly state: State;
  /** Why it does not arrive there; null if it does. */
  readonly sentence: string | null;
  readonly url: string | null;
}

const SENT = ["PUBLISHED", "SENT"];

export function targetsOf({ channels, deliveries }: PanelStory): Target[] {
  const last = deliveries.filter(({ kind }) => kind === "POST");
  if (last.length > 0 && channels.length === 0) {
    return last.flatMap(({ deliveryId, channelId, channel, channelType, status, reason, message, url }) => {
      if (channelType === null) return [];
      const state = SENT.includes(status) ? "sent" : status === "FAILED" ? "failed" : status === "SKIPPED" ? "skipped" : "leaving";
      const sentence = state === "sent" ? null : sentenceOf({ reason, message, network: channelType });
      return { key: `delivery ${deliveryId}`, channelId, name: channel ?? channelType, type: channelType, state, sentence, url };
    });
  }
  return channels.flatMap(({ channelId, channel, channelType, obstacle, message }) => {
    if (channelType === null) return [];
    const isRefused = obstacle !== null;
    return {
      key: `channel ${channelId}`,
      channelId,
      name: channel ?? channelType,
      type: channelType,
      state: isRefused ? "failed" : "planned",
      sentence: isRefused ? sentenceOf({ reason: obstacle, message, network: channelType }) : null,
      url: null,
    };
  });
}

/** What the network itself answered is nowhere else here. */
function sentenceOf(why: Parameters<typeof tellReason>[0]): string | null {
  if (why.reason === "rejected" && why.message !== null) return why.message;
  return tellReason(why)?.sentence ?? why.message;
}

/** How the post as a whole stands. */
export function stateOf({ status, postingType }: Pick<PanelPost, "status" | "postingType">, story: PanelStory): State {
  if (status === "DRAFT" || postingType === "DRAFT") return "draft";
  const states = targetsOf(story).map(({ state }) => state);
  if (story.channels.length > 0) return "planned";
  if (states.includes("leaving")) return "leaving";
  if (states.includes("failed")) return "failed";
  return states.includes("sent") ? "sent" : states.length > 0 ? "skipped" : "planned";
}
