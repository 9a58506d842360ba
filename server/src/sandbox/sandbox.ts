import type { FastifyInstance } from "fastify";
import type { KnownPosts } from "./duplicates.ts";
import type { SandboxNetwork, SandboxWorld } from "./network.ts";

/** All that a mounted sandbox needs. */
export interface Sandbox {
  readonly networks: readonly SandboxNetwork[];
  /** The ground of one network; its `baseUrl` ends in `/sandbox/<slug>` and leads here. */
  world(network: SandboxNetwork): SandboxWorld;
  /** What the service has published itself, so that repeats on purpose count as no duplicates; absent: nothing. */
  readonly known?: KnownPosts;
  /** Who may come; to be hung on the scope that holds pages and networks. Absent: everybody. */
  readonly guard?: (scope: FastifyInstance) => void;
  /** Hears of what a network answers with 500: a mistake of ours, never a refusal. */
  readonly onError?: (error: unknown) => void;
}
