import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import { bearerIn } from "../../sandbox/kit/requests.ts";
import { checkToken } from "../../sandbox/kit/tokens.ts";
import { SANDBOX_BODY_BYTES_MAX } from "../../sandbox/limits.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { requireFunds } from "./billing.ts";
import type { Stored } from "./model.ts";
import { known } from "./model.ts";
import { countCall, type RateName } from "./rates.ts";
import { forbidden, UNAUTHORIZED } from "./refusals.ts";
import { type Settings, settingsOf } from "./settings.ts";

/** A call by a person's token. */
export interface Asked {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly settings: Settings;
  /** The id in the path; empty if it has none. */
  readonly id: string;
  readonly account: Stored<"account">;
}

/** A call of the API, and the scopes that its token needs. */
export interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly rate: RateName;
  /** Of a success; 200 if absent. */
  readonly status?: number;
  readonly scopes: readonly string[];
  run(asked: Asked): Promise<unknown>;
}

export function mountCalls(scope: FastifyInstance, world: SandboxWorld, calls: readonly Call[]): void {
  for (const call of calls) {
    scope.route<{ Params: { id?: string } }>({
      method: call.method,
      url: call.path,
      bodyLimit: SANDBOX_BODY_BYTES_MAX,
      handler: async (request, reply) => {
        const settings = await settingsOf(world);
        const accountId = await callerOf(world, request, call);
        requireFunds(world, request, settings);
        reply.headers(await countCall(world, settings, { rate: call.rate, accountId }));
        const account = await known(world, "account", accountId);
        const body = await call.run({ world, request, settings, id: request.params.id ?? "", account });
        return reply.status(call.status ?? (body === undefined ? 204 : 200)).send(body);
      },
    });
  }
}

/** The account whose token it is. Throws if the token does not serve for the call. */
async function callerOf(world: SandboxWorld, request: FastifyRequest, call: Call): Promise<string> {
  const bearer = bearerIn(request);
  if (bearer === null) throw new Refusal(UNAUTHORIZED);
  const outcome = await checkToken(world, request, bearer);
  if (outcome.kind !== "valid") throw new Refusal(UNAUTHORIZED);
  if (!call.scopes.every((scope) => outcome.scopes.includes(scope))) throw forbidden("Forbidden");
  return outcome.token.person_id;
}
