import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import type { Connectors } from "../app.ts";
import type { Connector, OutgoingPost } from "../networks/connectors/connector.ts";

/** A post as a connector was given it. */
export interface KeptPost {
  readonly text: string;
  readonly media: readonly KeptMedium[];
}

export interface KeptMedium {
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly url: string;
  readonly bytes: Uint8Array;
}

/** Connectors of every type that accept anything immediately and record it. */
export function keepingConnectors(): { readonly connectors: Connectors; readonly kept: KeptPost[] } {
  const kept: KeptPost[] = [];
  let made = 0;
  const connector = (type: Connector["type"]): Connector => ({
    type,
    connect: async () => {
      made += 1;
      return { kind: "connected", remoteId: `${type} ${made}`, handle: `@${made}`, credentials: {}, settings: {} };
    },
    publish: async (post) => {
      kept.push(await keep(post));
      return { kind: "published", remoteId: post.key, url: null };
    },
    find: async (post) => ({ kind: "published", remoteId: post.key, url: null }),
  });
  return { connectors: Object.fromEntries(CHANNEL_TYPES.map((type) => [type, connector(type)])), kept };
}

async function keep({ text, media }: OutgoingPost): Promise<KeptPost> {
  const files: KeptMedium[] = [];
  for (const medium of media) {
    const { name, mime, sizeBytes, width, height } = medium;
    files.push({ name, mime, sizeBytes, width, height, url: medium.url(), bytes: await (await medium.file()).bytes() });
  }
  return { text, media: files };
}
