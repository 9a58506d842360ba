import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { createLocalJWKSet, jwtVerify } from "jose";
import { z } from "zod";
import type { Refusal } from "../../../sandbox/kit/refusals.ts";
import type { SandboxWorld } from "../../../sandbox/network.ts";
import { oauthRefusal } from "../refusal.ts";

const FETCH_SECONDS_MAX = 10;
const ASSERTION_SECONDS_MAX = 60;

/** Where the service has its document. */
const DOCUMENT_PATH = /^\/(?:.*\/)?connect\/bluesky\/client\.json$/;

const Jwk = z.looseObject({ kty: z.literal("EC"), crv: z.literal("P-256"), x: z.string(), y: z.string(), kid: z.string() });
const Metadata = z.object({
  client_id: z.string(),
  application_type: z.enum(["web", "native"]).default("web"),
  redirect_uris: z.array(z.url()).min(1),
  grant_types: z.array(z.string()).refine((types) => types.includes("authorization_code")),
  response_types: z.array(z.string()).refine((types) => types.includes("code")),
  scope: z.string(),
  dpop_bound_access_tokens: z.literal(true),
  token_endpoint_auth_method: z.enum(["none", "private_key_jwt"]),
  token_endpoint_auth_signing_alg: z.literal("ES256").optional(),
  jwks: z.object({ keys: z.array(Jwk).min(1) }).optional(),
});
export type Client = z.output<typeof Metadata>;

/** What is known about an application: by its document, or by the id itself if it runs on a person's own machine. */
export async function clientOf(world: SandboxWorld, clientId: string): Promise<Client> {
  const isLocal = clientId === "http://localhost" || /^http:\/\/localhost\/?\?/.test(clientId);
  const client = isLocal ? localClient(clientId) : await documentedClient(world, clientId);
  if (!client.scope.split(" ").includes("atproto")) throw invalidMetadata('Missing "atproto" scope');
  return client;
}

/** Whether the redirect address is the client's; on a person's own machine any port will do (RFC 8252, section 7.3). */
export function isRedirectOf(client: Client, redirectUri: string): boolean {
  if (client.redirect_uris.includes(redirectUri)) return true;
  return client.application_type === "native" && client.redirect_uris.some((uri) => withoutPort(uri) === withoutPort(redirectUri));
}

/** Whether the client proved with its key who it is; refuses if it has to and did not. */
export async function authenticate(
  world: SandboxWorld,
  client: Client,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  if (client.token_endpoint_auth_method === "none") return false;
  const { client_assertion: assertion, client_assertion_type: type } = fields;
  const refused = oauthRefusal("invalid_client", "client authentication failed", 401);
  if (type !== "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" || assertion === undefined || client.jwks === undefined)
    throw refused;
  const options = {
    issuer: client.client_id,
    subject: client.client_id,
    audience: world.baseUrl,
    maxTokenAge: ASSERTION_SECONDS_MAX,
    algorithms: ["ES256"],
    requiredClaims: ["jti"],
    currentDate: new Date(toEpochMilliseconds(world.now())),
    clockTolerance: 5,
  };
  await jwtVerify(assertion, createLocalJWKSet(client.jwks), options).catch(() => {
    throw refused;
  });
  return true;
}

function localClient(clientId: string): Client {
  const query = new URL(clientId).searchParams;
  const given = query.getAll("redirect_uri");
  const redirectUris = given.length > 0 ? given : ["http://127.0.0.1/", "http://[::1]/"];
  if (!redirectUris.every((uri) => /^http:\/\/(127\.0\.0\.1|\[::1\])[:/]/.test(uri))) {
    throw invalidMetadata("Loopback redirect URIs must use an explicit loopback IP");
  }
  return {
    client_id: clientId,
    application_type: "native",
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: query.get("scope") ?? "atproto",
    dpop_bound_access_tokens: true,
    token_endpoint_auth_method: "none",
  };
}

/**
 * Fetches the document. Only the service's own is fetched, at the address where this network itself is reached, so that nobody can
 * direct the sandbox to other hosts.
 */
async function documentedClient(world: SandboxWorld, clientId: string): Promise<Client> {
  const url = URL.parse(clientId);
  if (url === null || url.protocol !== "https:" || !DOCUMENT_PATH.test(url.pathname))
    throw invalidMetadata(`Invalid client ID "${clientId}"`);
  const reply = await fetch(new URL("/connect/bluesky/client.json", world.baseUrl), {
    signal: AbortSignal.timeout(FETCH_SECONDS_MAX * 1000),
    redirect: "error",
  }).catch(() => null);
  const read = Metadata.safeParse(reply?.ok === true ? await reply.json().catch(() => null) : null);
  if (!read.success) throw invalidMetadata("The client's document cannot be read");
  const { data } = read;
  if (data.client_id !== clientId) throw invalidMetadata("client_id does not match");
  if (data.redirect_uris.some((uri) => !uri.startsWith("https://"))) throw invalidMetadata("Web clients must use HTTPS redirect URIs");
  const hasKey = data.jwks !== undefined && data.token_endpoint_auth_signing_alg !== undefined;
  if (hasKey !== (data.token_endpoint_auth_method === "private_key_jwt")) throw invalidMetadata("The client's keys and method do not fit");
  return data;
}

function withoutPort(address: string): string {
  const url = new URL(address);
  url.port = "";
  return url.href;
}

function invalidMetadata(description: string): Refusal {
  return oauthRefusal("invalid_client_metadata", description);
}
