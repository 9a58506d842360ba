import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { countDuplicates } from "./duplicates.ts";
import { clearFaults, isPossible, listFaults, setFault } from "./faults.ts";
import { knownPosts } from "./known-posts.ts";
import type { SandboxNetwork, SandboxWorld } from "./network.ts";

/** How many of a network's newest posts are checked for duplicates. */
const POSTS_READ_MAX = 10_000;

export async function setSandboxFault(app: App, { body }: PrivateInput<"setSandboxFault">): Promise<PrivateOutput<"setSandboxFault">> {
  const { network, world } = await groundOf(app, body.network);
  if (!isPossible(network, body.kind, app.clock.now())) refuse(422, "kind", `${network.type} does not support the fault ${body.kind}.`);
  return setFault(world, body);
}

export async function clearSandboxFaults(
  app: App,
  { network, kind }: PrivateInput<"clearSandboxFaults">,
): Promise<PrivateOutput<"clearSandboxFaults">> {
  const grounds = await groundsOf(app, network);
  const counts = await Promise.all(grounds.map(({ world }) => clearFaults(world, kind ?? null)));
  return { cleared: counts.reduce((sum, count) => sum + count, 0) };
}

export async function listSandboxFaults(
  app: App,
  { network }: PrivateInput<"listSandboxFaults">,
): Promise<PrivateOutput<"listSandboxFaults">> {
  const grounds = await groundsOf(app, network);
  return (await Promise.all(grounds.map(({ world }) => listFaults(world)))).flat();
}

export async function listSandboxDuplicates(
  app: App,
  { network }: PrivateInput<"listSandboxDuplicates">,
): Promise<PrivateOutput<"listSandboxDuplicates">> {
  const known = knownPosts(app.db);
  const grounds = await groundsOf(app, network);
  return Promise.all(
    grounds.map(async (ground) => {
      const feed = await ground.network.feed(ground.world, { limit: POSTS_READ_MAX });
      return { network: ground.network.slug, posts: feed.length, duplicates: await countDuplicates(feed, known) };
    }),
  );
}

interface Ground {
  readonly network: SandboxNetwork;
  readonly world: SandboxWorld;
}

async function groundOf(app: App, slug: string): Promise<Ground> {
  return (
    (await groundsOf(app)).find(({ network }) => network.slug === slug) ?? refuse(404, "network", `There is no sandbox network ${slug}.`)
  );
}

/** The network with this slug, or all without one. Where they are off, none of them is loaded. */
async function groundsOf(app: App, slug?: string): Promise<Ground[]> {
  const { db, clock, sandboxUrl } = app;
  if (sandboxUrl === null) refuse(422, "sandbox", "The sandbox networks are off. Set ROSTRUM_SANDBOX=1 to turn them on.");
  if (slug !== undefined) return [await groundOf(app, slug)];
  const { sandboxNetworks, sandboxWorld } = await import("./networks.ts");
  return sandboxNetworks.map((network) => ({ network, world: sandboxWorld(network, { db, now: () => clock.now(), sandboxUrl }) }));
}
