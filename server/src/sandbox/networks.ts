import type { Instant } from "@rostrum/contract/formats.ts";
import type { Database } from "../database/connect.ts";
import { blueskySandbox } from "./bluesky/index.ts";
import { knownPosts } from "./known-posts.ts";
import { mastodonSandbox } from "./mastodon/index.ts";
import type { Sandbox } from "./mount.ts";
import type { SandboxNetwork, SandboxWorld } from "./network.ts";
import { sandboxObjects } from "./objects.ts";
import { socialMediaSandbox } from "./social-media/index.ts";
import { telegramSandbox } from "./telegram/index.ts";

/** Every local network, in the order of the page that lists them. */
export const sandboxNetworks: readonly SandboxNetwork[] = [mastodonSandbox, blueskySandbox, telegramSandbox, socialMediaSandbox];

/** All networks on one database, as `mountSandbox` takes them. */
export function sandboxOn(ground: SandboxGround): Sandbox {
  return { networks: sandboxNetworks, world: (network) => sandboxWorld(network, ground), known: knownPosts(ground.db) };
}

export interface SandboxGround {
  readonly db: Database;
  readonly now: () => Instant;
  /** Where the connectors reach `/sandbox`, without a final slash. */
  readonly sandboxUrl: string;
}

/** The ground below a network of this service. */
export function sandboxWorld(network: SandboxNetwork, ground: SandboxGround): SandboxWorld {
  return {
    now: ground.now,
    baseUrl: `${ground.sandboxUrl}/${network.slug}`,
    objects: sandboxObjects({ db: ground.db, network: network.slug, now: ground.now }),
  };
}
