import type { FastifyRequest } from "fastify";
import type { GraphGuest } from "../../sandbox/meta/guest.ts";
import type { GraphCall } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Caller } from "./access.ts";

/** A call on an object of this network by somebody whose token is good. */
export interface Visit {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly call: GraphCall;
  readonly caller: Caller;
  readonly guest: GraphGuest | null;
  /** Of the object; `me` is replaced. */
  readonly id: string;
  /** The version in the path, for addresses in responses. */
  readonly version: string;
}

/** The address of the call, for links to further pages. */
export function addressOf(world: SandboxWorld, request: FastifyRequest): string {
  const mount = new URL(world.baseUrl).pathname;
  return world.baseUrl + request.url.slice(request.url.indexOf(mount) + mount.length);
}
