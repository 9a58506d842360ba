import type { FastifyInstance } from "fastify";
import type { KnownPosts } from "./duplicates.ts";
import type { SandboxNetwork, SandboxWorld } from "./network.ts";

/** Everything a mounted sandbox needs. */
export interface Sandbox {
  readonly networks: readonly SandboxNetwork[];
  /** The world of one network; its `baseUrl` ends in `/sandbox/<slug>` and leads here. */
  world(network: SandboxNetwork): SandboxWorld;
  /** Finds posts the service published itself, so that deliberate repeats do not count as duplicates. Absent: none. */
  readonly known?: KnownPosts;
  /** Restricts access to the scope of the pages and networks. Absent: everyone may use them. */
  readonly guard?: (scope: FastifyInstance) => void;
  /** Called for errors a network answers with 500: a bug of ours, never a refusal. */
  readonly onError?: (error: unknown) => void;
}
