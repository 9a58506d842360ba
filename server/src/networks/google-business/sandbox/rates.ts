import type { FastifyRequest } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import { GoogleRefusal } from "../../sandbox/google/refusals.ts";
import { countInWindow } from "../../sandbox/kit/windows.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { exhausted } from "./refusals.ts";

export interface Counted {
  /** Of what: a service's requests by an application, or a location's edits. */
  readonly key: string;
  readonly limit: number;
  /** As Google's message names it. */
  readonly name: string;
  readonly service: string;
}

/** Counts within the minute by the clock, in this process; throws above the limit, and always with the fault `quota`. */
export function count(world: SandboxWorld, request: FastifyRequest, { key, limit, name, service }: Counted): void {
  const { used } = countInWindow(world, { key, seconds: 60 });
  if (used > limit || faultOn(request, "quota") !== null) throw new GoogleRefusal(exhausted(service, name));
}
