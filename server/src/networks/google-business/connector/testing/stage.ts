import { toInstant } from "@rostrum/contract/formats.ts";
import type { Account, OutgoingMedia, OutgoingPost } from "../../../connectors/connector.ts";
import type { Json } from "../../../connectors/json.ts";
import { connected } from "../../../connectors/testing/call.ts";
import { type Delivery, deliverBy, type Kill } from "../../../connectors/testing/delivery.ts";
import { openNetwork, type TestNetwork } from "../../../connectors/testing/network.ts";
import { googleBusinessSandbox } from "../../sandbox/index.ts";
import { googleBusiness } from "../index.ts";

type PictureFields = Partial<OutgoingMedia> & { readonly width?: number; readonly height?: number };

/** Google, and a location on it that the connector is connected to by pasted tokens. */
export interface Stage extends TestNetwork {
  readonly account: Account;
  /** How the network behaves: see `settings.ts` of the sandbox network. */
  settings(values: Readonly<Record<string, Json>>): Promise<void>;
  /** A picture that Google takes. */
  picture(fields?: PictureFields): Promise<OutgoingMedia>;
  /** A file of the service that is no picture. */
  file(mime: string): OutgoingMedia;
  /** Calls the API about the location as the person, as if by hand. */
  byHand(method: string, path: string, body?: Json): Promise<Readonly<Record<string, unknown>>>;
}

export const CREATE = { method: "POST", path: /\/v4\/accounts\/\w+\/locations\/\w+\/localPosts$/ } as const;
export const LIST = { method: "GET", path: /\/localPosts\?/ } as const;
export const READ = { method: "GET", path: /\/localPosts\/[^/?]+$/ } as const;
export const PHOTO = { method: "POST", path: /\/v4\/accounts\/\w+\/locations\/\w+\/media$/ } as const;

export async function openStage(): Promise<Stage> {
  const network = await openNetwork(googleBusinessSandbox, { startsAt: toInstant("2026-11-21T09:00:00Z") });
  const account = await connected(googleBusiness, network.credentials, network.call());
  network.exchanges.length = 0;
  return {
    ...network,
    account,
    settings: (values) => network.world.objects.put("settings", "google-business", values),
    async picture(fields = {}) {
      const picture = await network.files.image({ grain: 30, ...fields });
      // As the service makes a picture ready that is not the one of the post.
      const image = async () => ({ bytes: await (await picture.file()).bytes(), mime: "image/jpeg", width: 640, height: 640 });
      return { ...picture, image, ...fields };
    },
    file: (mime) => ({ ...network.files.video(), name: `file.${mime.split("/")[1]}`, mime }),
    async byHand(method, path, body) {
      const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      const headers = { ...json.headers, authorization: `Bearer ${network.credentials.accessToken}` };
      const reply = await fetch(`${network.baseUrl}/v4/${account.remoteId}${path}`, { method, ...json, headers });
      const answer: Readonly<Record<string, unknown>> = JSON.parse(await reply.text());
      return answer;
    },
  };
}

export function deliver(stage: Stage, post: OutgoingPost, kill?: Kill): Delivery {
  return deliverBy(googleBusiness, post, { ...stage, kill });
}

/** The requests of this kind, as their JSON, in order. */
export function sent({ exchanges }: Stage, { method, path }: { readonly method: string; readonly path: RegExp }) {
  return exchanges
    .filter(({ request }) => request.method === method && path.test(request.url))
    .map(({ request: { body } }): Readonly<Record<string, unknown>> => (typeof body === "string" ? JSON.parse(body) : {}));
}
