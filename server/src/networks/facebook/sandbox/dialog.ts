import type { LogInAccount, LogInPage } from "../../sandbox/kit/log-in-request.ts";
import type { GraphGuest } from "../../sandbox/meta/guest.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, known, LIST_MAX, list, type Stored } from "./model.ts";
import { ownerNamed, rolesOf } from "./people.ts";
import { SCOPES } from "./tokens.ts";

const CODE_SECONDS = 600;

/** https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow (2026-10) */
export function dialogOf(world: SandboxWorld, guest: GraphGuest | null, path: string): LogInPage {
  const link = async (page: { readonly id: string; readonly name: string }) =>
    guest === null ? null : guest.linkAccount(world.neighbour(guest.slug), page);
  return {
    path,
    scopes: SCOPES,
    configurationParameter: "config_id",
    pkce: "taken",
    codeSeconds: CODE_SECONDS,
    declined: { error: "access_denied", error_code: "200", error_description: "Permissions error", error_reason: "user_denied" },
    async persons() {
      const persons = (await list(world, "person", { limit: LIST_MAX })).reverse();
      const roles = await Promise.all(persons.map(({ id }) => rolesOf(world, id)));
      // Readers have no Pages.
      return persons.filter((_person, index) => (roles[index]?.length ?? 0) > 0);
    },
    personNamed: (name) => ownerNamed(world, name, link),
    accountsOf: async (person) => Promise.all((await rolesOf(world, person.id)).map((role) => accountOf(world, role))),
  };
}

async function accountOf(world: SandboxWorld, role: Stored<"role">): Promise<LogInAccount> {
  const page = await known(world, "account", role.page_id);
  const business = role.business_id === null ? null : await find(world, "business", role.business_id);
  const facts = [
    "Page",
    page.linked_account === null ? null : "linked with an Instagram account",
    role.tasks.includes("CREATE_CONTENT") ? null : "you may not publish there",
    business === null ? null : `of ${business.name}`,
  ];
  return { id: page.id, name: page.name, note: facts.filter((fact) => fact !== null).join(", ") };
}
