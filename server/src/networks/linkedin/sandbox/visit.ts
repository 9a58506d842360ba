import type { FastifyReply, FastifyRequest } from "fastify";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Caller } from "./caller.ts";
import type { Settings } from "./settings.ts";

/** A call of the API by somebody who is known. */
export interface Visit {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly settings: Settings;
  /** As answers name it, such as `posts.CREATE.20260801`. */
  readonly resource: string;
  /** With a day; null for calls outside `/rest`. */
  readonly version: string | null;
  /** From the path: a URN or an id. */
  readonly key: string;
}
