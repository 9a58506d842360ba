import type { FastifyInstance, FastifyRequest } from "fastify";
import { textsIn } from "../../../sandbox/kit/requests.ts";
import type { SandboxWorld } from "../../../sandbox/network.ts";
import { oauthRefusal } from "../refusal.ts";
import { authenticate, clientOf } from "./clients.ts";
import { checkProof } from "./proof.ts";
import { giveBack, redeemCode, rotate } from "./sessions.ts";

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
