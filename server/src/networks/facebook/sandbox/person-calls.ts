import { revokeGrant, withdrawScopes } from "../../sandbox/kit/grants.ts";
import { type GraphNode, pickPlain, showNode } from "../../sandbox/meta/node.ts";
import { addressOf, pageBody, pageOf } from "../../sandbox/meta/paging.ts";
import { invalidParameter, unknownObject } from "../../sandbox/meta/refusal.ts";
import { textIn } from "../../sandbox/meta/request.ts";
import { requireScope, type Visit } from "./access.ts";
import { find, known, LIST_MAX, list, type Stored } from "./model.ts";
import { pageNode, picture } from "./page-node.ts";
import { rolesOf } from "./people.ts";
import { settingsOf } from "./settings.ts";

/** `GET /me` with a person's token. */
export async function readPerson(visit: Visit): Promise<unknown> {
  const { person } = ownSelf(visit);
  const node: GraphNode = {
    type: "User",
    id: person.id,
    defaults: ["name"],
    fields: {
      name: () => person.name,
      picture: ({ nested }) => pickPlain({ data: picture(visit.world) }, nested),
    },
  };
  return showNode(node, textIn(visit.call, "fields"));
}

/** `GET /me/permissions`. */
export async function listPermissions(visit: Visit): Promise<unknown> {
  const { grant } = ownSelf(visit);
  const all = [
    ...[...new Set(["public_profile", ...grant.scopes])].map((permission) => ({ permission, status: "granted" })),
    ...grant.declined_scopes.filter((name) => name !== "public_profile").map((permission) => ({ permission, status: "declined" })),
  ];
  const [permission, status] = [textIn(visit.call, "permission"), textIn(visit.call, "status")];
  return { data: all.filter((one) => (permission ?? one.permission) === one.permission && (status ?? one.status) === one.status) };
}

/** `DELETE /{person}/permissions`: the application is removed, for all Pages and both networks; with a name, only that permission. */
export async function withdraw(visit: Visit): Promise<unknown> {
  const { grant } = ownSelf(visit);
  const permission = textIn(visit.call, "permission");
  if (permission === null) await revokeGrant(visit.world, grant);
  else if (!grant.scopes.includes(permission)) throw invalidParameter(`The permission ${permission} was not granted`);
  else await withdrawScopes(visit.world, grant, [permission]);
  return { success: true };
}

/** `GET /me/accounts`: the Pages that the person let in and has a role of their own on, or through a business. */
export async function listAccounts(visit: Visit): Promise<unknown> {
  const { grant, scopes, person } = ownSelf(visit);
  const roles = scopes.includes("pages_show_list") ? await rolesOf(visit.world, person.id) : [];
  const direct = roles.filter((role) => role.via === "person" && grant.account_ids.includes(role.page_id));
  return answerPages(visit, direct);
}

/** `GET /me/businesses`. */
export async function listBusinesses(visit: Visit): Promise<unknown> {
  const { person } = ownSelf(visit);
  requireScope(visit.caller, "business_management");
  const businesses = await list(visit.world, "business", { where: { person_id: person.id }, limit: LIST_MAX });
  const page = pageOf(businesses.reverse(), { limit: textIn(visit.call, "limit"), after: textIn(visit.call, "after") });
  const data = page.items.map(({ id, name }) => ({ id, name }));
  return pageBody(page, data, addressOf(visit.world, visit.request));
}

/** `GET /{business}/owned_pages`. */
export function listOwnedPages(visit: Visit): Promise<unknown> {
  return listBusinessPages(visit, "owned");
}

/** `GET /{business}/client_pages`. */
export function listClientPages(visit: Visit): Promise<unknown> {
  return listBusinessPages(visit, "client");
}

async function listBusinessPages(visit: Visit, via: "owned" | "client"): Promise<unknown> {
  const { world, caller, id, call } = visit;
  requireScope(caller, "business_management");
  const business = await find(world, "business", id);
  if (business === null || business.person_id !== caller.person.id) throw unknownObject(id, call.method);
  const roles = await rolesOf(world, caller.person.id);
  return answerPages(
    visit,
    roles.filter((role) => role.business_id === id && role.via === via && caller.grant.account_ids.includes(role.page_id)),
  );
}

async function answerPages(visit: Visit, roles: readonly Stored<"role">[]): Promise<unknown> {
  const { world, request, call } = visit;
  const listed = (await settingsOf(world)).lists_pages === "all" ? roles : [];
  const pages = await Promise.all(listed.map(({ page_id }) => known(world, "account", page_id)));
  const fields = textIn(call, "fields") ?? "id,name,access_token,category,tasks";
  const shown = pageOf(pages, { limit: textIn(call, "limit"), after: textIn(call, "after"), before: textIn(call, "before") });
  const data = await Promise.all(shown.items.map((page) => showNode(pageNode(visit, page), fields)));
  return pageBody(shown, data, addressOf(world, request));
}

/** Persons see only themselves, and Pages no persons. */
function ownSelf({ caller, id, call }: Visit): Visit["caller"] {
  if (caller.page !== null || caller.person.id !== id) throw unknownObject(id, call.method);
  return caller;
}
