import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { countInWindow } from "../../sandbox/kit/quotas.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import { bearerIn, queryIn } from "../../sandbox/kit/requests.ts";
import { checkToken } from "../../sandbox/kit/tokens.ts";
import { SANDBOX_BODY_BYTES_MAX } from "../../sandbox/limits.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Stored } from "./model.ts";
import { known } from "./model.ts";
import { constraint, missingScope, TOO_MANY, UNAUTHENTICATED } from "./refusal.ts";
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

/** The JSON body of a call; refused with the first thing that is wrong. Unknown fields are ignored. */
export function readBody<Schema extends z.ZodType>({ request }: Pick<Asked, "request">, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(request.body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw constraint(issue?.path.join(".") || "body", issue?.message ?? "type=object");
}

/** Null for texts that are empty or left out. */
export function givenText(text: string | null | undefined): string | null {
  return text || null;
}

export function lengthOf(text: string, unit: Settings["length_unit"]): number {
  return unit === "utf-16" ? text.length : [...text].length;
}

/** What the vendor's description assigns to every call. */
export type Category = "org_read" | "org_write";

export interface Counted {
  readonly accountId: string;
  readonly clientId: string;
  readonly category: Category;
  readonly settings: Settings;
}

/**
 * Counts a request, sets the headers of the tightest limit, and throws code 8 above it. Windows start at round times and are kept
 * in this process. The headers' format is unverified: `100, 100;w=1, 1000;w=60`, and seconds until the reset.
 */
export function countRequest(world: SandboxWorld, reply: FastifyReply, counted: Counted): void {
  const now = toEpochMilliseconds(world.now());
  const limits = limitsOn(counted);
  const states = limits.map(({ key, limit, seconds }) => {
    const { used, resetAt } = countInWindow(world, { key, seconds });
    return { limit, remaining: limit - used, seconds: Math.ceil((resetAt - now) / 1000) };
  });
  const tightest = states.reduce((a, b) => (b.remaining < a.remaining ? b : a));
  reply.headers({
    "x-ratelimit-limit": [tightest.limit, ...limits.map(({ limit, seconds }) => `${limit};w=${seconds}`)].join(", "),
    "x-ratelimit-remaining": String(Math.max(0, tightest.remaining)),
    "x-ratelimit-reset": String(tightest.seconds),
  });
  if (tightest.remaining < 0) throw new Refusal(TOO_MANY);
}

function limitsOn({ accountId, clientId, category, settings }: Counted) {
  const perMinute = {
    org_read: settings.reads_per_minute,
    org_write: settings.writes_per_minute,
  };
  const user = [
    { key: `all ${accountId} ${clientId}`, limit: settings.requests_per_second, seconds: 1 },
    { key: `${category} ${accountId} ${clientId}`, limit: perMinute[category], seconds: 60 },
  ];
  return settings.trial ? [{ key: `trial ${clientId}`, limit: settings.trial_requests_per_day, seconds: 86_400 }] : user;
}
