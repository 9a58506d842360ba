import type { Instant } from "@rostrum/contract/formats.ts";
import { FAULT_KINDS, Fault, type FaultKind, LASTING_FAULTS, type NewFault } from "@rostrum/contract/private/sandbox.ts";
import type { FastifyRequest } from "fastify";
import { chanceOf } from "./chance.ts";
import type { SandboxNetwork, SandboxPurpose, SandboxRefusal, SandboxRefusalKind, SandboxRequest, SandboxWorld } from "./network.ts";

/** Faults are stored among the network's objects by kind, so that counters survive restarts and are shared by all processes. */
const OBJECT_KIND = "_fault";

const SECONDS_DEFAULT: Readonly<Partial<Record<FaultKind, number>>> = {
  "refuse-429": 60,
  "refuse-503": 60,
  slow: 5,
  processing: 30,
  "processing-fails": 30,
  "late-lists": 60,
};

/** Sets a fault, replacing the network's older one of the same kind; its counters start at zero. */
export async function setFault(world: SandboxWorld, wanted: NewFault): Promise<Fault> {
  const { seconds = SECONDS_DEFAULT[wanted.kind] ?? 0, percent = null, ...rest } = wanted;
  const count = percent === null && !LASTING_FAULTS.includes(wanted.kind) ? (wanted.count ?? 1) : null;
  const fault: Fault = { ...rest, seconds, count, percent, seen: 0, struck: 0 };
  // `serial` orders the fault among what the network issued: clocks of tests stand still.
  await world.objects.put(OBJECT_KIND, fault.kind, { ...fault, serial: Number(await world.objects.nextId()) });
  return fault;
}

/** In the order in which they are checked. */
export async function listFaults(world: SandboxWorld): Promise<Fault[]> {
  const faults = (await world.objects.list(OBJECT_KIND)).map(({ document }) => Fault.parse(document));
  return faults.sort((a, b) => FAULT_KINDS.indexOf(a.kind) - FAULT_KINDS.indexOf(b.kind));
}

/** Whether the fault was set after the network issued what has this serial number, a token or a grant. */
export async function isSetAfter(world: SandboxWorld, kind: FaultKind, serial: number): Promise<boolean> {
  const fault = await world.objects.get(OBJECT_KIND, kind);
  return fault !== null && Number(fault.document.serial) > serial;
}

/** Clears one kind, or all, and returns how many there were. */
export async function clearFaults(world: SandboxWorld, kind: FaultKind | null): Promise<number> {
  const gone = (await listFaults(world)).filter((fault) => kind === null || fault.kind === kind);
  for (const fault of gone) await world.objects.delete(OBJECT_KIND, fault.kind);
  return gone.length;
}

/**
 * The faults that strike a request with this purpose: the first of the one-off ones, and all lasting ones. Each fault that
 * is considered counts the request, whether it strikes or not.
 */
export async function strikingFaults(network: SandboxNetwork, world: SandboxWorld, purpose: SandboxPurpose): Promise<Striking> {
  let happening: Fault | null = null;
  const lasting: Fault[] = [];
  for (const fault of await listFaults(world)) {
    const isLasting = LASTING_FAULTS.includes(fault.kind);
    if (!concerns(network, fault, purpose) || isUsedUp(fault) || (!isLasting && happening !== null)) continue;
    const draw = await world.objects.increment(OBJECT_KIND, fault.kind, "seen");
    if (draw === null || !strikes(fault, draw)) continue;
    await world.objects.increment(OBJECT_KIND, fault.kind, "struck");
    if (isLasting) lasting.push(fault);
    else happening = fault;
  }
  return { happening, lasting };
}

export interface Striking {
  readonly happening: Fault | null;
  readonly lasting: readonly Fault[];
}

/** Whether the network is set to forget idempotency keys: it then identifies itself as other software. */
export async function forgetsKeys(world: SandboxWorld): Promise<boolean> {
  return (await world.objects.get(OBJECT_KIND, "ignore-keys")) !== null;
}

export function isUsedUp(fault: Fault): boolean {
  return fault.count !== null && fault.seen >= fault.count;
}

/** Whether the network's platform supports this kind of fault. */
export function isPossible(network: SandboxNetwork, kind: FaultKind, now: Instant): boolean {
  const refused = OWN_REFUSALS[kind];
  if (refused !== undefined) return refusalOf(network, refused, { now, seconds: 0 }) !== null;
  return !SPECIAL.includes(kind) || network.faults?.supports.includes(kind) === true;
}

/** Refusals that not every platform has. */
const OWN_REFUSALS: Readonly<Partial<Record<FaultKind, SandboxRefusalKind>>> = { duplicate: "duplicate", "lists-refused": "unread" };

/** What a network must apply itself. */
const SPECIAL: readonly FaultKind[] = [
  "processing",
  "processing-fails",
  "upload-lost",
  "container-ends",
  "ignore-keys",
  "late-lists",
  "token-ended",
  "access-revoked",
  "quota",
];

export function purposeOf(network: SandboxNetwork, request: SandboxRequest): SandboxPurpose | null {
  if (network.faults !== undefined) return network.faults.purpose(request);
  return request.method === "GET" || request.method === "HEAD" ? null : "post";
}

/**
 * The platform's refusal with the standard `Retry-After`, which all of them send, or a generic one; null if the platform has
 * none. While a platform is down its proxy responds, not in the platform's format.
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

/** The fault of this kind that strikes the request; null if none does. */
export function faultOn(request: FastifyRequest, kind: FaultKind): Fault | null {
  return striking.get(request)?.find((fault) => fault.kind === kind) ?? null;
}

export function strike(request: FastifyRequest, faults: readonly Fault[]): void {
  striking.set(request, faults);
}

const striking = new WeakMap<FastifyRequest, readonly Fault[]>();

/** For how long a fault keeps this request's upload processing; null without one. */
export function processingSecondsOf(request: FastifyRequest): number | null {
  return faultOn(request, "processing")?.seconds ?? null;
}

/** Whether this request is carried out even though its key was used before. */
export function ignoresKeys(request: FastifyRequest): boolean {
  return faultOn(request, "ignore-keys") !== null;
}

/** How many seconds the list that this request reads lags behind; 0 if it does not. */
export function listsLateSeconds(request: FastifyRequest): number {
  return faultOn(request, "late-lists")?.seconds ?? 0;
}

const PLAIN: Readonly<Record<SandboxRefusalKind, SandboxRefusal | null>> = {
  rate: { status: 429, body: { error: "Too many requests" } },
  broken: { status: 500, body: { error: "Internal error" } },
  revoked: { status: 401, body: { error: "The token is invalid" } },
  duplicate: null,
  unread: null,
};

/** The purposes that a fault of this kind concerns; the others go by their `requests`. */
const CONCERNED: Readonly<Partial<Record<FaultKind, readonly SandboxPurpose[]>>> = {
  "upload-lost": ["upload"],
  "container-ends": ["upload"],
  "ignore-keys": ["post"],
  "late-lists": ["list"],
  "lists-refused": ["list", "read"],
  "token-ended": ["post", "upload", "list", "read", "other"],
  "access-revoked": ["post", "upload", "list", "read", "other"],
  quota: ["post", "upload", "read", "other"],
};

const OF_PROCESSING: readonly FaultKind[] = ["processing", "processing-fails"];

function concerns({ faults }: SandboxNetwork, fault: Fault, purpose: SandboxPurpose): boolean {
  const concerned = OF_PROCESSING.includes(fault.kind) ? (faults?.processes ?? ["upload"]) : CONCERNED[fault.kind];
  return concerned === undefined ? fault.requests === "all" || purpose === "post" : concerned.includes(purpose);
}

function strikes(fault: Fault, draw: number): boolean {
  if (fault.percent !== null) return chanceOf(fault.seed, draw) * 100 < fault.percent;
  return fault.count === null || draw <= fault.count;
}
