import { toInstant } from "@rostrum/contract/formats.ts";
import type { Account, OutgoingPost } from "../../../connectors/connector.ts";
import { connected } from "../../../connectors/testing/call.ts";
import { type Exchange, type NetworkOptions, openNetwork, type TestNetwork } from "../../../connectors/testing/network.ts";
import { aPost as aTextPost } from "../../../connectors/testing/posts.ts";
import { facebookSandboxWith } from "../../../facebook/sandbox/index.ts";
import type { SandboxWorld } from "../../../sandbox/network.ts";
import { instagramGuest } from "../../sandbox/guest.ts";
import { instagramSandbox } from "../../sandbox/index.ts";
import { instagram } from "../index.ts";

/** An Instagram network, and an account on it that the connector is connected to. */
export interface Stage extends TestNetwork {
  readonly facebook: SandboxWorld;
  readonly account: Account;
  readonly accessToken: string;
  settings(values: Record<string, unknown>): Promise<void>;
  changeAccount(values: Record<string, unknown>): Promise<void>;
  /** The requests so far that match. */
  requests(method: string, path: RegExp): Exchange[];
}

export async function openStage(options: Pick<NetworkOptions, "objects"> = {}): Promise<Stage> {
  // On its host accounts are reached that are linked with a Page.
  const others = [facebookSandboxWith(instagramGuest)];
  const network = await openNetwork(instagramSandbox, { ...options, others, startsAt: toInstant("2026-11-21T09:00:00Z") });
  const { world, exchanges } = network;
  const { accessToken = "" } = network.credentials;
  return {
    ...network,
    facebook: world.neighbour("facebook"),
    accessToken,
    account: await connected(instagram, { accessToken }, network.call()),
    settings: (values) => world.objects.put("settings", "instagram", values),
    async changeAccount(values) {
      const [account] = await world.objects.list("account", { where: { username: "corner_bakery" } });
      if (account !== undefined) await world.objects.put("account", account.id, { ...account.document, ...values });
    },
    requests: (method, path) =>
      exchanges.filter(({ request }) => request.method === method && path.test(request.url.slice(request.url.indexOf("/sandbox/")))),
  };
}

/** A picture's post by default. */
export function aPost(fields: Partial<OutgoingPost>): OutgoingPost {
  return aTextPost({ type: "IMAGE", ...fields });
}

/** Meta's envelope. */
export function refusal(code: number, subcode?: number, message = "Refused"): { readonly error: Record<string, unknown> } {
  return {
    error: { message, type: "OAuthException", code, ...(subcode === undefined ? {} : { error_subcode: subcode }), fbtrace_id: "A1" },
  };
}
