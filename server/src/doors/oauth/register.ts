import { randomBytes } from "node:crypto";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { jsonOrNull } from "@rostrum/contract/json-or-null.ts";
import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { clientKey } from "../../ground/web/client-address.ts";
import { type Allowance, secondsToWait } from "../../people/sign-in/throttle.ts";
import { readClientMetadata } from "./client-metadata.ts";
import { countYoungUnusedClients, deleteUnusedBeyond, putClient } from "./client-store.ts";
import { sendProblem } from "./endpoints.ts";
import { FULL_SCOPE } from "./scopes.ts";
import { PREFIX } from "./tokens.ts";

const METADATA_BYTES_MAX = 16_384;
/** Clients are usually authorized within minutes of registering; until then no other registration may evict them. */
const YOUNG_SECONDS = 15 * 60;

/**
 * `POST /oauth/register` (RFC 7591): registers a client. Anybody may register, so registrations are limited per address, and clients that nobody authorizes are deleted: after a week, or oldest first when there are too many. Authorized clients are exempt. All clients are public: none gets a secret.
 */
export function registrationEndpoint(scope: FastifyInstance, app: App): void {
  scope.addContentTypeParser(/^application\/json(;|$)/i, { parseAs: "string", bodyLimit: METADATA_BYTES_MAX }, (_request, body, done) => {
    done(null, jsonOrNull(body.toString()));
  });

  scope.post("/oauth/register", async (request, reply) => {
    const tooMany = (wait: number, sentence: string) =>
      sendProblem(reply.header("retry-after", wait), 429, "temporarily_unavailable", sentence);
    for (const allowance of allowancesOf(clientKey(request.ip))) {
      const wait = await secondsToWait(app, allowance);
      if (wait !== null) return tooMany(wait, "Too many registrations from this address.");
    }
    const described = readClientMetadata(request.body);
    if ("error" in described) return sendProblem(reply, 400, described.error, described.description);
    const now = app.clock.now();
    if ((await countYoungUnusedClients(app.db, addSeconds(now, -YOUNG_SECONDS))) >= BOUNDS.unusedPrograms.most) {
      return tooMany(YOUNG_SECONDS, "Too many apps have registered in the last few minutes.");
    }
    const { name, redirectUris } = described;
    const id = `${PREFIX.client}${randomBytes(16).toString("base64url")}`;
    await putClient(app.db, { id, name, redirectUris, staleAt: null }, now);
    await deleteUnusedBeyond(app.db, BOUNDS.unusedPrograms.most);
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

function allowancesOf(address: string): Allowance[] {
  return [
    { key: `registrations of ${address}`, max: BOUNDS.registrations.most, windowSeconds: 3600 },
    { key: `registrations in a day of ${address}`, max: BOUNDS.registrationsInADay.most, windowSeconds: 86_400 },
  ];
}
