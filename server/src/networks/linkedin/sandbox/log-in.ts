import type { FastifyInstance, FastifyRequest } from "fastify";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import { type LogInPage, readLogInRequest, redirectTo } from "../../sandbox/kit/log-in-request.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { ownerNamed, owners } from "./people.ts";
import { ALL_SCOPES, scopesOf } from "./scopes.ts";
import { settingsOf } from "./settings.ts";

const PATH = "/www/oauth/v2/authorization";
const CODE_SECONDS = 1800;

/**
 * The log-in of members. They give all scopes or none, and with them all organizations in which they have a role: LinkedIn's page
 * offers no choice of either.
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow (2026-11)
 */
export function logInRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  const page = pageOf(world);
  scope.addHook("preHandler", async (request, reply) => {
    const given = new URLSearchParams(askedIn(request));
    const admitted = scopesOf(await settingsOf(world));
    const refused = (given.get("scope") ?? "").split(/[\s,]+/).find((name) => name !== "" && !admitted.includes(name));
    given.delete("scope");
    const asked = readLogInRequest(network, page, `${given}`);
    // Who cannot be sent back gets the page, which says what is wrong.
    if (refused === undefined || "mistake" in asked) return;
    const told = {
      error: "unauthorized_scope_error",
      // With entities, as seen in many reports.
      error_description: `Scope &quot;${refused}&quot; is not authorized for your application`,
    };
    return reply.redirect(redirectTo(asked, told).href, 302);
  });
  mountLogIn(scope, { network, world, page });
}

/** What the page was opened with, which its forms bring along. */
function askedIn({ method, url, body }: FastifyRequest): string {
  if (method === "GET") return url.split(/\?(.*)/s)[1] ?? "";
  return typeof body === "object" && body !== null && "asked" in body && typeof body.asked === "string" ? body.asked : "";
}

function pageOf(world: SandboxWorld): LogInPage {
  return {
    path: PATH,
    scopes: ALL_SCOPES,
    isAllOrNothing: true,
    // Applications on the web have a secret; PKCE is for native ones.
    pkce: "ignored",
    codeSeconds: CODE_SECONDS,
    declined: { error: "user_cancelled_authorize", error_description: "The user cancelled the authorization" },
    persons: () => owners(world),
    personNamed: (name) => ownerNamed(world, name),
  };
}
