import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import { faultOn } from "../faults.ts";
import { GoogleRefusal } from "../google/refusals.ts";
import type { SandboxWorld } from "../network.ts";
import { exhausted } from "./refusals.ts";

const MINUTE_MILLISECONDS = 60_000;

export interface Counted {
  /** Of what: a service's requests by an application, or a location's edits. */
  readonly key: string;
  readonly limit: number;
  /** As Google's message names it. */
  readonly name: string;
  readonly service: string;
}

interface Window {
  readonly endsAt: number;
  used: number;
}

const windowsOf = new WeakMap<SandboxWorld, Map<string, Window>>();

/** Counts within the minute by the clock, in this process; throws above the limit, and always with the fault `quota`. */
export function count(world: SandboxWorld, request: FastifyRequest, { key, limit, name, service }: Counted): void {
  const windows = windowsOf.getOrInsertComputed(world, () => new Map<string, Window>());
  const now = toEpochMilliseconds(world.now());
  for (const [old, { endsAt }] of windows) if (endsAt <= now) windows.delete(old);
  const endsAt = now - (now % MINUTE_MILLISECONDS) + MINUTE_MILLISECONDS;
  const window = windows.getOrInsertComputed(key, () => ({ endsAt, used: 0 }));
  window.used += 1;
  if (window.used > limit || faultOn(request, "quota") !== null) throw new GoogleRefusal(exhausted(service, name));
}
