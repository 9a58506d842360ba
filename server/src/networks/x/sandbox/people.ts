import { grantAll } from "../../sandbox/kit/grants.ts";
import type { LogInPage } from "../../sandbox/kit/log-in-request.ts";
import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";
import { shortUserNameOf } from "../../sandbox/kit/names.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { newId } from "./ids.ts";
import { findOrInsert, LIST_MAX, list, type Stored } from "./model.ts";
import { issuePair } from "./oauth.ts";

export const ACCESS_SECONDS = 7200;
/** About six months (unverified: no page of the vendor says it). */
export const REFRESH_SECONDS = 180 * 86_400;
export const OFFLINE = "offline.access";
const USERNAME_LENGTH_MAX = 15;

const SCOPES = scopesNamed({
  "tweet.read": "See all posts that you can see",
  "tweet.write": "Post and delete posts for you",
  "users.read": "See any account that you can see",
  "media.write": "Upload media for you",
  [OFFLINE]: "Stay connected until you revoke access",
});

/** The log-in: a person has one account. X's own page takes all scopes or none; here they can be unticked, to try out what happens. */
export function logInPage(world: SandboxWorld): LogInPage {
  return {
    path: "/www/i/oauth2/authorize",
    scopes: SCOPES,
    pkce: "required",
    // https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code (2026-08)
    codeSeconds: 30,
    declined: { error: "access_denied" },
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

/** Tokens of somebody who gave the sandbox's application everything that it may ask for. */
export async function grantedTokens(world: SandboxWorld, personId: string) {
  return issuePair(world, { ...(await grantAll(world, { personId, scopes: SCOPES })), refreshToken: null });
}
