import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { type OauthAddresses, oauthAddresses } from "./addresses.ts";
import { SCOPES } from "./scopes.ts";

/** Metadata for clients: the authorization server (RFC 8414) and the tool server as its protected resource (RFC 9728). */
export function metadataDocuments(scope: FastifyInstance, app: App): void {
  const addresses = oauthAddresses(app.config);
  scope.get("/.well-known/oauth-authorization-server", async () => authorizationServer(addresses));
  // Also with the path of the resource: where the RFC says to look first.
  for (const path of ["", "/mcp"]) scope.get(`/.well-known/oauth-protected-resource${path}`, async () => protectedResource(addresses));
}

function authorizationServer(addresses: OauthAddresses) {
  return {
    issuer: addresses.issuer,
    authorization_endpoint: addresses.authorize,
    token_endpoint: addresses.token,
    registration_endpoint: addresses.register,
    revocation_endpoint: addresses.revoke,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [addresses.resource],
  };
}

function protectedResource(addresses: OauthAddresses) {
  return {
    resource: addresses.resource,
    authorization_servers: [addresses.issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Rostrum",
  };
}
