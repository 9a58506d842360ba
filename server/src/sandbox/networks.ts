import type { Instant } from "@rostrum/contract/formats.ts";
import type { Database } from "../database/connect.ts";
import { blueskySandbox } from "./bluesky/index.ts";
import { mastodonSandbox } from "./mastodon/index.ts";
import type { SandboxNetwork, SandboxWorld } from "./network.ts";
import { sandboxObjects } from "./objects.ts";
import { socialMediaSandbox } from "./social-media/index.ts";

/** Every local network, in the order of the page that lists them. */
export const sandboxNetworks: readonly SandboxNetwork[] = [mastodonSandbox, blueskySandbox, socialMediaSandbox];

/** The ground below a network of this service. `sandboxUrl` is where the connectors reach `/sandbox`, without a final slash. */
export function sandboxWorld(network: SandboxNetwork, ground: { db: Database; now: () => Instant; sandboxUrl: string }): SandboxWorld {
  return {
    now: ground.now,
    baseUrl: `${ground.sandboxUrl}/${network.slug}`,
    objects: sandboxObjects({ db: ground.db, network: network.slug, now: ground.now }),
  };
}
