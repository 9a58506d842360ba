import type { ChannelType } from "@rostrum/contract/channels.ts";
import { preferencesInEffect } from "@rostrum/contract/preferences.ts";
import type { App } from "../../app.ts";
import type { Account } from "../../networks/connectors/connector.ts";
import type { Json } from "../../networks/connectors/json.ts";
import { readyGrant } from "../../networks/grants/keep.ts";
import { findCredentials, replaceCredentials } from "./manage-store.ts";
import { channelPreferences, settingsInEffect } from "./preferences.ts";
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
  const credentials = app.secrets.open(channel.credentials, placeOf(channel.id));
  return {
    channelId: channel.id,
    remoteId: channel.remoteId,
    handle: channel.handle ?? "",
    credentials: JSON.parse(credentials) as Json,
    settings: settingsInEffect(app, channel),
    preferences: preferencesInEffect(channelPreferences(app, channel)).values,
    grant: channel.grantId === null ? null : await readyGrant(app, channel.grantId, signal),
    saveCredentials: keeper(app, channel.id, { sealed: channel.credentials, opened: credentials }),
  };
}

interface Kept {
  readonly sealed: string;
  readonly opened: string;
}

/** Replaces what was read or last stored, and nothing else. */
function keeper(app: App, channelId: number, read: Kept): Account["saveCredentials"] {
  let kept = read;
  return async (credentials) => {
    const next = { sealed: sealCredentials(app, channelId, credentials), opened: JSON.stringify(credentials) };
    while (!(await replaceCredentials(app.db, channelId, { from: kept.sealed, to: next.sealed }))) {
      const sealed = await findCredentials(app.db, channelId);
      // The same may have been sealed anew, for another key.
      if (sealed === null || app.secrets.open(sealed, placeOf(channelId)) !== kept.opened) return false;
      kept = { ...kept, sealed };
    }
    kept = next;
    return true;
  };
}

/** Which of the channels or accounts of a type is the account with this id: by the same id, else by another that the account has. */
export function ofSameAccount<T extends { readonly remoteId: string | null }>(
  { connectors }: Pick<App, "connectors">,
  { type, remoteId }: { readonly type: ChannelType; readonly remoteId: string | null },
  among: readonly T[],
): T | null {
  if (remoteId === null) return null;
  const isSame = (other: string | null) => other !== null && connectors[type]?.isSameAccount?.(other, remoteId) === true;
  return among.find((one) => one.remoteId === remoteId) ?? among.find((one) => isSame(one.remoteId)) ?? null;
}

export function openCredentials(app: App, channelId: number, sealed: string): Json {
  return JSON.parse(app.secrets.open(sealed, placeOf(channelId))) as Json;
}

export function sealCredentials(app: App, channelId: number, credentials: Json): string {
  return app.secrets.seal(JSON.stringify(credentials), placeOf(channelId));
}

function placeOf(channelId: number): string {
  return `channels.credentials:${channelId}`;
}
