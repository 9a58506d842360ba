import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import { bearerIn, queryIn } from "../../sandbox/kit/requests.ts";
import { checkToken } from "../../sandbox/kit/tokens.ts";
import { SANDBOX_BODY_BYTES_MAX } from "../../sandbox/limits.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Stored } from "./model.ts";
import { known } from "./model.ts";
import { type Category, countRequest } from "./rates.ts";
import { constraint, missingScope, UNAUTHENTICATED } from "./refusal.ts";
import { type Settings, settingsOf } from "./settings.ts";

/** A call of the API with whose it is. */
export interface Asked {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly settings: Settings;
  readonly account: Stored<"account">;
  readonly scopes: readonly string[];
  /** Of the path; all are digits. */
  readonly ids: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

export interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below `/v5`. */
  readonly path: string;
  readonly category: Category;
  readonly scopes: readonly string[];
  /** Absent: 200. */
  readonly status?: 201 | 204;
  answer(asked: Asked): Promise<unknown>;
}

/** Mounts a call that needs a token. Pictures come within JSON, so bodies may be as large as files. */
export function mountCall(scope: FastifyInstance, world: SandboxWorld, call: Call): void {
  scope.route({
    method: call.method,
    url: `/v5${call.path}`,
    bodyLimit: SANDBOX_BODY_BYTES_MAX,
    handler: async (request, reply) => {
      const answer = await call.answer(await readAsked(world, { request, reply, call }));
      return reply.status(call.status ?? 200).send(answer);
    },
  });
}

export function requireScopes({ scopes }: Pick<Asked, "scopes">, ...names: readonly string[]): void {
  if (names.some((name) => !scopes.includes(name))) throw missingScope();
}

interface Received {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly call: Call;
}

async function readAsked(world: SandboxWorld, { request, reply, call }: Received): Promise<Asked> {
  const outcome = await checkToken(world, request, bearerIn(request) ?? "");
  if (outcome.kind !== "valid") throw new Refusal(UNAUTHENTICATED);
  const { client_id: clientId, person_id: accountId } = outcome.token;
  const settings = await settingsOf(world);
  countRequest(world, reply, { accountId, clientId, category: call.category, settings });
  requireScopes(outcome, ...call.scopes);
  return {
    world,
    request,
    settings,
    account: await known(world, "account", accountId),
    scopes: outcome.scopes,
    ids: idsIn(request.params),
    query: queryIn(request),
  };
}

function idsIn(params: unknown): Record<string, string> {
  const entries = Object.entries(typeof params === "object" && params !== null ? params : {});
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (!/^\d+$/.test(String(value))) throw constraint(name, "pattern=^\\d+$");
      return [name, String(value)];
    }),
  );
}
