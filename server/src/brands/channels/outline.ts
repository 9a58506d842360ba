import { channelLimits } from "@rostrum/contract/channel-limits.ts";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { ChannelOutline, OutOfReach } from "@rostrum/contract/outlines.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import type { App } from "../../app.ts";
import type { Json } from "../../networks/connectors/json.ts";
import { isOutOfReach } from "../../networks/platforms/out-of-reach.ts";
import { channelPreferences, settingsInEffect } from "./preferences.ts";
import type { PreferringChannel } from "./preferences-store.ts";

/** The parts of a channel that decide whether it can take a post. */
export function channelOutline(
  app: Pick<App, "config" | "connectors">,
  channel: PreferringChannel & { readonly sandbox: boolean; readonly settings: Json },
): ChannelOutline {
  const { type, sandbox } = channel;
  const settings = settingsInEffect(app, channel);
  const elsewhere = sandbox || app.config.hostUrls[`${platforms[type].slug}/api`] !== undefined;
  return {
    type,
    limits: channelLimits(settings),
    elsewhere,
    measure: app.connectors[type]?.textMeasure?.(settings) ?? null,
    outOfReach: elsewhere ? null : outOfReach(app, type, settings),
    preferences: channelPreferences(app, channel),
  };
}

function outOfReach({ config, connectors }: Pick<App, "config" | "connectors">, type: ChannelType, settings: Json): OutOfReach | null {
  const kinds = connectors[type]?.fetchesMedia?.(settings) ?? [];
  return kinds.length > 0 && isOutOfReach(config.publicUrl) ? { kinds, address: config.publicUrl } : null;
}
