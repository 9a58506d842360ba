import { preferencesInEffect } from "@rostrum/contract/preferences.ts";
import type { App } from "../app.ts";
import type { Account } from "../connectors/connector.ts";
import type { Json } from "../connectors/json.ts";
import { readyGrant } from "../grants/keep.ts";
import { storeCredentials } from "./manage-store.ts";
import { channelPreferences } from "./preferences.ts";
import type { PreferringChannel } from "./preferences-store.ts";

/** The parts of a channel's row needed to act as its account. */
export interface ConnectedChannel extends PreferringChannel {
  readonly id: number;
  readonly sandbox: boolean;
  readonly remoteId: string | null;
  readonly handle: string | null;
  /** Sealed; null once the channel is removed. */
  readonly credentials: string | null;
  readonly settings: Json;
  readonly grantId: number | null;
}

/**
 * Throws on a channel without credentials: check its status first. Throws `GrantTrouble` if its log-in has to be renewed first and
 * is not.
 */
export async function openAccount(app: App, channel: ConnectedChannel, signal: AbortSignal): Promise<Account> {
  if (channel.credentials === null || channel.remoteId === null) throw new Error(`channel ${channel.id} is not connected`);
  return {
    channelId: channel.id,
    remoteId: channel.remoteId,
    handle: channel.handle ?? "",
    credentials: JSON.parse(app.secrets.open(channel.credentials, placeOf(channel.id))) as Json,
    settings: channel.settings,
    preferences: preferencesInEffect(channelPreferences(app, channel)).values,
    grant: channel.grantId === null ? null : await readyGrant(app, channel.grantId, signal),
    saveCredentials: (credentials) => storeCredentials(app.db, channel.id, sealCredentials(app, channel.id, credentials)),
  };
}

export function sealCredentials(app: App, channelId: number, credentials: Json): string {
  return app.secrets.seal(JSON.stringify(credentials), placeOf(channelId));
}

function placeOf(channelId: number): string {
  return `channels.credentials:${channelId}`;
}
