import { randomInt } from "node:crypto";
import { userNameOf } from "../../sandbox/kit/names.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Fields, find, findOrInsert, insert, known, LIST_MAX, list, type Stored } from "./model.ts";

/** What an owner of a Page may do. */
export const ALL_TASKS = ["ADVERTISE", "ANALYZE", "CREATE_CONTENT", "MESSAGING", "MODERATE", "MANAGE"];
const READING_TASKS = ["ANALYZE"];

/** Links a new Page with an account of the guest network; returns its id. */
export type LinkAccount = (page: { readonly id: string; readonly name: string }) => Promise<string | null>;

/** The person of this name, without Pages if new. Concurrent calls get the same one: the name is claimed first. */
export async function personNamed(world: SandboxWorld, name: string): Promise<Stored<"person">> {
  const shown = name.trim() || "Reader";
  const key = shown.toLowerCase();
  const claim = await findOrInsert(world, "person_name", key, { person_id: await newGraphId(world, 1) });
  return findOrInsert(world, "person", claim.person_id, { name: shown });
}

/**
 * The same with three Pages if new: an ordinary one, one that is linked with an account of the guest network, and one on which
 * they may only read statistics.
 */
export async function ownerNamed(world: SandboxWorld, name: string, link: LinkAccount): Promise<Stored<"person">> {
  const person = await personNamed(world, name);
  if ((await rolesOf(world, person.id)).length > 0) return person;
  await giveRole(world, person, { page: await pageNamed(world, `${person.name} Shop`), tasks: ALL_TASKS });
  const studio = await pageNamed(world, `${person.name} Studio`, link);
  await giveRole(world, person, { page: studio, tasks: ALL_TASKS });
  await giveRole(world, person, { page: await pageNamed(world, `${person.name} Club`), tasks: READING_TASKS });
  return person;
}

/** Creates or finds the Page of this name. */
export async function pageNamed(world: SandboxWorld, name: string, link: LinkAccount = async () => null): Promise<Stored<"account">> {
  const username = usernameOf(name);
  const claim = await findOrInsert(world, "username", username, { page_id: await newGraphId(world, 2) });
  const shown = name.trim() || username;
  const page = { id: claim.page_id, name: shown };
  if ((await find(world, "account", page.id)) === null) {
    await insert(world, "account", page.id, {
      name: shown,
      username,
      linked_account: await link(page),
      has_location: locationOf(shown) !== null,
    });
  }
  return known(world, "account", page.id);
}

export interface Role {
  readonly page: Stored<"account">;
  readonly tasks: readonly string[];
  /** Through which business the person has it. */
  readonly business?: { readonly id: string; readonly via: "owned" | "client" };
}

export async function giveRole(world: SandboxWorld, person: Stored<"person">, { page, tasks, business }: Role): Promise<void> {
  const role: Fields<"role"> = {
    person_id: person.id,
    page_id: page.id,
    tasks: [...tasks],
    business_id: business?.id ?? null,
    via: business?.via ?? "person",
  };
  await insert(world, "role", `${person.id} ${page.id}`, role);
}

/** A business of the person, through which they may have roles on further Pages. */
export async function businessNamed(world: SandboxWorld, person: Stored<"person">, name: string): Promise<Stored<"business">> {
  const id = await newGraphId(world, 8);
  return findOrInsert(world, "business", id, { name, person_id: person.id });
}

/** Oldest first. */
export async function rolesOf(world: SandboxWorld, personId: string): Promise<Stored<"role">[]> {
  return (await list(world, "role", { where: { person_id: personId }, limit: LIST_MAX })).reverse();
}

/** Letters and digits of the name with a full stop between words, as Facebook suggests them. */
function usernameOf(name: string): string {
  return userNameOf(name, { between: ".", lengthMax: 50, otherwise: `page.${randomInt(1_000_000)}` });
}

/** Where a Page is, as its field `location` tells. https://developers.facebook.com/docs/graph-api/reference/location/ (2026-11) */
interface PlaceOnEarth {
  readonly street?: string;
  readonly city?: string;
  readonly state?: string;
  readonly zip?: string;
  readonly country?: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Where every Page is that nobody has put anywhere else. */
const ANYWHERE: PlaceOnEarth = { city: "Berlin", country: "Germany", latitude: 52.52, longitude: 13.405 };

/** Pages that everybody finds, by name; one without a location is no place. */
const WELL_KNOWN: Readonly<Record<string, PlaceOnEarth | null>> = {
  "Old Mill Market Hall": {
    street: "Mühlenstraße 12",
    city: "Berlin",
    zip: "10243",
    country: "Germany",
    latitude: 52.5076,
    longitude: 13.4426,
  },
  "Old Mill Café & Ærø Bar": {
    street: "Rue de l’Œuf 3",
    city: "Strasbourg",
    zip: "67000",
    country: "France",
    latitude: 48.58,
    longitude: 7.75,
  },
  "Old Mill Ferry": { city: "Portland", state: "OR", country: "United States", latitude: 45.52, longitude: -122.68 },
  "Old Mill Bakers (podcast)": null,
  "粉屋 Konaya Kitahama": { street: "今橋 1-2-3", city: "大阪市", zip: "541-0042", country: "Japan", latitude: 34.69, longitude: 135.5 },
};

/** Their names. */
export const WELL_KNOWN_PAGES: readonly string[] = Object.keys(WELL_KNOWN);

/** Null for a Page that is no place. */
export function locationOf(name: string): PlaceOnEarth | null {
  return Object.hasOwn(WELL_KNOWN, name) ? (WELL_KNOWN[name] ?? null) : ANYWHERE;
}
