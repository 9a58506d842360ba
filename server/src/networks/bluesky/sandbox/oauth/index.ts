import type { FastifyInstance, FastifyRequest } from "fastify";
import { textsIn } from "../../../sandbox/kit/requests.ts";
import type { SandboxNetwork, SandboxWorld } from "../../../sandbox/network.ts";
import { didDocument } from "../accounts.ts";
import { find } from "../model.ts";
import { oauthRefusal } from "../refusal.ts";
import { authenticate, clientOf } from "./clients.ts";
import { checkProof, nonceOf } from "./proof.ts";
import { authorizeRoutes, requestRoutes } from "./requests.ts";
import { GENERIC, giveBack, redeemCode, rotate } from "./sessions.ts";

/** The authorization server: https://atproto.com/specs/oauth (August 2026). */
export async function mountOAuth(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): Promise<void> {
  await scope.register(async (inner) => {
    metadataRoutes(inner, world);
    authorizeRoutes(inner, network, world);
    await inner.register(async (server) => {
      server.addHook("onRequest", async (_request, reply) => {
        reply.headers({ "dpop-nonce": nonceOf(world), "cache-control": "no-store" });
      });
      requestRoutes(server, world);
      tokenRoutes(server, world);
    });
  });
}

/** The documents that lead from an account to where its person logs in. */
export function metadataRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.get("/.well-known/oauth-protected-resource", async () => ({
    resource: world.baseUrl,
    authorization_servers: [world.baseUrl],
    scopes_supported: [],
    bearer_methods_supported: ["header"],
    resource_documentation: "https://atproto.com",
  }));

  scope.get("/.well-known/oauth-authorization-server", async () => ({
    issuer: world.baseUrl,
    scopes_supported: ["atproto", GENERIC],
    subject_types_supported: ["public"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    authorization_endpoint: `${world.baseUrl}/oauth/authorize`,
    token_endpoint: `${world.baseUrl}/oauth/token`,
    token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
    token_endpoint_auth_signing_alg_values_supported: ["ES256"],
    revocation_endpoint: `${world.baseUrl}/oauth/revoke`,
    pushed_authorization_request_endpoint: `${world.baseUrl}/oauth/par`,
    require_pushed_authorization_requests: true,
    dpop_signing_alg_values_supported: ["ES256"],
    client_id_metadata_document_supported: true,
  }));

  /** As the directory of `did:plc` does. */
  scope.get<{ Params: { did: string } }>("/:did(^did:plc:[a-z2-7]{24}$)", async (request, reply) => {
    const { did } = request.params;
    const account = await find(world, "account", did);
    if (account === null) return reply.status(404).send({ message: `DID not registered: ${did}` });
    return didDocument(world, account);
  });
}

/** Tokens for codes and refresh tokens, and their end. */
export function tokenRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.post("/oauth/token", async (request) => {
    const { clientId, fields } = await authenticated(world, request);
    const claimant = { clientId, jkt: await checkProof(world, request, null) };
    if (fields.grant_type === "refresh_token") return rotate(world, fields.refresh_token ?? "", claimant);
    if (fields.grant_type !== "authorization_code") {
      throw oauthRefusal("invalid_grant", `Grant type "${fields.grant_type}" not supported`);
    }
    const { code = "", redirect_uri: redirectUri = "", code_verifier: verifier = "" } = fields;
    return redeemCode(world, { code, redirectUri, verifier }, claimant);
  });

  scope.post("/oauth/revoke", async (request) => {
    const { clientId, fields } = await authenticated(world, request);
    // Without a proof the request changes nothing, and is answered as if it had.
    if (request.headers.dpop !== undefined) {
      await giveBack(world, fields.token ?? "", { clientId, jkt: await checkProof(world, request, null) });
    }
    return {};
  });
}

async function authenticated(world: SandboxWorld, request: FastifyRequest) {
  const fields = textsIn(request.body);
  const client = await clientOf(world, fields.client_id ?? "");
  await authenticate(world, client, fields);
  return { clientId: client.client_id, fields };
}
