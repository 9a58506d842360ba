import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { type Place, placeOf } from "./place.ts";
import { SCOPES } from "./scopes.ts";

/** What programs read before they ask: the authorization server (RFC 8414) and the tool server as what it guards (RFC 9728). */
export function metadataDocuments(scope: FastifyInstance, app: App): void {
  const place = placeOf(app.config);
  const path = new URL(app.config.publicUrl).pathname.replace(/\/$/, "");
  // With the path of the public address, if it has one, and with that of the resource: where the RFCs say to look first.
  for (const suffix of new Set(["", path])) {
    scope.get(`/.well-known/oauth-authorization-server${suffix}`, async () => authorizationServer(place));
    for (const url of [suffix, `${suffix}/mcp`]) {
      scope.get(`/.well-known/oauth-protected-resource${url}`, async () => protectedResource(place));
    }
  }
}

function authorizationServer(place: Place) {
  return {
    issuer: place.issuer,
    authorization_endpoint: place.authorize,
    token_endpoint: place.token,
    registration_endpoint: place.register,
    revocation_endpoint: place.revoke,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [place.resource],
  };
}

function protectedResource(place: Place) {
  return {
    resource: place.resource,
    authorization_servers: [place.issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Rostrum",
  };
}
