import { createHash } from "node:crypto";
import { printLocal } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import { type GoogleCaller, googleCaller, requireOneScope } from "../../sandbox/google/caller.ts";
import { GoogleRefusal } from "../../sandbox/google/refusals.ts";
import { queryIn } from "../../sandbox/kit/requests.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, insert, type Stored } from "./model.ts";
import { apiDisabled, bucketEmpty, FORBIDDEN, missingParameter, quotaExceeded, refusal, signupRequired, unknownPart } from "./refusals.ts";
import { type Settings, settingsOf } from "./settings.ts";

/** A call of the API with whose it is. */
export interface Asked {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly settings: Settings;
  readonly caller: GoogleCaller;
  /** Null if the Google account has none. */
  readonly channel: Stored<"account"> | null;
  readonly query: URLSearchParams;
}

export interface Call {
  readonly method: "GET" | "POST";
  /** As Google's description has it, such as `videos.list`. */
  readonly name: string;
  /** Below the network's address; the last is that of the guides. */
  readonly paths: readonly string[];
  readonly scopes: readonly string[];
  /** Null if the call counts what it costs itself. */
  readonly cost: Cost | null;
  answer(asked: Asked, reply: FastifyReply): Promise<unknown>;
}

/** A call with one address that costs so many units. */
export function costing(units: 1 | 50, method: Call["method"], name: string): Pick<Call, "method" | "name" | "paths" | "cost"> {
  return { method, name, paths: [`/youtube/v3/${name.split(".")[0]}`], cost: { bucket: "units", units } };
}

/** Mounts a call that needs a token. */
export function mountCall(scope: FastifyInstance, world: SandboxWorld, call: Call): void {
  for (const url of call.paths) {
    scope.route({
      method: call.method,
      url,
      handler: async (request, reply) => call.answer(await readAsked(world, request, call), reply),
    });
  }
}

/** The caller's channel; throws if there is none. */
export function requireChannel({ channel }: Pick<Asked, "channel">): Stored<"account"> {
  if (channel === null) throw signupRequired();
  return channel;
}

/** Throws what this call was set to be refused with. */
export function refuseIfSet({ refusals }: Settings, name: string): void {
  const set = refusals[name];
  if (set !== undefined) throw refusal(set);
}

/** The value of a parameter that may be repeated or hold several with commas. */
export function valuesOf(query: URLSearchParams, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((value) => value.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

/** What an answer shall have; throws if that is left out, or is none of these. */
export function partsOf({ query }: Pick<Asked, "query">, allowed: readonly string[]): string[] {
  const parts = valuesOf(query, "part");
  if (parts.length === 0) throw missingParameter("part");
  const unknown = parts.find((part) => !allowed.includes(part));
  if (unknown !== undefined) throw unknownPart(unknown);
  return [...new Set(parts)];
}

/** A resource with its kind, its etag and those parts that were asked for. */
export function resource(
  head: { readonly kind: string; readonly id: string },
  parts: readonly string[],
  all: Readonly<Record<string, () => unknown>>,
): Record<string, unknown> {
  const shown = parts.filter((part) => part !== "id").map((part) => [part, all[part]?.()] as const);
  const fields = Object.fromEntries(shown.filter(([, value]) => value !== undefined));
  return { kind: head.kind, etag: etagOf(fields), id: head.id, ...fields };
}

export function etagOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 27);
}

async function readAsked(world: SandboxWorld, request: FastifyRequest, call: Call): Promise<Asked> {
  const settings = await settingsOf(world);
  const caller = await googleCaller(world, request);
  if (!settings.api_enabled) throw apiDisabled();
  requireOneScope(caller, call.scopes);
  if (call.cost !== null) await spend(world, request, { clientId: caller.clientId, cost: call.cost, settings });
  requireOpen(settings);
  refuseIfSet(settings, call.name);
  return {
    world,
    request,
    settings,
    caller,
    channel: await find(world, "account", caller.personId),
    query: queryIn(request),
  };
}

function requireOpen({ account_state: state }: Settings): void {
  if (state === "open") return;
  const reason = state === "closed" ? "authenticatedUserAccountClosed" : "authenticatedUserAccountSuspended";
  throw new GoogleRefusal({
    ...FORBIDDEN,
    message: `The YouTube account of the authenticated user is ${state}.`,
    reason: { reason, domain: "youtube.common", location: "Authorization", locationType: "header" },
  });
}

/** What calls cost, from buckets that each application has for a day. */
export type Cost =
  | { readonly bucket: "units"; readonly units: 1 | 50 }
  | { readonly bucket: "uploads" }
  | { readonly bucket: "batchStats" };

interface Spending {
  readonly clientId: string;
  readonly cost: Cost;
  readonly settings: Settings;
}

const METRICS = { uploads: "Video Uploads", batchStats: "Batch Get Stats" } as const;
const ZONE = "America/Los_Angeles";

/** Counts a call, refused or not, and throws if its bucket is empty. */
export async function spend(world: SandboxWorld, request: FastifyRequest, { clientId, cost, settings }: Spending): Promise<void> {
  const { bucket } = cost;
  const id = `${clientId} ${bucket} ${printLocal(world.now(), ZONE).slice(0, 10)}`;
  await insert(world, "usage", id, { ones: 0, fifties: 0 });
  await world.objects.increment("usage", id, cost.bucket === "units" && cost.units === 50 ? "fifties" : "ones");
  const usage = await find(world, "usage", id);
  const used = (usage?.ones ?? 0) + 50 * (usage?.fifties ?? 0);
  const isEmpty = used > totalOf(bucket, settings) || faultOn(request, "quota") !== null;
  if (isEmpty) throw bucket === "units" ? quotaExceeded() : bucketEmpty(METRICS[bucket]);
}

function totalOf(bucket: Cost["bucket"], { units_a_day, uploads_a_day, batch_stats_a_day }: Settings): number {
  return { units: units_a_day, uploads: uploads_a_day, batchStats: batch_stats_a_day }[bucket];
}
