import { eventually } from "../../../../testing/eventually.ts";
import type { Account } from "../../../connectors/connector.ts";
import type { Json } from "../../../connectors/json.ts";
import { connected } from "../../../connectors/testing/call.ts";
import { type NetworkOptions, openNetwork, type TestNetwork } from "../../../connectors/testing/network.ts";
import { mastodonSandbox } from "../../sandbox/index.ts";
import { mastodon } from "../index.ts";

/** A Mastodon network, and an account on it that the connector is connected to. */
export interface Stage extends TestNetwork {
  readonly account: Account;
  /** Settings of the instance, read by the connector when it connects. */
  settings(values: Record<string, Json>): Promise<void>;
  reconnect(): Promise<Account>;
  /** Statuses of the account, oldest first, as the API shows them. */
  statuses(): Promise<Status[]>;
}

export interface Status {
  readonly language: string;
  readonly id: string;
  readonly url: string;
  readonly content: string;
  readonly visibility: string;
  readonly in_reply_to_id: string | null;
  readonly media_attachments: readonly {
    readonly type: string;
    readonly description: string | null;
    readonly preview_url: string | null;
  }[];
  readonly poll: { readonly options: readonly { readonly title: string }[]; readonly expires_at: string } | null;
}

export async function openStage(options: NetworkOptions = {}): Promise<Stage> {
  const network = await openNetwork(mastodonSandbox, options);
  const { world, baseUrl, credentials } = network;
  const reconnect = () => connected(mastodon, credentials, network.call());
  return {
    ...network,
    reconnect,
    account: await reconnect(),
    settings: (values) => world.objects.put("settings", "instance", values),
    async statuses() {
      const account = await reconnect();
      const id = account.remoteId.split("/").at(-1);
      const headers = { authorization: `Bearer ${credentials.accessToken}` };
      const reply = await fetch(`${baseUrl}/api/v1/accounts/${id}/statuses?limit=40`, { headers });
      return statusesOf(await reply.json()).toReversed();
    },
  };
}

/** The one place where the test trusts the shape of the network's response. */
function statusesOf(body: unknown): readonly Status[] {
  return body as readonly Status[];
}

/** Until the state of an uploaded file has been asked for, once more than before this. */
export async function stateAsked({ exchanges }: Stage): Promise<void> {
  const asked = () => exchanges.filter(({ request }) => request.method === "GET" && /\/api\/v1\/media\//.test(request.url)).length;
  const before = asked();
  await eventually("the state of a file is asked for", () => asked() > before);
}
