import { folded } from "../../sandbox/kit/names.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, findOrInsert, insert, known, LIST_MAX, list, newId, type Stored } from "./model.ts";

/** The person of this name, without locations if new. Concurrent calls get the same one: the name is claimed first. */
export async function personNamed(world: SandboxWorld, name: string): Promise<Stored<"person">> {
  const claim = await findOrInsert(world, "person_name", keyOf(name), { person_id: await newId(world, "person") });
  return findOrInsert(world, "person", claim.person_id, { name: name.trim() || "Somebody" });
}

export async function personsIn(world: SandboxWorld): Promise<Stored<"person">[]> {
  return (await list(world, "person", { limit: LIST_MAX })).reverse();
}

/**
 * The same with locations: one of their own that a group has, too, and two that only the group has. Google has not verified one of
 * them: what is posted there is not shown.
 */
export async function ownerNamed(world: SandboxWorld, name: string): Promise<Stored<"person">> {
  const person = await personNamed(world, name);
  if (!(await insert(world, "furnished", person.id, {}))) return person;
  const own = await accountOf(world, person, { name: person.name, type: "PERSONAL" });
  const group = await accountOf(world, person, { name: `${person.name} Shops`, type: "LOCATION_GROUP" });
  const first = await locationOf(world, own, { title: `${person.name} Market Street` });
  await show(world, { accountId: group.id, locationId: first.id });
  await locationOf(world, group, { title: `${person.name} Station` });
  await locationOf(world, group, { title: `${person.name} Pop-up`, hasVoiceOfMerchant: false });
  return person;
}

export interface NewAccount {
  readonly name: string;
  readonly type: "PERSONAL" | "LOCATION_GROUP";
}

/** Creates or finds the person's account of this name. */
export async function accountOf(world: SandboxWorld, person: Stored<"person">, { name, type }: NewAccount): Promise<Stored<"account">> {
  const claim = await findOrInsert(world, "account_name", `${person.id} ${keyOf(name)}`, { account_id: await newId(world, "account") });
  return findOrInsert(world, "account", claim.account_id, { person_id: person.id, account_name: name, type });
}

export interface NewLocation {
  readonly title: string;
  readonly hasVoiceOfMerchant?: boolean;
}

/** Creates or finds the account's location of this title. */
export async function locationOf(
  world: SandboxWorld,
  account: Stored<"account">,
  { title, hasVoiceOfMerchant = true }: NewLocation,
): Promise<Stored<"location">> {
  const claim = await findOrInsert(world, "location_title", `${account.id} ${keyOf(title)}`, {
    location_id: await newId(world, "location"),
  });
  const fields = { title, street: "1 Market Street", has_voice_of_merchant: hasVoiceOfMerchant };
  const location = await findOrInsert(world, "location", claim.location_id, fields);
  await show(world, { accountId: account.id, locationId: location.id });
  return location;
}

/** Lets an account have a location besides those that do already. */
export async function show(world: SandboxWorld, of: { readonly accountId: string; readonly locationId: string }): Promise<void> {
  await insert(world, "listing", listingKey(of), { account_id: of.accountId, location_id: of.locationId });
}

export async function shows(world: SandboxWorld, of: { readonly accountId: string; readonly locationId: string }): Promise<boolean> {
  return (await find(world, "listing", listingKey(of))) !== null;
}

/** A person's accounts, their own first. */
export async function accountsOf(world: SandboxWorld, personId: string): Promise<Stored<"account">[]> {
  const accounts = await list(world, "account", { where: { person_id: personId }, limit: LIST_MAX });
  return accounts.sort((a, b) => Number(a.type !== "PERSONAL") - Number(b.type !== "PERSONAL") || (a.id < b.id ? -1 : 1));
}

export async function locationsOf(world: SandboxWorld, accountId: string): Promise<Stored<"location">[]> {
  const listings = await list(world, "listing", { where: { account_id: accountId }, limit: LIST_MAX });
  return Promise.all(listings.map(({ location_id }) => known(world, "location", location_id)));
}

function listingKey({ accountId, locationId }: { readonly accountId: string; readonly locationId: string }): string {
  return `${accountId} ${locationId}`;
}

function keyOf(name: string): string {
  return folded(name).trim();
}
