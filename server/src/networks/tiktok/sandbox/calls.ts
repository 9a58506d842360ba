import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import { bearerIn, queryIn } from "../../sandbox/kit/requests.ts";
import { checkToken } from "../../sandbox/kit/tokens.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { known, type Stored } from "./model.ts";
import { errorIn, invalidParams, NOT_AUTHORIZED, newLogId, RATE_EXCEEDED, TOKEN_INVALID } from "./refusals.ts";
import { type Settings, settingsOf } from "./settings.ts";

declare global {
  interface JSON {
    /** Node has it; TypeScript's libraries do not know it yet. https://github.com/tc39/proposal-json-parse-with-source */
    rawJSON(text: string): object;
  }
}

/** A call of the API with whose it is. */
export interface Asked {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly settings: Settings;
  readonly account: Stored<"account">;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly rate: RateName;
  /** One of them is enough. */
  readonly scopes: readonly string[];
  /** Errors with these codes come with 200. */
  readonly codesWith200?: readonly string[];
  /** The data of the answer; a bigint becomes a number with all its digits. */
  run(asked: Asked): Promise<Readonly<Record<string, unknown>>>;
}

/** All paths end with a slash. */
export function mountCalls(scope: FastifyInstance, world: SandboxWorld, calls: readonly Call[]): void {
  for (const call of calls) {
    scope.route({
      method: call.method,
      url: call.path,
      handler: async (request, reply) => {
        const settings = await settingsOf(world);
        const asked = await readAsked(world, request, { call, settings });
        const outcome = await call.run(asked).catch((error: unknown) => refusedWith200(error, { call, settings }));
        const body = { data: outcome, error: { code: "ok", message: "", log_id: newLogId(world.now()) } };
        const text = JSON.stringify(body, (_key, value) => (typeof value === "bigint" ? JSON.rawJSON(String(value)) : value));
        return reply.type("application/json; charset=utf-8").send(text);
      },
    });
  }
}

/** The JSON body of a call. Unknown fields are ignored. */
export function readBody<Schema extends z.ZodType>({ request }: Pick<Asked, "request">, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(request.body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidParams(`The request is malformed: ${issue?.path.join(".") || "body"}: ${issue?.message ?? "is wrong"}`);
}

/** The fields that a call asks for in its address. */
export function readFields({ request }: Pick<Asked, "request">, known: readonly string[]): string[] {
  const fields = (queryIn(request).get("fields") ?? "").split(",").filter((name) => name !== "");
  if (fields.length === 0) throw invalidParams("Fields is required.");
  const unknown = fields.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalidParams(`Unknown fields: ${unknown.join(", ")}.`);
  return fields;
}

export function requireScope({ scopes }: Pick<Asked, "scopes">, scope: string): void {
  if (!scopes.includes(scope)) throw new Refusal(NOT_AUTHORIZED);
}

async function readAsked(
  world: SandboxWorld,
  request: FastifyRequest,
  { call, settings }: { readonly call: Call; readonly settings: Settings },
): Promise<Asked> {
  const token = bearerIn(request) ?? "";
  const outcome = await checkToken(world, request, token);
  if (outcome.kind !== "valid") throw new Refusal(TOKEN_INVALID);
  const { client_id: clientId, person_id: accountId } = outcome.token;
  const { scopes } = outcome;
  if (!call.scopes.some((scope) => scopes.includes(scope))) throw new Refusal(NOT_AUTHORIZED);
  countCall(world, { rate: call.rate, token, settings });
  return { world, request, settings, account: await known(world, "account", accountId), clientId, scopes };
}

/** Throws what a call is refused with, also what it answers with 200 although it is an error; then it has the data of a success. */
function refusedWith200(error: unknown, { call, settings }: { readonly call: Call; readonly settings: Settings }): never {
  const { code = "" } = error instanceof Refusal ? errorIn(error.answer) : {};
  if (!(error instanceof Refusal) || !settings.errors_with_200 || call.codesWith200?.includes(code) !== true) throw error;
  throw new Refusal({ status: 200, body: { data: {}, error: errorIn(error.answer) } });
}

/**
 * Calls per token and minute, in a sliding window. https://developers.tiktok.com/doc/content-posting-api-reference-direct-post and
 * https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit (2026-11)
 */
export const DOCUMENTED_RATES = { init: 6, creator_info: 20, status: 30, user: 600, list: 600, query: 600 } as const;
export type RateName = keyof typeof DOCUMENTED_RATES;

/** Unless the settings say otherwise: rounds of tests publish more in a minute than a creator would. */
const GENEROUS_FACTOR = 100;
const WINDOW_MILLISECONDS = 60_000;

const callsOf = new WeakMap<SandboxWorld, Map<string, number[]>>();

/** Counts a call, in this process alone, and refuses it above the limit. Refused calls do not count. */
export function countCall(
  world: SandboxWorld,
  { rate, token, settings }: { readonly rate: RateName; readonly token: string; readonly settings: Settings },
): void {
  const limit = settings.rates[rate] ?? DOCUMENTED_RATES[rate] * GENEROUS_FACTOR;
  const calls = callsOf.getOrInsertComputed(world, () => new Map<string, number[]>());
  const now = toEpochMilliseconds(world.now());
  const recent = (calls.get(`${rate} ${token}`) ?? []).filter((at) => at > now - WINDOW_MILLISECONDS);
  if (recent.length >= limit) throw new Refusal(RATE_EXCEEDED);
  calls.set(`${rate} ${token}`, [...recent, now]);
}
