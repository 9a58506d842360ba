import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { applicationsAt } from "@rostrum/contract/platforms.ts";
import type { NetworkDirectory } from "../../app.ts";
import type { Database } from "../../ground/database/connect.ts";
import { blueskySandbox } from "../bluesky/sandbox/index.ts";
import { facebookSandboxWith } from "../facebook/sandbox/index.ts";
import { googleBusinessSandbox } from "../google-business/sandbox/index.ts";
import { instagramGuest } from "../instagram/sandbox/guest.ts";
import { instagramSandbox } from "../instagram/sandbox/index.ts";
import { linkedinSandbox } from "../linkedin/sandbox/index.ts";
import { mastodonSandbox } from "../mastodon/sandbox/index.ts";
import { pinterestSandbox } from "../pinterest/sandbox/index.ts";
import { telegramSandbox } from "../telegram/sandbox/index.ts";
import { threadsSandbox } from "../threads/sandbox/index.ts";
import { tiktokSandbox } from "../tiktok/sandbox/index.ts";
import { xSandbox } from "../x/sandbox/index.ts";
import { youtubeSandbox } from "../youtube/sandbox/index.ts";
import { knownPosts } from "./known-posts.ts";
import type { SandboxNetwork, SandboxWorld } from "./network.ts";
import { sandboxObjects } from "./objects.ts";
import type { Sandbox } from "./sandbox.ts";
import { socialMediaSandbox } from "./social-media/index.ts";

/** Every local network, in the order of the overview page. */
export const sandboxNetworks: readonly SandboxNetwork[] = [
  facebookSandboxWith(instagramGuest),
  instagramSandbox,
  threadsSandbox,
  linkedinSandbox,
  googleBusinessSandbox,
  youtubeSandbox,
  pinterestSandbox,
  tiktokSandbox,
  xSandbox,
  mastodonSandbox,
  blueskySandbox,
  telegramSandbox,
  socialMediaSandbox,
];

/** All networks on one database, as `mountSandbox` takes them. */
export function sandboxOn(ground: SandboxGround): Sandbox {
  return { networks: sandboxNetworks, world: (network) => sandboxWorld(network, ground), known: knownPosts(ground.db) };
}

/** The sandbox networks as connecting knows them. */
export function sandboxDirectory(ground: SandboxGround): NetworkDirectory {
  const networkOf = (type: ChannelType) => sandboxNetworks.find((network) => network.type === type);
  return {
    async sandboxCredentials({ type, name }) {
      const network = networkOf(type);
      return network === undefined ? null : (await network.account(name, sandboxWorld(network, ground))).credentials;
    },
    hasSandbox: (type) => networkOf(type) !== undefined,
    sandboxApplication: (name) => sandboxNetworks.find(({ type }) => applicationsAt(type).includes(name))?.application ?? null,
  };
}

export interface SandboxGround {
  readonly db: Database;
  readonly now: () => Instant;
  /** Where the connectors reach `/sandbox`, without a trailing slash. */
  readonly sandboxUrl: string;
}

/** The world of one of this service's networks. */
export function sandboxWorld({ slug }: Pick<SandboxNetwork, "slug">, ground: SandboxGround): SandboxWorld {
  return {
    now: ground.now,
    baseUrl: `${ground.sandboxUrl}/${slug}`,
    objects: sandboxObjects({ db: ground.db, network: slug, now: ground.now }),
    neighbour: (slug) => sandboxWorld({ slug }, ground),
  };
}
