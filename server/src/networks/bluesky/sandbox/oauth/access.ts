import type { FastifyRequest } from "fastify";
import type { Refusal } from "../../../sandbox/kit/refusals.ts";
import { checkToken } from "../../../sandbox/kit/tokens.ts";
import type { SandboxWorld } from "../../../sandbox/network.ts";
import { find } from "../model.ts";
import { refusal } from "../refusal.ts";
import { checkProof } from "./proof.ts";
import { GENERIC } from "./sessions.ts";

/** The DID of a caller with a token of a log-in and a proof that it is theirs; refuses as the network's methods do. */
export async function requireProven(world: SandboxWorld, request: FastifyRequest, token: string): Promise<string> {
  // At a method, what is wrong with a proof other than its nonce is wrong with the token.
  const refuse = (error: string, message: string) => denied(error === "use_dpop_nonce" ? error : "invalid_token", message);
  const jkt = await checkProof(world, request, token, refuse);
  const outcome = await checkToken(world, request, token);
  if (outcome.kind === "expired") throw denied("invalid_token", "Token expired");
  if (outcome.kind !== "valid") throw denied("invalid_token", "Invalid token");
  const session = await find(world, "session", outcome.grant.client_id);
  if (session === null || session.jkt !== jkt) throw denied("invalid_token", "Invalid DPoP key binding");
  const isOpenToAll = /\/com\.atproto\.server\.getSession(\?|$)/.test(request.url);
  if (!isOpenToAll && !outcome.scopes.includes(GENERIC)) throw refusal(403, "ScopeMissingError", `Missing required scope "${GENERIC}"`);
  return session.did;
}

function denied(error: string, message: string): Refusal {
  return refusal(401, error, message, {
    "www-authenticate": `DPoP error="${error}", error_description="${message.replaceAll('"', "'")}"`,
  });
}
