import type { Account, OutgoingMedia } from "../../../connectors/connector.ts";
import type { Json } from "../../../connectors/json.ts";
import { connected } from "../../../connectors/testing/call.ts";
import { openNetwork, type TestNetwork } from "../../../connectors/testing/network.ts";
import type { SandboxReaction } from "../../../sandbox/network.ts";
import { threadsSandbox } from "../../sandbox/index.ts";
import { threads } from "../index.ts";

/** A Threads network, and a profile on it that the connector is connected to. */
export interface Stage extends TestNetwork {
  readonly account: Account;
  /** For files of posts: where the network fetches them. */
  readonly file: Pick<OutgoingMedia, "url">;
  readonly film: Pick<OutgoingMedia, "url">;
  /** How the network behaves: see `settings.ts` of the sandbox network. */
  settings(values: Readonly<Record<string, Json>>): Promise<void>;
  react(postId: string, reaction: SandboxReaction): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const network = await openNetwork(threadsSandbox);
  const { world, files } = network;
  const [file, film] = [await files.image({ name: "croissant.jpg" }), files.video()];
  return {
    ...network,
    file: { url: file.url },
    film: { url: film.url },
    account: await connected(threads, network.credentials, network.call()),
    settings: (values) => world.objects.put("settings", "server", values),
    react: (postId, reaction) => threadsSandbox.react(world, postId, reaction),
  };
}
