import type { FastifyInstance } from "fastify";
import type { SandboxWorld } from "../../../sandbox/network.ts";
import { didDocument } from "../accounts.ts";
import { find } from "../model.ts";
import { GENERIC } from "./sessions.ts";

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
