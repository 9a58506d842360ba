import { createHash } from "node:crypto";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { allow } from "../../sandbox/kit/grants.ts";
import type { LogInPage, LogInScope } from "../../sandbox/kit/log-in-request.ts";
import { issueRefreshToken } from "../../sandbox/kit/refresh-tokens.ts";
import { issueToken } from "../../sandbox/kit/tokens.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { newId } from "./ids.ts";
import { find, insert, LIST_MAX, list, type Stored } from "./model.ts";

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code (2026-08) */
const CODE_SECONDS = 30;
export const ACCESS_SECONDS = 7200;
/** About six months (unverified: no page of the vendor says it). */
export const REFRESH_SECONDS = 180 * 86_400;
export const OFFLINE = "offline.access";
const USERNAME_LENGTH_MAX = 15;

const SCOPES: readonly LogInScope[] = [
  scope("tweet.read", "See all posts that you can see"),
  scope("tweet.write", "Post and delete posts for you"),
  scope("users.read", "See any account that you can see"),
  scope("media.write", "Upload media for you"),
  scope(OFFLINE, "Stay connected until you revoke access"),
];

/** The log-in: a person has one account. X's own page takes all scopes or none; here they can be unticked, to try out what happens. */
export function logInPage(world: SandboxWorld): LogInPage {
  return {
    path: "/www/i/oauth2/authorize",
    scopes: SCOPES,
    pkce: "required",
    codeSeconds: CODE_SECONDS,
    declined: { error: "access_denied" },
    persons: () => accounts(world),
    personNamed: (name) => accountNamed(world, name),
    accountsOf: async () => [],
  };
}

/** Creates or finds the account with this name. Concurrent calls get the same one: the user name is claimed first. */
export async function accountNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const username = usernameOf(name);
  await insert(world, "username", username, { account_id: await newId(world) });
  const claim = await find(world, "username", username);
  if (claim === null) throw new Error(`The user name ${username} has no account.`);
  await insert(world, "account", claim.account_id, { username, name: name.trim() || username });
  return knownAccount(world, claim.account_id);
}

export async function knownAccount(world: SandboxWorld, id: string): Promise<Stored<"account">> {
  const account = await find(world, "account", id);
  if (account === null) throw new Error(`Account ${id} is gone.`);
  return account;
}

/** Tokens of somebody who gave the sandbox's application everything that it may ask for. */
export async function grantedTokens(world: SandboxWorld, personId: string): Promise<{ accessToken: string; refreshToken: string }> {
  const scopes = SCOPES.map(({ name }) => name);
  const everything = { scopes, accountIds: [] };
  const grant = await allow(world, { clientId: SANDBOX_APPLICATION.clientId, personId, offered: everything, given: everything });
  return {
    accessToken: await issueToken(world, { grant, kind: "user", scopes, lifetimeSeconds: ACCESS_SECONDS }),
    refreshToken: await issueRefreshToken(world, { grant, scopes, lifetimeSeconds: REFRESH_SECONDS }),
  };
}

/** Oldest first. */
async function accounts(world: SandboxWorld): Promise<Stored<"account">[]> {
  return (await list(world, "account", { limit: LIST_MAX })).reverse();
}

function scope(name: string, label: string): LogInScope {
  return { name, label, isRequired: false };
}

/** Lower-case letters, digits and underscores, at most 15; long names keep a trace of what is cut, so that each has its own account. */
function usernameOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const whole = plain.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || "account";
  if (whole.length <= USERNAME_LENGTH_MAX) return whole;
  const trace = createHash("sha256").update(whole).digest("hex").slice(0, 5);
  return `${whole.slice(0, USERNAME_LENGTH_MAX - trace.length - 1)}_${trace}`;
}
