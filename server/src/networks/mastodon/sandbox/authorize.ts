import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { html } from "../../../ground/web/html.ts";
import { sendPage } from "../../../ground/web/page.ts";
import { refusePage } from "../../sandbox/kit/log-in-page.ts";
import { textsIn } from "../../sandbox/kit/requests.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { trailOf } from "../../sandbox/pages.ts";
import { accountNamed } from "./accounts.ts";
import { find, insert, type Stored } from "./model.ts";
import { DEFAULT_SCOPES, isWithin, splitScopes } from "./oauth.ts";

/** A client's consent request; its fields pass through the page's form unchanged. */
interface Asked {
  readonly app: Stored<"app">;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | null;
  readonly challenge: string | null;
}

/** The consent page. There is no sign-in: the user names an account, which is created if new. */
export function authorizeRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.get("/oauth/authorize", async (request, reply) => {
    const fields = textsIn(request.query);
    const asked = await readAsked(world, fields);
    if ("mistake" in asked) return refusePage(reply, network, asked.mistake);
    if (!isWithin(asked.scopes, asked.app)) return answer(reply, asked, { error: "invalid_scope" });
    // The oldest accounts: readers come later.
    const known = await world.objects.list("account", { limit: 100 });
    const suggested = known.at(-1)?.document.display_name;
    return sendPage(reply, {
      title: "Authorize",
      trail: trailOf(network),
      formTargets: [new URL(asked.redirectUri).origin],
      body: html`<h1>Authorize ${asked.app.name}</h1>
<p class="lead">It asks for: ${asked.scopes.join(", ")}.</p>
<form class="form" method="post" action="${`/sandbox/${network.slug}/oauth/authorize`}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label>Account <input type="text" name="account_name" required maxlength="60" autocomplete="off" value="${typeof suggested === "string" ? suggested : "Reader"}"></label>
<p><button class="main" name="decision" value="allow">Authorize</button> <button name="decision" value="deny">Deny</button></p>
</form>`,
    });
  });

  scope.post("/oauth/authorize", async (request, reply) => {
    const fields = textsIn(request.body);
    const asked = await readAsked(world, fields);
    if ("mistake" in asked) return refusePage(reply, network, asked.mistake);
    if (fields.decision !== "allow") return answer(reply, asked, { error: "access_denied" });
    if (!isWithin(asked.scopes, asked.app)) return answer(reply, asked, { error: "invalid_scope" });
    const account = await accountNamed(world, fields.account_name ?? "");
    const code = randomBytes(32).toString("base64url");
    await insert(world, "code", code, {
      client_id: asked.app.id,
      account_id: account.id,
      redirect_uri: asked.redirectUri,
      scopes: [...asked.scopes],
      code_challenge: asked.challenge,
    });
    return answer(reply, asked, { code });
  });
}

async function readAsked(world: SandboxWorld, fields: Readonly<Record<string, string | undefined>>): Promise<Asked | { mistake: string }> {
  const app = await find(world, "app", fields.client_id ?? "");
  if (app === null) return { mistake: "Client authentication failed due to unknown client." };
  const redirectUri = fields.redirect_uri ?? "";
  if (!app.redirect_uris.includes(redirectUri)) return { mistake: "The redirect URI included is not valid." };
  if (fields.response_type !== "code") return { mistake: "The authorization server does not support this response type." };
  const challenge = fields.code_challenge ?? null;
  if (challenge !== null && fields.code_challenge_method !== "S256") return { mistake: "The code challenge method must be S256." };
  return { app, redirectUri, scopes: splitScopes(fields.scope ?? DEFAULT_SCOPES), state: fields.state ?? null, challenge };
}

function answer(reply: FastifyReply, asked: Asked, result: { code: string } | { error: string }): FastifyReply {
  const target = new URL(asked.redirectUri);
  for (const [name, value] of Object.entries(result)) target.searchParams.set(name, value);
  if (asked.state !== null) target.searchParams.set("state", asked.state);
  return reply.redirect(target.href, 302);
}
