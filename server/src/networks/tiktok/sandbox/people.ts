import type { LogInPage } from "../../sandbox/kit/log-in-request.ts";
import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";
import { shortUserNameOf } from "../../sandbox/kit/names.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { findOrInsert, LIST_MAX, list, newId, type Stored } from "./model.ts";
import type { Settings } from "./settings.ts";

const USERNAME_LENGTH_MAX = 24;

/** https://developers.tiktok.com/doc/tiktok-api-scopes (2026-11). Every application has the first; people can refuse the others. */
export const SCOPES = scopesNamed(
  {
    "user.info.basic": "Read your profile info: name and picture",
    "user.info.profile": "Read your additional profile information",
    "video.publish": "Post content to TikTok",
    "video.upload": "Upload draft content to TikTok",
    "video.list": "Read your public videos on TikTok",
  },
  ["user.info.basic"],
);

/** The log-in: a person has one account. A web application has a secret, so a code challenge is not looked at. */
export function logInPage(world: SandboxWorld): LogInPage {
  return {
    path: "/www/v2/auth/authorize/",
    clientParameter: "client_key",
    scopes: SCOPES,
    pkce: "ignored",
    // Unverified: no page says how long a code lives.
    codeSeconds: 600,
    declined: { error: "access_denied", error_description: "The user denied the request." },
    persons: async () => (await list(world, "account", { limit: LIST_MAX })).reverse(),
    personNamed: (name) => accountNamed(world, name),
  };
}

/** Creates or finds the account with this name. Concurrent calls get the same one: the user name is claimed first. */
export async function accountNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const username = shortUserNameOf(name, USERNAME_LENGTH_MAX);
  const claim = await findOrInsert(world, "username", username, { account_id: await newId(world) });
  return findOrInsert(world, "account", claim.account_id, { username, name: name.trim() || username });
}

/** Whether only approved followers see what the account posts. */
export function isPrivate({ username, name }: Stored<"account">, { private_accounts }: Settings): boolean {
  return /\bprivate\b/i.test(name) || private_accounts.includes(username);
}
