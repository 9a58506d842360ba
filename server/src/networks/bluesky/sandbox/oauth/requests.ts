import { randomBytes } from "node:crypto";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import { textsIn } from "../../../sandbox/kit/requests.ts";
import type { SandboxWorld } from "../../../sandbox/network.ts";
import { find, insert, type Stored } from "../model.ts";
import { oauthRefusal } from "../refusal.ts";
import { authenticate, clientOf, isRedirectOf } from "./clients.ts";
import { checkProof } from "./proof.ts";
import { GENERIC } from "./sessions.ts";

const REQUEST_SECONDS = 300;
const PREFIX = "urn:ietf:params:oauth:request_uri:req-";
const KNOWN_SCOPES = ["atproto", GENERIC];

/** Pushed authorization requests (RFC 9126), which every log-in begins with. */
export function requestRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.post("/oauth/par", async (request, reply) => {
    const fields = textsIn(request.body);
    const jkt = await checkProof(world, request, null);
    const client = await clientOf(world, fields.client_id ?? "");
    const proven = await authenticate(world, client, fields);
    const scopes = (fields.scope ?? "").split(" ").filter((name) => name !== "");
    if (fields.response_type !== "code") throw oauthRefusal("unsupported_response_type", 'atproto only supports the "code" response_type');
    if (fields.code_challenge === undefined) throw oauthRefusal("invalid_request", "Use of PKCE is required");
    if (fields.code_challenge_method !== "S256") {
      throw oauthRefusal("invalid_request", 'atproto requires use of "S256" code_challenge_method');
    }
    if (!isRedirectOf(client, fields.redirect_uri ?? "")) throw oauthRefusal("invalid_request", "Invalid redirect_uri");
    if (!scopes.includes("atproto")) throw oauthRefusal("invalid_scope", 'The "atproto" scope is required');
    const allowed = client.scope.split(" ");
    const foreign = scopes.find((name) => !allowed.includes(name) || !KNOWN_SCOPES.includes(name));
    if (foreign !== undefined) throw oauthRefusal("invalid_scope", `Scope "${foreign}" is not declared in the client metadata`);
    const id = randomBytes(16).toString("hex");
    await insert(world, "par", id, {
      client_id: client.client_id,
      redirect_uri: fields.redirect_uri ?? "",
      scopes,
      state: fields.state ?? null,
      challenge: fields.code_challenge,
      hint: fields.login_hint ?? null,
      jkt,
      proven,
      ends_at: addSeconds(world.now(), REQUEST_SECONDS),
    });
    return reply.status(201).send({ request_uri: PREFIX + id, expires_in: REQUEST_SECONDS });
  });
}

/** The request that a person is sent here with; null if it is unknown, another client's, or over. */
export async function pushedRequest(
  world: SandboxWorld,
  { client_id: clientId, request_uri: address = "" }: Readonly<Record<string, string | undefined>>,
): Promise<Stored<"par"> | null> {
  const held = address.startsWith(PREFIX) ? await find(world, "par", address.slice(PREFIX.length)) : null;
  return held === null || held.client_id !== clientId || held.ends_at <= world.now() ? null : held;
}
