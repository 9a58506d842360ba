import { channelLimits } from "@rostrum/contract/channel-limits.ts";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { ChannelOutline } from "@rostrum/contract/outlines.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import type { App } from "../app.ts";
import type { Json } from "../connectors/json.ts";

/** The parts of a channel that decide whether it can take a post. */
export function channelOutline(
  app: Pick<App, "config" | "connectors">,
  channel: { readonly type: ChannelType; readonly sandbox: boolean; readonly settings: Json },
): ChannelOutline {
  const { type, sandbox, settings } = channel;
  return {
    type,
    limits: channelLimits(settings),
    elsewhere: sandbox || app.config.hostUrls[`${platforms[type].slug}/api`] !== undefined,
    measure: app.connectors[type]?.textMeasure?.(settings) ?? null,
    partMeasure: app.connectors[type]?.partMeasure?.(settings) ?? null,
  };
}
