import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { FaultKind } from "@rostrum/contract/private/sandbox.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { setFault } from "../../faults.ts";
import { memoryObjects } from "../../memory.ts";
import { mountSandbox } from "../../mount.ts";
import type { SandboxNetwork, SandboxObjects, SandboxWorld } from "../../network.ts";

const START = toInstant("2026-11-21T09:00:00Z");

/** One network over HTTP with a clock that tests move. */
export interface Ground extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly world: SandboxWorld;
  /** Where the service is, without `/sandbox`. */
  readonly origin: string;
  pass(seconds: number): void;
  fault(kind: FaultKind, fields?: { readonly seconds?: number; readonly count?: number }): Promise<void>;
}

interface GroundOptions {
  /** May have hooks, and routes of the service such as media. */
  readonly app: FastifyInstance;
  readonly network: SandboxNetwork;
  /** Networks beside it whose hosts are reached, too. */
  readonly others?: readonly SandboxNetwork[];
  /** Where each network keeps its objects; in memory without it. */
  readonly objects?: (slug: string, now: () => Instant) => SandboxObjects;
  /** The time before it is moved; it stands still without it. */
  readonly clock?: () => Instant;
}

/** `prepare` may add routes of the service, such as media. */
export function openGround(network: SandboxNetwork, prepare: (app: FastifyInstance) => void = () => {}): Promise<Ground> {
  const app = Fastify();
  prepare(app);
  return openGroundOf({ app, network });
}

export async function openGroundOf({ app, network, others = [], objects, clock }: GroundOptions): Promise<Ground> {
  let passedSeconds = 0;
  const now = () => addSeconds(clock?.() ?? START, passedSeconds);
  // Routes are created before the server listens, but the port is known only afterwards.
  const at = { origin: "" };
  const worlds = new Map<string, SandboxWorld>();
  const worldOf = (slug: string): SandboxWorld => worlds.getOrInsertComputed(slug, () => newWorld(slug));
  const newWorld = (slug: string): SandboxWorld => ({
    now,
    objects: objects?.(slug, now) ?? memoryObjects(now),
    get baseUrl() {
      return `${at.origin}/sandbox/${slug}`;
    },
    neighbour: worldOf,
  });
  const world = worldOf(network.slug);
  await mountSandbox(app, {
    networks: [network, ...others],
    world: ({ slug }) => worldOf(slug),
    onError: (error) => console.error(error),
  });
  at.origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    app,
    world,
    origin: at.origin,
    pass(seconds) {
      passedSeconds += seconds;
    },
    async fault(kind, fields = {}) {
      await setFault(world, { network: network.slug, kind, requests: "posts", seed: 1, ...fields });
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}

/** A network with nothing but these routes; its calls are uploads. */
export function plainNetwork(routes: SandboxNetwork["routes"]): SandboxNetwork {
  return {
    type: "X",
    slug: "plain",
    application: { clientId: "sandbox", clientSecret: "sandbox-secret" },
    routes,
    account: async () => ({ credentials: {} }),
    feed: async () => [],
    react: async () => {},
    faults: { supports: [], purpose: ({ path }) => (path.startsWith("/api/") ? "upload" : null), refusal: () => null },
  };
}
