import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Grant } from "../kit/grants.ts";
import { model } from "../kit/model.ts";
import { issueRefreshToken, revokeRefreshToken } from "../kit/refresh-tokens.ts";
import type { SandboxWorld } from "../network.ts";
import { googleSettingsOf } from "./settings.ts";

const DAY_SECONDS = 86_400;
const TESTING_SECONDS = 7 * DAY_SECONDS;
const LIST_MAX = 1000;

const kinds = {
  /** By refresh token. `owner` is the application and the Google account. */
  google_refresh: z.object({ owner: z.string(), used_at: z.string() }),
  /** By grant and epoch: a refresh token was given for it. */
  google_offline: z.object({}),
} as const;
const { change, find, insert, known, list, remove } = model(kinds);

export interface NewGoogleRefreshToken {
  readonly grant: Grant;
  readonly scopes: readonly string[];
  /** Of the Google account. */
  readonly sub: string;
}

/** Whether nobody was given a refresh token since the person first consented. */
export async function isFirstOffline(world: SandboxWorld, { id, epoch }: Grant): Promise<boolean> {
  return (await find(world, "google_offline", `${id} ${epoch}`)) === null;
}

/**
 * A refresh token, which ends one day by not being used, and in testing mode by itself. Too many end the oldest.
 * https://developers.google.com/identity/protocols/oauth2#expiration (2026-11)
 */
export async function issueGoogleRefreshToken(world: SandboxWorld, { grant, scopes, sub }: NewGoogleRefreshToken): Promise<string> {
  const { testing_mode, refresh_tokens_max } = await googleSettingsOf(world);
  const token = await issueRefreshToken(world, { grant, scopes, lifetimeSeconds: testing_mode ? TESTING_SECONDS : null });
  const owner = `${grant.client_id} ${sub}`;
  await insert(world, "google_refresh", token, { owner, used_at: world.now() });
  await insert(world, "google_offline", `${grant.id} ${grant.epoch}`, {});
  const live = await list(world, "google_refresh", { where: { owner }, limit: LIST_MAX });
  for (const { id } of live.slice(refresh_tokens_max)) {
    await revokeRefreshToken(world, id);
    await remove(world, "google_refresh", id);
  }
  return token;
}

/** Whether it was used lately: it is used again and again, and a refresh does not give another. */
export async function isGoogleRefreshTokenLive(world: SandboxWorld, token: string): Promise<boolean> {
  const { unused_days_max } = await googleSettingsOf(world);
  const held = await find(world, "google_refresh", token);
  return held !== null && held.used_at > addSeconds(world.now(), -unused_days_max * DAY_SECONDS);
}

export async function noteGoogleRefresh(world: SandboxWorld, token: string): Promise<void> {
  await change(world, "google_refresh", await known(world, "google_refresh", token), { used_at: world.now() });
}
