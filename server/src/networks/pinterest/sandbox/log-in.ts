import type { LogInPage } from "../../sandbox/kit/log-in-request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { LIST_MAX, list } from "./model.ts";
import { ownerNamed } from "./people.ts";
import { SCOPES } from "./scopes.ts";

const CODE_SECONDS = 600;

/** A log-in gives access to all boards of the person. */
export function logInPage(world: SandboxWorld): LogInPage {
  return {
    path: "/www/oauth/",
    scopes: SCOPES,
    pkce: "ignored",
    codeSeconds: CODE_SECONDS,
    declined: { error: "access_denied" },
    persons: async () => (await list(world, "account", { limit: LIST_MAX })).reverse(),
    personNamed: (name) => ownerNamed(world, name),
    accountsOf: async () => [],
  };
}
