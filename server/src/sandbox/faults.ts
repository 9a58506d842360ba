import type { Instant } from "@rostrum/contract/formats.ts";
import { FAULT_KINDS, Fault, type FaultKind, type NewFault } from "@rostrum/contract/private/sandbox.ts";
import type { FastifyRequest } from "fastify";
import { chanceOf } from "./chance.ts";
import type { SandboxNetwork, SandboxPurpose, SandboxRefusal, SandboxRefusalKind, SandboxRequest, SandboxWorld } from "./network.ts";

/** Faults lie among the network's objects, by their kind: the counters outlive the service, and all processes share them. */
const OBJECT_KIND = "_fault";

const SECONDS_DEFAULT: Readonly<Partial<Record<FaultKind, number>>> = { "refuse-429": 60, "refuse-503": 60, slow: 5, processing: 30 };

/** Puts a fault in the place of the network's older one of the same kind; it counts from the start. */
export async function setFault(world: SandboxWorld, wanted: NewFault): Promise<Fault> {
  const { seconds = SECONDS_DEFAULT[wanted.kind] ?? 0, percent = null, ...rest } = wanted;
  const count = percent === null ? (wanted.count ?? 1) : null;
  const fault: Fault = { ...rest, seconds, count, percent, seen: 0, struck: 0 };
  await world.objects.put(OBJECT_KIND, fault.kind, { ...fault });
  return fault;
}

/** In the order in which they are looked at. */
export async function listFaults(world: SandboxWorld): Promise<Fault[]> {
  const faults = (await world.objects.list(OBJECT_KIND)).map(({ document }) => Fault.parse(document));
  return faults.sort((a, b) => FAULT_KINDS.indexOf(a.kind) - FAULT_KINDS.indexOf(b.kind));
}

/** Takes one kind away, or all, and answers how many there were. */
export async function clearFaults(world: SandboxWorld, kind: FaultKind | null): Promise<number> {
  const gone = (await listFaults(world)).filter((fault) => kind === null || fault.kind === kind);
  for (const fault of gone) await world.objects.delete(OBJECT_KIND, fault.kind);
  return gone.length;
}

/** The first fault that strikes a request with this purpose. Each one that is asked counts the request, whether it strikes or not. */
export async function strikingFault(world: SandboxWorld, purpose: SandboxPurpose): Promise<Fault | null> {
  for (const fault of await listFaults(world)) {
    if (!concerns(fault, purpose) || isUsedUp(fault)) continue;
    const draw = await world.objects.increment(OBJECT_KIND, fault.kind, "seen");
    if (draw === null || !strikes(fault, draw)) continue;
    await world.objects.increment(OBJECT_KIND, fault.kind, "struck");
    return fault;
  }
  return null;
}

export function isUsedUp(fault: Fault): boolean {
  return fault.count !== null && fault.seen >= fault.count;
}

/** Whether the network's platform has what this kind stands for. */
export function isPossible(network: SandboxNetwork, kind: FaultKind, now: Instant): boolean {
  if (kind === "duplicate") return refusalOf(network, "duplicate", { now, seconds: 0 }) !== null;
  return kind !== "processing" || network.faults?.processing === true;
}

export function purposeOf(network: SandboxNetwork, request: SandboxRequest): SandboxPurpose | null {
  if (network.faults !== undefined) return network.faults.purpose(request);
  return request.method === "GET" || request.method === "HEAD" ? null : "post";
}

/**
 * The platform's refusal with the standard's `Retry-After`, which all of them send, or a plain one; null where the platform
 * has none. While a platform is away its front end answers for it, in no form of the platform's.
 */
export function refusalOf(
  network: SandboxNetwork,
  kind: SandboxRefusalKind | "away",
  facts: { readonly now: Instant; readonly seconds: number },
): SandboxRefusal | null {
  if (kind === "away") return { status: 503, headers: { "retry-after": String(facts.seconds) }, body: "Service Unavailable" };
  const own = network.faults === undefined ? PLAIN[kind] : network.faults.refusal(kind, facts);
  if (own === null || kind !== "rate") return own;
  return { ...own, headers: { "retry-after": String(facts.seconds), ...own.headers } };
}

/** For how long a fault keeps what this request uploads in processing; null without one. */
export function processingSecondsOf(request: FastifyRequest): number | null {
  return processing.get(request) ?? null;
}

export function keepInProcessing(request: FastifyRequest, seconds: number): void {
  processing.set(request, seconds);
}

const processing = new WeakMap<FastifyRequest, number>();

const PLAIN: Readonly<Record<SandboxRefusalKind, SandboxRefusal | null>> = {
  rate: { status: 429, body: { error: "Too many requests" } },
  broken: { status: 500, body: { error: "Internal error" } },
  revoked: { status: 401, body: { error: "The token is invalid" } },
  duplicate: null,
};

function concerns(fault: Fault, purpose: SandboxPurpose): boolean {
  if (fault.kind === "processing") return purpose === "upload";
  return fault.requests === "all" || purpose === "post";
}

function strikes(fault: Fault, draw: number): boolean {
  return fault.count === null ? chanceOf(fault.seed, draw) * 100 < (fault.percent ?? 0) : draw <= fault.count;
}
