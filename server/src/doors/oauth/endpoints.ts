import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { fieldsOf } from "../../people/sign-in/forms.ts";
import { findClientRow } from "./client-store.ts";
import { exchangeCode, refresh, revoke, type TokenProblem, type Tokens } from "./tokens.ts";

/**
 * `/oauth/token` and `/oauth/revoke`, for clients.
 */
export function tokenEndpoints(scope: FastifyInstance, app: App): void {
  scope.post("/oauth/token", async (request, reply) => {
    const fields = await readForm(app, request, reply);
    if (fields === null) return reply;
    const result = await grant(app, fields);
    if ("error" in result) return sendProblem(reply, 400, result.error, result.description);
    return reply.send(result);
  });

  // RFC 7009: an unknown token counts as revoked.
  scope.post("/oauth/revoke", async (request, reply) => {
    const fields = await readForm(app, request, reply);
    if (fields === null) return reply;
    const token = fields.get("token");
    if (token === null) return sendProblem(reply, 400, "invalid_request", "token is missing.");
    await revoke(app, token, fields.get("client_id") ?? "");
    return reply.send();
  });
}

type GrantProblem = TokenProblem | { readonly error: "invalid_request" | "unsupported_grant_type"; readonly description: string };

async function grant(app: App, fields: URLSearchParams): Promise<Tokens | GrantProblem> {
  const clientId = fields.get("client_id") ?? "";
  const resources = fields.getAll("resource");
  const type = fields.get("grant_type");
  if (type === "authorization_code") {
    const code = fields.get("code");
    const verifier = fields.get("code_verifier");
    if (code === null || verifier === null || !/^[\w.~-]{43,128}$/.test(verifier)) {
      return { error: "invalid_request", description: "code and code_verifier are required." };
    }
    return exchangeCode(app, { code, clientId, redirectUri: fields.get("redirect_uri"), verifier, resources });
  }
  if (type === "refresh_token") {
    const refreshToken = fields.get("refresh_token");
    if (refreshToken === null) return { error: "invalid_request", description: "refresh_token is missing." };
    return refresh(app, { refreshToken, clientId, scope: fields.get("scope"), resources });
  }
  if (type === null) return { error: "invalid_request", description: "grant_type is missing." };
  return { error: "unsupported_grant_type", description: "grant_type must be authorization_code or refresh_token." };
}

/** The form of a known client; null when the reply has been sent. Clients have no secrets: PKCE proves who asked. */
async function readForm(app: App, request: FastifyRequest, reply: FastifyReply): Promise<URLSearchParams | null> {
  const fields = fieldsOf(request);
  const names = [...fields.keys()].filter((name) => name !== "resource");
  if (new Set(names).size !== names.length) {
    sendProblem(reply, 400, "invalid_request", "A parameter is repeated.");
    return null;
  }
  const clientId = fields.get("client_id");
  if (clientId === null || (await findClientRow(app.db, clientId)) === null) {
    sendProblem(reply, 401, "invalid_client", "client_id is missing or unknown.");
    return null;
  }
  return fields;
}

/** An error response as in RFC 6749, section 5.2. */
export function sendProblem(reply: FastifyReply, status: number, error: string, description: string): FastifyReply {
  return reply.code(status).send({ error, error_description: description });
}
