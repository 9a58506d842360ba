import type { FastifyRequest } from "fastify";
import { bearerIn } from "../kit/requests.ts";
import { checkToken } from "../kit/tokens.ts";
import type { SandboxWorld } from "../network.ts";
import { GoogleRefusal, LOGIN_REQUIRED, SCOPE_INSUFFICIENT, UNAUTHENTICATED } from "./refusals.ts";

/** Whose token a call came with. */
export interface GoogleCaller {
  readonly clientId: string;
  readonly personId: string;
  readonly scopes: readonly string[];
}

/** The caller; throws without a live token in the header `Authorization`. */
export async function googleCaller(world: SandboxWorld, request: FastifyRequest): Promise<GoogleCaller> {
  const token = bearerIn(request);
  if (token === null) throw new GoogleRefusal(LOGIN_REQUIRED);
  const outcome = await checkToken(world, request, token);
  if (outcome.kind !== "valid") throw new GoogleRefusal(UNAUTHENTICATED);
  const { client_id: clientId, person_id: personId } = outcome.token;
  return { clientId, personId, scopes: outcome.scopes };
}

/** Throws unless the token has one of these scopes. */
export function requireOneScope({ scopes }: Pick<GoogleCaller, "scopes">, names: readonly string[]): void {
  if (!names.some((name) => scopes.includes(name))) throw new GoogleRefusal(SCOPE_INSUFFICIENT);
}
