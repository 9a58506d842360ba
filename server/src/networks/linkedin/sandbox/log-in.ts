import type { FastifyInstance, FastifyRequest } from "fastify";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import { type LogInPage, type LogInScope, readLogInRequest, redirectTo } from "../../sandbox/kit/log-in-request.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { ownerNamed, owners } from "./people.ts";
import { type Settings, settingsOf } from "./settings.ts";

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

/**
 * What applications can ask for, and the product that an application must have been admitted to for it. Some belong to two.
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/getting-access (2026-11)
 */
const SCOPES: readonly Scope[] = [
  scope("openid", "Know who you are", ["member"]),
  scope("profile", "See your name and photo", ["member"]),
  scope("email", "See your email address", ["member"]),
  scope("r_basicprofile", "See your basic profile", ["organization"]),
  scope("w_member_social", "Create, change and delete posts for you", ["member", "organization"]),
  scope("w_member_social_feed", "Comment and react for you", ["organization"]),
  scope("r_member_postAnalytics", "See how your posts do", ["organization"]),
  scope("r_member_social", "Read your posts", ["restricted"]),
  scope("r_member_social_feed", "Read comments and reactions on your posts", ["restricted"]),
  scope("r_organization_admin", "See your organizations' pages and their figures", ["organization"]),
  scope("rw_organization_admin", "Manage your organizations' pages and see their figures", ["organization"]),
  scope("w_organization_social", "Create, change and delete posts for your organizations", ["organization"]),
  scope("r_organization_social", "Read your organizations' posts", ["organization"]),
  scope("w_organization_social_feed", "Comment and react for your organizations", ["organization"]),
  scope("r_organization_social_feed", "Read comments and reactions on your organizations' posts", ["organization"]),
];

type Product = Settings["products"][number];

interface Scope extends LogInScope {
  readonly products: readonly Product[];
}

/** Every scope there is, in the order of the consent page. */
export const ALL_SCOPES: readonly LogInScope[] = SCOPES;

/** The names of those that the application may ask for. */
export function scopesOf({ products }: Settings): string[] {
  return SCOPES.filter((one) => one.products.some((product) => products.includes(product))).map(({ name }) => name);
}

function scope(name: string, label: string, products: readonly Product[]): Scope {
  return { name, label, isRequired: false, products };
}
