import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Visit } from "./caller.ts";
import { requireScope } from "./caller.ts";
import { find, type Stored } from "./model.ts";
import { rolesOf } from "./people.ts";
import { badArgument, missingPermission, notFound } from "./refusals.ts";
import { pageOf, queryOf } from "./restli.ts";
import { settingsOf } from "./settings.ts";
import { organizationUrn, personUrn, pictureUrl } from "./urns.ts";

/**
 * `GET /v2/userinfo`.
 * https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 (2026-11)
 */
export async function readUserInfo({ world, caller, resource }: Visit): Promise<unknown> {
  requireScope(caller, ["openid"], resource);
  const { id, name } = caller.person;
  if (!caller.scopes.includes("profile")) return { sub: id };
  const { first, last } = namesIn(name);
  const locale = { country: "US", language: "en" };
  return { sub: id, name, given_name: first, family_name: last, picture: pictureUrl(world), locale };
}

/** `GET /v2/me`. */
export async function readMe({ caller, resource }: Visit): Promise<unknown> {
  requireScope(caller, ["r_basicprofile"], resource);
  const { id, name, vanity_name } = caller.person;
  const { first, last } = namesIn(name);
  return { id, localizedFirstName: first, localizedLastName: last, vanityName: vanity_name };
}

const ADMIN_SCOPES = ["rw_organization_admin", "r_organization_admin"];
/**
 * `GET /rest/organizationAcls?q=roleAssignee`: the caller's roles.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role (2026-11)
 */
export async function listRoles({ world, request, caller, resource }: Visit): Promise<unknown> {
  requireScope(caller, ADMIN_SCOPES, resource);
  const query = queryOf(request, ["q", "role", "state", "start", "count"]);
  if (query.required("q") !== "roleAssignee") throw badArgument("There is no such finder");
  const [role, state] = [query.text("role"), query.text("state")];
  const all = (await rolesOf(world, caller.person.id)).filter(
    (one) => (role === null || one.role === role) && (state === null || one.state === state),
  );
  const { items, paging } = pageOf(query, all);
  const elements = await Promise.all(
    items.map(async (one) => ({
      organization: organizationUrn({
        id: one.organization_id,
        is_brand: (await find(world, "account", one.organization_id))?.is_brand === true,
      }),
      role: one.role,
      state: one.state,
      roleAssignee: personUrn(one.person_id),
    })),
  );
  return { paging, elements };
}

/** `GET /rest/organizations/{id}`. */
export async function readOrganization({ world, request, caller, key, resource }: Visit): Promise<unknown> {
  requireScope(caller, ADMIN_SCOPES, resource);
  queryOf(request, []);
  const organization = await find(world, "account", key);
  if (organization === null) throw notFound(`Organization ${key}`);
  if (!(await mayRead(world, caller, key))) throw missingPermission(resource);
  return shownOrganization(organization);
}

/** `GET /rest/organizations?ids=List(1,2)`: those that are there; the others by their status. Not in the development tier. */
export async function readOrganizations({ world, request, caller, resource }: Visit): Promise<unknown> {
  requireScope(caller, ADMIN_SCOPES, resource);
  if (!(await settingsOf(world)).batches) throw missingPermission(resource);
  const ids = queryOf(request, ["ids"]).list("ids");
  const [results, statuses, errors]: Record<string, unknown>[] = [{}, {}, {}];
  for (const id of ids) {
    const organization = await find(world, "account", id);
    const status = organization === null ? 404 : (await mayRead(world, caller, id)) ? 200 : 403;
    Object.assign(statuses ?? {}, { [id]: status });
    if (status === 200 && organization !== null) Object.assign(results ?? {}, { [id]: shownOrganization(organization) });
    else Object.assign(errors ?? {}, { [id]: { status, message: "The Page cannot be read" } });
  }
  return { results, statuses, errors };
}

async function mayRead(world: SandboxWorld, caller: Visit["caller"], key: string): Promise<boolean> {
  const roles = await rolesOf(world, caller.person.id);
  return roles.some(({ organization_id, state }) => organization_id === key && state === "APPROVED");
}

function shownOrganization(organization: Stored<"account">): Record<string, unknown> {
  const { id, name, vanity_name } = organization;
  return {
    id: Number(id),
    $URN: organizationUrn(organization),
    localizedName: name,
    name: { localized: { en_US: name }, preferredLocale: { country: "US", language: "en" } },
    vanityName: vanity_name,
    organizationType: "PRIVATELY_HELD",
    primaryOrganizationType: organization.is_brand ? "BRAND" : "NONE",
  };
}

function namesIn(name: string): { first: string; last: string } {
  const [first = "", ...rest] = name.split(" ");
  return { first, last: rest.join(" ") };
}
