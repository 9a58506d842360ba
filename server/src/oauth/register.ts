import { randomBytes } from "node:crypto";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { clientKey } from "../http/client-address.ts";
import { secondsToWait } from "../sign-in/throttle.ts";
import { readClientMetadata } from "./client-metadata.ts";
import { putClient } from "./client-store.ts";
import { sendProblem } from "./endpoints.ts";
import { FULL_SCOPE } from "./scopes.ts";
import { PREFIX } from "./tokens.ts";

const METADATA_BYTES_MAX = 16_384;
export const REGISTRATIONS_PER_HOUR_MAX = 20;

/**
 * `POST /oauth/register` (RFC 7591): a program makes itself known. Anybody may, so that an address may do it so often, and
 * programs that nobody lets in are forgotten after a week. All programs are public: none gets a secret.
 */
export function registrationEndpoint(scope: FastifyInstance, app: App): void {
  scope.addContentTypeParser(/^application\/json(;|$)/i, { parseAs: "string", bodyLimit: METADATA_BYTES_MAX }, (_request, body, done) => {
    done(null, parseJson(body.toString()));
  });

  scope.post("/oauth/register", async (request, reply) => {
    const key = `registrations of ${clientKey(request.ip)}`;
    const wait = await secondsToWait(app, { key, max: REGISTRATIONS_PER_HOUR_MAX, windowSeconds: 3600 });
    if (wait !== null) {
      return sendProblem(reply.header("retry-after", wait), 429, "temporarily_unavailable", "Too many registrations from this address.");
    }
    const described = readClientMetadata(request.body);
    if ("error" in described) return sendProblem(reply, 400, described.error, described.description);
    const now = app.clock.now();
    const { name, redirectUris } = described;
    const id = `${PREFIX.client}${randomBytes(16).toString("base64url")}`;
    await putClient(app.db, { id, name, redirectUris, staleAt: null }, now);
    return reply.code(201).send({
      client_id: id,
      client_id_issued_at: Math.floor(toEpochMilliseconds(now) / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope: FULL_SCOPE,
    });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
