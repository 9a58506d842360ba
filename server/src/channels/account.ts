import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import type { App } from "../app.ts";
import type { Account, Json } from "../connectors/connector.ts";
import { storeCredentials } from "./manage-store.ts";

/** The parts of a channel's row needed to act as its account. */
export interface ConnectedChannel {
  readonly id: number;
  readonly type: ChannelType;
  readonly sandbox: boolean;
  readonly remoteId: string | null;
  readonly handle: string | null;
  /** Sealed; null once the channel is removed. */
  readonly credentials: string | null;
  readonly settings: Json;
}

/** Throws on a channel without credentials: check its status first. */
export function openAccount(app: App, channel: ConnectedChannel): Account {
  if (channel.credentials === null || channel.remoteId === null) throw new Error(`channel ${channel.id} is not connected`);
  return {
    channelId: channel.id,
    remoteId: channel.remoteId,
    handle: channel.handle ?? "",
    credentials: JSON.parse(app.secrets.open(channel.credentials, placeOf(channel.id))) as Json,
    settings: channel.settings,
    saveCredentials: (credentials) => storeCredentials(app.db, channel.id, sealCredentials(app, channel.id, credentials)),
  };
}

export function sealCredentials(app: App, channelId: number, credentials: Json): string {
  return app.secrets.seal(JSON.stringify(credentials), placeOf(channelId));
}

/**
 * Base URL of the platform's API for this channel, without a trailing slash; null for the platform's own. A sandbox channel is
 * resolved on each call, because the service may have a different port after a restart.
 */
export function baseUrlOf(app: App, channel: { readonly type: ChannelType; readonly sandbox: boolean }): string | null {
  const { slug } = platforms[channel.type];
  if (!channel.sandbox) return app.config.apiUrls[slug] ?? null;
  if (app.sandboxUrl === null) throw new Error("the sandbox networks are off");
  return `${app.sandboxUrl}/${slug}`;
}

function placeOf(channelId: number): string {
  return `channels.credentials:${channelId}`;
}
