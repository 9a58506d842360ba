import { createHash } from "node:crypto";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { allow } from "../../sandbox/kit/grants.ts";
import type { LogInPage, LogInScope } from "../../sandbox/kit/log-in-request.ts";
import { folded } from "../../sandbox/kit/names.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { newId } from "./ids.ts";
import { find, insert, known, LIST_MAX, list, type Stored } from "./model.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { issuePair, type TokenPair } from "./tokens.ts";

/** Unverified: no page says how long a code lives. */
const CODE_SECONDS = 600;
const USERNAME_LENGTH_MAX = 24;

/** https://developers.tiktok.com/doc/tiktok-api-scopes (2026-11). Every application has the first; people can refuse the others. */
const SCOPES: readonly LogInScope[] = [
  { name: "user.info.basic", label: "Read your profile info: name and picture", isRequired: true },
  { name: "user.info.profile", label: "Read your additional profile information", isRequired: false },
  { name: "video.publish", label: "Post content to TikTok", isRequired: false },
  { name: "video.upload", label: "Upload draft content to TikTok", isRequired: false },
  { name: "video.list", label: "Read your public videos on TikTok", isRequired: false },
];
export const SCOPE_NAMES = SCOPES.map(({ name }) => name);

/** The log-in: a person has one account. A web application has a secret, so a code challenge is not looked at. */
export function logInPage(world: SandboxWorld): LogInPage {
  return {
    path: "/www/v2/auth/authorize/",
    clientParameter: "client_key",
    scopes: SCOPES,
    pkce: "ignored",
    codeSeconds: CODE_SECONDS,
    declined: { error: "access_denied", error_description: "The user denied the request." },
    persons: async () => (await list(world, "account", { limit: LIST_MAX })).reverse(),
    personNamed: (name) => accountNamed(world, name),
    accountsOf: async () => [],
  };
}

/** Creates or finds the account with this name. Concurrent calls get the same one: the user name is claimed first. */
export async function accountNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const username = usernameOf(name);
  await insert(world, "username", username, { account_id: await newId(world) });
  const { account_id } = await known(world, "username", username);
  await insert(world, "account", account_id, { username, name: name.trim() || username });
  return known(world, "account", account_id);
}

export async function accountOf(world: SandboxWorld, username: string): Promise<Stored<"account"> | null> {
  const claim = await find(world, "username", username.toLowerCase());
  return claim === null ? null : known(world, "account", claim.account_id);
}

/** Whether only approved followers see what the account posts. */
export function isPrivate({ username, name }: Stored<"account">, { private_accounts }: Settings): boolean {
  return /\bprivate\b/i.test(name) || private_accounts.includes(username);
}

/** Tokens of somebody who gave the sandbox's application everything that it may ask for. */
export async function grantedPair(world: SandboxWorld, personId: string): Promise<TokenPair> {
  const everything = { scopes: SCOPE_NAMES, accountIds: [] };
  const grant = await allow(world, { clientId: SANDBOX_APPLICATION.clientId, personId, offered: everything, given: everything });
  return issuePair(world, { grant, scopes: SCOPE_NAMES }, await settingsOf(world));
}

/** Lower-case letters, digits and underscores; long names keep a trace of what is cut, so that each has its own account. */
function usernameOf(name: string): string {
  const whole =
    folded(name)
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, "") || "account";
  if (whole.length <= USERNAME_LENGTH_MAX) return whole;
  const trace = createHash("sha256").update(whole).digest("hex").slice(0, 5);
  return `${whole.slice(0, USERNAME_LENGTH_MAX - trace.length - 1)}_${trace}`;
}
