import type { ChannelType } from "@rostrum/contract/channels.ts";
import { deliveryReasons, forecastReasons } from "@rostrum/contract/reasons.ts";
import type { State } from "../look/state.ts";
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

const MEANINGS: Readonly<Record<string, string>> = { ...forecastReasons, ...deliveryReasons };
const SENT = ["PUBLISHED", "SENT"];

export function targetsOf({ channels, deliveries }: PanelStory): Target[] {
  const last = deliveries.filter(({ kind }) => kind === "POST");
  if (last.length > 0 && channels.length === 0) {
    return last.flatMap(({ deliveryId, channelId, channel, channelType, status, reason, message, url }) => {
      if (channelType === null) return [];
      const state = SENT.includes(status) ? "sent" : status === "FAILED" ? "failed" : status === "SKIPPED" ? "skipped" : "leaving";
      const sentence = state === "sent" ? null : (message ?? MEANINGS[reason ?? ""] ?? null);
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
      sentence: isRefused ? (message ?? MEANINGS[obstacle] ?? obstacle) : null,
      url: null,
    };
  });
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
