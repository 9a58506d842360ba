import type { FastifyInstance, FastifyRequest } from "fastify";
import { checkToken } from "../kit/tokens.ts";
import { SANDBOX_BODY_BYTES_MAX } from "../limits.ts";
import type { SandboxWorld } from "../network.ts";
import { requireFunds } from "./billing.ts";
import type { Stored } from "./model.ts";
import { APP_TOKEN } from "./oauth.ts";
import { knownAccount } from "./people.ts";
import { countCall, type RateName } from "./rates.ts";
import { APPLICATION_ONLY, forbidden, UNAUTHORIZED, USER_CONTEXT, XRefusal } from "./refusals.ts";
import { type Settings, settingsOf } from "./settings.ts";

/** A call that may be answered. */
export interface Asked {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly settings: Settings;
  /** The id in the path; empty if it has none. */
  readonly id: string;
}

/** A call by a person's token. */
export interface UserAsked extends Asked {
  readonly account: Stored<"account">;
}

interface CallFacts {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly rate: RateName;
  /** Of a success; 200 if absent. */
  readonly status?: number;
}

/** A call of the API, and whose token it takes: a person's with these scopes, the application's, or either. */
export type Call =
  | (CallFacts & { readonly by: "user"; readonly scopes: readonly string[]; run(asked: UserAsked): Promise<unknown> })
  | (CallFacts & { readonly by: "anyone"; readonly scopes: readonly string[]; run(asked: Asked): Promise<unknown> })
  | (CallFacts & { readonly by: "application"; run(asked: Asked): Promise<unknown> });

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
        reply.headers(await countCall(world, settings, { rate: call.rate, accountId: accountId ?? "application" }));
        const asked: Asked = { world, request, settings, id: request.params.id ?? "" };
        const body = await answer(call, asked, accountId);
        return reply.status(call.status ?? (body === undefined ? 204 : 200)).send(body);
      },
    });
  }
}

async function answer(call: Call, asked: Asked, accountId: string | null): Promise<unknown> {
  if (call.by !== "user") return call.run(asked);
  return call.run({ ...asked, account: await knownAccount(asked.world, accountId ?? "") });
}

/** The account whose token it is; null for the application's own. Throws if the token does not serve for the call. */
async function callerOf(world: SandboxWorld, request: FastifyRequest, call: Call): Promise<string | null> {
  const [, bearer] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (bearer === undefined) throw new XRefusal(UNAUTHORIZED);
  if (bearer === APP_TOKEN) {
    if (call.by === "user") throw new XRefusal(APPLICATION_ONLY);
    return null;
  }
  const outcome = await checkToken(world, request, bearer);
  if (outcome.kind !== "valid") throw new XRefusal(UNAUTHORIZED);
  if (call.by === "application") throw new XRefusal(USER_CONTEXT);
  if (!call.scopes.every((scope) => outcome.scopes.includes(scope))) throw forbidden("Forbidden");
  return outcome.token.person_id;
}
