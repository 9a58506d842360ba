import { createHash } from "node:crypto";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { allow } from "../../sandbox/kit/grants.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { boardNamed, inviteTo } from "./boards.ts";
import { newId } from "./ids.ts";
import { find, insert, type Stored } from "./model.ts";
import { SCOPE_NAMES } from "./scopes.ts";
import { issuePair, type TokenPair } from "./token-pairs.ts";

/** Owns the board that everybody may write to. */
const NEIGHBOUR = "Village Market";
const GROUP_BOARD = "Made in the Village";

/** The person of this name, without boards if new. Concurrent calls get the same one: the user name is claimed first. */
export async function personNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const username = usernameOf(name);
  await insert(world, "username", username, { account_id: await newId(world, "account") });
  const claim = await find(world, "username", username);
  if (claim === null) throw new Error(`The user name ${username} has no account.`);
  await insert(world, "account", claim.account_id, { username, name: name.trim() || username });
  return knownPerson(world, claim.account_id);
}

/** The same with boards: public, protected, secret, and a group board of somebody else. */
export async function ownerNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const person = await personNamed(world, name);
  if (!(await insert(world, "furnished", person.id, {}))) return person;
  await boardNamed(world, person, { name: `${person.name} Ideas` });
  await boardNamed(world, person, { name: `${person.name} Partners`, privacy: "PROTECTED" });
  await boardNamed(world, person, { name: `${person.name} Drafts`, privacy: "SECRET" });
  const neighbour = await personNamed(world, NEIGHBOUR);
  if (person.id !== neighbour.id) await inviteTo(world, await boardNamed(world, neighbour, { name: GROUP_BOARD }), person.id);
  return person;
}

export async function knownPerson(world: SandboxWorld, id: string): Promise<Stored<"account">> {
  const person = await find(world, "account", id);
  if (person === null) throw new Error(`Account ${id} is gone.`);
  return person;
}

/** Tokens of somebody who gave the sandbox's application everything that it may ask for. */
export async function grantedPair(world: SandboxWorld, personId: string): Promise<TokenPair> {
  const everything = { scopes: SCOPE_NAMES, accountIds: [] };
  const grant = await allow(world, { clientId: SANDBOX_APPLICATION.clientId, personId, offered: everything, given: everything });
  return issuePair(world, { grant, scopes: SCOPE_NAMES });
}

/** 3 to 30 letters, digits and underscores; names in other scripts keep apart. */
function usernameOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.replace(/[^a-z0-9]+/g, "_").slice(0, 30);
  const trimmed = words.replace(/^_|_$/g, "");
  return trimmed.length >= 3 ? trimmed : `${trimmed}_${createHash("sha256").update(name).digest("hex").slice(0, 10)}`;
}
