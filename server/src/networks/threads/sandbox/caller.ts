import type { FastifyRequest } from "fastify";
import { checkToken } from "../../sandbox/kit/tokens.ts";
import { unknownObject } from "../../sandbox/meta/refusal.ts";
import { type GraphCall, readCall } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Stored } from "./model.ts";
import { known } from "./model.ts";
import { expiredToken, missingScope, noToken, revokedToken, unknownToken } from "./refusals.ts";

/** A call with whose it is. */
export interface Asked {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly call: GraphCall;
  readonly account: Stored<"account">;
  readonly scopes: readonly string[];
}

/** Reads the call; throws unless its token is good and has `threads_basic`, which every call needs. */
export async function readAsked(world: SandboxWorld, request: FastifyRequest): Promise<Asked> {
  const call = await readCall(request);
  if (call.token === null) throw noToken();
  const outcome = await checkToken(world, request, call.token);
  if (outcome.kind === "unknown") throw unknownToken();
  if (outcome.kind === "expired") throw expiredToken();
  if (outcome.kind === "revoked") throw revokedToken();
  const asked = { world, request, call, account: await known(world, "account", outcome.token.person_id), scopes: outcome.scopes };
  requireScope(asked, "threads_basic");
  return asked;
}

export function requireScope({ scopes }: Asked, name: string): void {
  if (!scopes.includes(name)) throw missingScope(name);
}

/** Nobody acts for others: the user in the path must be the token's own, by id or as `me`. */
export function requireOwn({ account, call }: Asked, userId: string): void {
  if (userId !== "me" && userId !== account.id) throw unknownObject(userId, call.method);
}
