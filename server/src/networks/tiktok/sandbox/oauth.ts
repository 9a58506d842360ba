import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isSecretOf } from "../../sandbox/kit/applications.ts";
import { exchangeCode } from "../../sandbox/kit/codes.ts";
import { revokeGrant } from "../../sandbox/kit/grants.ts";
import { useRefreshToken } from "../../sandbox/kit/refresh-tokens.ts";
import { lookUpToken } from "../../sandbox/kit/tokens.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { openIdOf } from "./ids.ts";
import { newLogId } from "./refusals.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { issueAccess, issuePair, type Reach, type TokenPair } from "./tokens.ts";

const FORM = "application/x-www-form-urlencoded";
const Form = z.record(z.string(), z.string());
type Form = z.output<typeof Form>;

type Outcome = { readonly kind: "given"; readonly body: object } | Refused;
interface Refused {
  readonly kind: "refused";
  readonly error: "invalid_request" | "invalid_client" | "invalid_grant" | "unsupported_grant_type";
  readonly description: string;
}

/** A call by an application that has shown its secret. */
interface Asked {
  readonly world: SandboxWorld;
  readonly settings: Settings;
  readonly clientId: string;
  readonly form: Form;
}

/**
 * Codes and tokens: forms in, flat JSON out. https://developers.tiktok.com/doc/oauth-user-access-token-management (2026-11), which has
 * no status for errors: products have met 200 and 400.
 */
export function tokenRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  const mount = (path: string, run: (asked: Asked) => Promise<Outcome>) =>
    scope.post(path, async (request, reply) => {
      const settings = await settingsOf(world);
      const asked = readForm(network, request);
      return answer(world, reply, { settings, outcome: "error" in asked ? asked : await run({ world, settings, ...asked }) });
    });
  mount("/v2/oauth/token/", ({ form, ...asked }) => {
    if (form.grant_type === "authorization_code") return exchanged({ form, ...asked });
    if (form.grant_type === "refresh_token") return refreshed({ form, ...asked });
    return Promise.resolve(refused("unsupported_grant_type", "The grant type is not supported by the authorization server."));
  });
  mount("/v2/oauth/revoke/", revoked);
}

function readForm(network: SandboxNetwork, request: FastifyRequest): Pick<Asked, "clientId" | "form"> | Refused {
  const form = Form.safeParse(request.body);
  const isForm = request.headers["content-type"]?.startsWith(FORM) === true;
  if (!isForm || !form.success) return refused("invalid_request", `Only ${FORM} is accepted as Content-Type.`);
  const { client_key: clientId = "", client_secret: clientSecret = "" } = form.data;
  if (!isSecretOf(network, { clientId, clientSecret })) return refused("invalid_client", "Client key or secret is incorrect.");
  return { clientId, form: form.data };
}

async function exchanged({ world, settings, clientId, form }: Asked): Promise<Outcome> {
  const { code, redirect_uri: redirectUri, code_verifier: verifier = "" } = form;
  if (code === undefined || redirectUri === undefined) return refused("invalid_request", "The request parameters are malformed.");
  const outcome = await exchangeCode(world, { code, clientId, redirectUri, verifier });
  if (outcome.kind === "refused") return refused("invalid_grant", REFUSED_CODES[outcome.why]);
  return given(settings, outcome, await issuePair(world, outcome, settings));
}

const REFUSED_CODES = {
  unknown: "Authorization code is invalid.",
  used: "Authorization code is expired.",
  expired: "Authorization code is expired.",
  revoked: "Authorization code is expired.",
  redirect: "Redirect_uri is not matched with the uri when requesting code.",
  verifier: "Code verifier or code challenge is invalid.",
} as const;

/** The old token stops working at once. */
async function refreshed({ world, settings, clientId, form }: Asked): Promise<Outcome> {
  if (form.refresh_token === undefined) return refused("invalid_request", "The request parameters are malformed.");
  const use = { refreshToken: form.refresh_token, clientId, rotation: "strict", lifetimeSeconds: settings.refresh_seconds } as const;
  const outcome = settings.refreshes ? await useRefreshToken(world, use) : null;
  if (outcome?.kind !== "refreshed") return refused("invalid_grant", "Refresh token is invalid or expired.");
  const accessToken = await issueAccess(world, outcome, settings);
  return given(settings, outcome, { accessToken, refreshToken: outcome.refreshToken });
}

/** The person's whole grant ends with any of its tokens. */
async function revoked({ world, clientId, form }: Asked): Promise<Outcome> {
  const outcome = await lookUpToken(world, form.token ?? "");
  if (outcome.kind !== "valid" || outcome.grant.client_id !== clientId)
    return refused("invalid_request", "Access token is invalid or expired.");
  await revokeGrant(world, outcome.grant);
  return { kind: "given", body: {} };
}

function given(settings: Settings, { grant, scopes }: Reach, { accessToken, refreshToken }: TokenPair): Outcome {
  const body = {
    access_token: accessToken,
    expires_in: settings.access_seconds,
    open_id: openIdOf(grant.client_id, grant.person_id),
    refresh_expires_in: settings.refresh_seconds,
    refresh_token: refreshToken,
    scope: scopes.join(","),
    token_type: "Bearer",
  };
  return { kind: "given", body };
}

function refused(error: Refused["error"], description: string): Refused {
  return { kind: "refused", error, description };
}

function answer(
  world: SandboxWorld,
  reply: FastifyReply,
  { settings, outcome }: { readonly settings: Settings; readonly outcome: Outcome },
): FastifyReply {
  if (outcome.kind === "given") return reply.send(outcome.body);
  const { error, description } = outcome;
  return reply.status(settings.oauth_error_status).send({ error, error_description: description, log_id: newLogId(world.now()) });
}
