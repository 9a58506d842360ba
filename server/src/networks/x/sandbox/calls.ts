import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import { bearerIn } from "../../sandbox/kit/requests.ts";
import { checkToken } from "../../sandbox/kit/tokens.ts";
import { SANDBOX_BODY_BYTES_MAX } from "../../sandbox/limits.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { requireFunds } from "./billing.ts";
import type { Stored } from "./model.ts";
import { insert, known } from "./model.ts";
import { RATES, type RateName, type RateState, rateHeaders } from "./rates.ts";
import { forbidden, tooManyRequests, UNAUTHORIZED } from "./refusals.ts";
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
  readonly method: "GET" | "POST";
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

const WINDOW_SECONDS = 900;
const DAY_SECONDS = 86_400;

/** Counts a call and returns the headers about it; throws if the limit is reached. Windows are fixed: a new one begins with a whole allowance. */
export async function countCall(
  world: SandboxWorld,
  settings: Settings,
  call: { readonly rate: RateName; readonly accountId: string },
): Promise<Readonly<Record<string, string>>> {
  const total = settings.rates[call.rate] ?? RATES[call.rate];
  const short = await use(world, { name: `${call.rate} ${call.accountId}`, total, seconds: WINDOW_SECONDS });
  const ofDay = settings.posts_per_day === null || call.rate !== "create" ? null : settings.posts_per_day;
  const daily = ofDay === null ? null : await use(world, { name: `day ${call.accountId}`, total: ofDay, seconds: DAY_SECONDS });
  const headers = { ...rateHeaders(short), ...(daily === null ? {} : dailyHeaders(daily)) };
  if (short.isExceeded || daily?.isExceeded) throw new Refusal(tooManyRequests(headers));
  return headers;
}

/** Products have seen them; the vendor's pages do not have them. */
function dailyHeaders({ total, remaining, resetSeconds }: RateState) {
  return {
    "x-user-limit-24hour-limit": String(total),
    "x-user-limit-24hour-remaining": String(remaining),
    "x-user-limit-24hour-reset": String(resetSeconds),
  };
}

async function use(
  world: SandboxWorld,
  { name, total, seconds }: { readonly name: string; readonly total: number; readonly seconds: number },
): Promise<RateState & { readonly isExceeded: boolean }> {
  const window = Math.floor(toEpochMilliseconds(world.now()) / 1000 / seconds);
  const id = `${name} ${window}`;
  await insert(world, "rate", id, { used: 0 });
  const used = (await world.objects.increment("rate", id, "used")) ?? 1;
  return { total, remaining: Math.max(0, total - used), resetSeconds: (window + 1) * seconds, isExceeded: used > total };
}
