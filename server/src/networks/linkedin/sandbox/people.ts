import { folded } from "../../sandbox/kit/names.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { findOrInsert, insert, LIST_MAX, list, type Stored } from "./model.ts";
import { newOrganizationId, newPersonId } from "./urns.ts";

/**
 * What people may be for an organization, as far as this network tells roles apart.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role (2026-11)
 */
export type RoleName = "ADMINISTRATOR" | "CONTENT_ADMINISTRATOR" | "DIRECT_SPONSORED_CONTENT_POSTER" | "ANALYST";

/** The person of this name, without organizations if new. Concurrent calls get the same one: the name is claimed first. */
export async function personNamed(world: SandboxWorld, name: string): Promise<Stored<"person">> {
  const shown = name.trim() || "Reader";
  const claim = await findOrInsert(world, "person_name", shown.toLowerCase(), { person_id: newPersonId() });
  return findOrInsert(world, "person", claim.person_id, { name: shown, vanity_name: vanityNameOf(shown) });
}

/** The same with three organizations if new, on one of which they may only read statistics. */
export async function ownerNamed(world: SandboxWorld, name: string): Promise<Stored<"person">> {
  const person = await personNamed(world, name);
  if ((await rolesOf(world, person.id)).length > 0) return person;
  await giveRole(world, person, { organization: await organizationNamed(world, `${person.name} Company`), role: "ADMINISTRATOR" });
  await giveRole(world, person, { organization: await organizationNamed(world, `${person.name} Studio`), role: "CONTENT_ADMINISTRATOR" });
  await giveRole(world, person, { organization: await organizationNamed(world, `${person.name} Club`), role: "ANALYST" });
  return person;
}

/** Creates or finds the organization of this name. */
export async function organizationNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const vanity_name = vanityNameOf(name);
  const claim = await findOrInsert(world, "vanity_name", vanity_name, { organization_id: await newOrganizationId(world) });
  return findOrInsert(world, "account", claim.organization_id, { name: name.trim() || vanity_name, vanity_name, is_brand: false });
}

export async function giveRole(
  world: SandboxWorld,
  person: Stored<"person">,
  { organization, role, state = "APPROVED" }: { organization: Stored<"account">; role: RoleName; state?: "APPROVED" | "REQUESTED" },
): Promise<void> {
  const fields = { person_id: person.id, organization_id: organization.id, role, state };
  await insert(world, "role", `${person.id} ${organization.id}`, fields);
}

/** Oldest first. */
export async function rolesOf(world: SandboxWorld, personId: string): Promise<Stored<"role">[]> {
  return (await list(world, "role", { where: { person_id: personId }, limit: LIST_MAX })).reverse();
}

/** People who have organizations, oldest first; readers have none. */
export async function owners(world: SandboxWorld): Promise<Stored<"person">[]> {
  const [persons, roles] = await Promise.all([list(world, "person", { limit: LIST_MAX }), list(world, "role", { limit: LIST_MAX })]);
  const holders = new Set(roles.map(({ person_id }) => person_id));
  return persons.filter(({ id }) => holders.has(id)).reverse();
}

/** Letters and digits of the name with a hyphen between words. */
function vanityNameOf(name: string): string {
  return (
    folded(name)
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 100) || "company"
  );
}
