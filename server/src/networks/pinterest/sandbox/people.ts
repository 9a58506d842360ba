import { createHash } from "node:crypto";
import { grantAll } from "../../sandbox/kit/grants.ts";
import { type LogInPage, scopesNamed } from "../../sandbox/kit/log-in-request.ts";
import { userNameOf } from "../../sandbox/kit/names.ts";
import { issuePair } from "../../sandbox/kit/token-calls.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { boardNamed, inviteTo } from "./boards.ts";
import { findOrInsert, insert, LIST_MAX, list, newId, type Stored } from "./model.ts";
import { LIFETIMES } from "./tokens.ts";

/** Those of an application that publishes. https://github.com/pinterest/api-description, 5.23.0 (2026-11) */
export const SCOPES = scopesNamed({
  "user_accounts:read": "See your user accounts and followers",
  "boards:read": "See your public boards, including group boards you join",
  "boards:read_secret": "See your secret boards",
  "boards:write": "Create, update, or delete your public boards",
  "boards:write_secret": "Create, update, or delete your secret boards",
  "pins:read": "See your public Pins",
  "pins:read_secret": "See your secret Pins",
  "pins:write": "Create, update, or delete your public Pins",
  "pins:write_secret": "Create, update, or delete your secret Pins",
});

/** Owns the board that everybody may write to. */
const NEIGHBOUR = "Village Market";
const GROUP_BOARD = "Made in the Village";

/** A log-in gives access to all boards of the person. */
export function logInPage(world: SandboxWorld): LogInPage {
  return {
    path: "/www/oauth/",
    scopes: SCOPES,
    pkce: "ignored",
    codeSeconds: 600,
    declined: { error: "access_denied" },
    persons: async () => (await list(world, "account", { limit: LIST_MAX })).reverse(),
    personNamed: (name) => ownerNamed(world, name),
  };
}

/** The person of this name, without boards if new. Concurrent calls get the same one: the user name is claimed first. */
export async function personNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const username = usernameOf(name);
  const claim = await findOrInsert(world, "username", username, { account_id: await newId(world, "account") });
  return findOrInsert(world, "account", claim.account_id, { username, name: name.trim() || username });
}

/** The same with boards: public, protected, secret, and a group board of somebody else. */
async function ownerNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const person = await personNamed(world, name);
  if (!(await insert(world, "furnished", person.id, {}))) return person;
  await boardNamed(world, person, { name: `${person.name} Ideas` });
  await boardNamed(world, person, { name: `${person.name} Partners`, privacy: "PROTECTED" });
  await boardNamed(world, person, { name: `${person.name} Drafts`, privacy: "SECRET" });
  const neighbour = await personNamed(world, NEIGHBOUR);
  if (person.id !== neighbour.id) await inviteTo(world, await boardNamed(world, neighbour, { name: GROUP_BOARD }), person.id);
  return person;
}

/** Tokens of somebody who gave the sandbox's application everything that it may ask for. */
export async function grantedPair(world: SandboxWorld, personId: string) {
  return issuePair(world, await grantAll(world, { personId, scopes: SCOPES }), LIFETIMES);
}

/** 3 to 30 letters, digits and underscores; names in other scripts keep apart. */
function usernameOf(name: string): string {
  const plain = userNameOf(name, { otherwise: "" });
  return plain.length >= 3 ? plain : `${plain}_${createHash("sha256").update(name).digest("hex").slice(0, 10)}`;
}
