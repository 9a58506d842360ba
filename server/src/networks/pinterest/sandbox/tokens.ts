import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isSecretOf } from "../../sandbox/kit/applications.ts";
import { exchangeCode } from "../../sandbox/kit/codes.ts";
import { useRefreshToken } from "../../sandbox/kit/refresh-tokens.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { UNAUTHENTICATED } from "./refusal.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { ACCESS_SECONDS, issueAccess, issuePair, REFRESH_SECONDS, type Reach } from "./token-pairs.ts";

const FORM = "application/x-www-form-urlencoded";
const Form = z.object({
  grant_type: z.string(),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});
type Form = z.output<typeof Form>;

type Outcome = { readonly kind: "given"; readonly body: object } | Refused;

/** Why no token is given. `error` is OAuth's own word for it. */
interface Refused {
  readonly kind: "refused";
  readonly error: "invalid_client" | "invalid_request" | "invalid_grant" | "invalid_scope" | "unsupported_grant_type";
  readonly message: string;
}

/**
 * `POST /v5/oauth/token`: the application names itself in the header alone.
 * https://github.com/pinterest/api-description, 5.23.0 (2026-11)
 */
export function tokenRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.post("/v5/oauth/token", async (request, reply) => {
    const settings = await settingsOf(world);
    const client = clientIn(request.headers.authorization);
    const form = Form.safeParse(request.body);
    const isForm = request.headers["content-type"]?.startsWith(FORM) === true;
    const outcome =
      client === null || !isSecretOf(network, client)
        ? refused("invalid_client", UNAUTHENTICATED.message)
        : !isForm || !form.success
          ? refused("invalid_request", "The request must be a form with a grant_type.")
          : await grantFor(world, client.clientId, form.data);
    if (outcome.kind === "given") return outcome.body;
    return reply.status(outcome.error === "invalid_client" ? 401 : 400).send(bodyOf(outcome, settings));
  });
}

function grantFor(world: SandboxWorld, clientId: string, form: Form): Promise<Outcome> {
  if (form.grant_type === "authorization_code") return byCode(world, clientId, form);
  if (form.grant_type === "refresh_token") return byRefresh(world, clientId, form);
  return Promise.resolve(refused("unsupported_grant_type", `The grant type ${form.grant_type} is not supported.`));
}

async function byCode(world: SandboxWorld, clientId: string, { code, redirect_uri }: Form): Promise<Outcome> {
  if (code === undefined || redirect_uri === undefined) return refused("invalid_request", "code and redirect_uri are required.");
  const outcome = await exchangeCode(world, { code, clientId, redirectUri: redirect_uri, verifier: "" });
  if (outcome.kind === "refused") return refused("invalid_grant", REFUSED_CODES[outcome.why]);
  const { accessToken, refreshToken } = await issuePair(world, outcome);
  return {
    kind: "given",
    body: { response_type: "authorization_code", ...accessPart(accessToken, outcome), ...refreshPart(world, refreshToken) },
  };
}

const REFUSED_CODES = {
  unknown: "The authorization code is invalid.",
  revoked: "The authorization code is invalid.",
  verifier: "The authorization code is invalid.",
  used: "The authorization code has been used.",
  expired: "The authorization code has expired.",
  redirect: "The redirect_uri is not the one of the authorization request.",
} as const;

async function byRefresh(world: SandboxWorld, clientId: string, { refresh_token, scope }: Form): Promise<Outcome> {
  if (refresh_token === undefined) return refused("invalid_request", "refresh_token is required.");
  const { refresh_rotation, refresh_gives_refresh_token } = await settingsOf(world);
  const rotation = refresh_gives_refresh_token ? refresh_rotation : "none";
  const outcome = await useRefreshToken(world, { refreshToken: refresh_token, clientId, rotation, lifetimeSeconds: REFRESH_SECONDS });
  if (outcome.kind === "refused") return refused("invalid_grant", `The refresh token is ${outcome.why}.`);
  const wanted = scope?.split(/[\s,]+/).filter((name) => name !== "") ?? [];
  if (wanted.some((name) => !outcome.scopes.includes(name))) return refused("invalid_scope", "A scope was not granted.");
  const reach = { grant: outcome.grant, scopes: wanted.length === 0 ? outcome.scopes : wanted };
  const answer = { response_type: "refresh_token", ...accessPart(await issueAccess(world, reach), reach) };
  return { kind: "given", body: refresh_gives_refresh_token ? { ...answer, ...refreshPart(world, outcome.refreshToken) } : answer };
}

function accessPart(accessToken: string, { scopes }: Reach) {
  return { access_token: accessToken, token_type: "bearer", expires_in: ACCESS_SECONDS, scope: scopes.join(" ") };
}

function refreshPart(world: SandboxWorld, refreshToken: string) {
  const expiresAt = Math.floor(toEpochMilliseconds(world.now()) / 1000) + REFRESH_SECONDS;
  return { refresh_token: refreshToken, refresh_token_expires_in: REFRESH_SECONDS, refresh_token_expires_at: expiresAt };
}

function refused(error: Refused["error"], message: string): Refused {
  return { kind: "refused", error, message };
}

function bodyOf({ error, message }: Refused, { oauth_errors }: Settings): object {
  if (oauth_errors === "standard") return { error, error_description: message };
  return { code: error === "invalid_client" ? UNAUTHENTICATED.code : 1, message };
}

/** The application in a Basic header; null without one. RFC 7617. */
function clientIn(header: string | undefined): { clientId: string; clientSecret: string } | null {
  const [, encoded] = /^Basic (\S+)$/i.exec(header ?? "") ?? [];
  if (encoded === undefined) return null;
  const [clientId = "", clientSecret = ""] = Buffer.from(encoded, "base64").toString().split(/:(.*)/s);
  return { clientId, clientSecret };
}
