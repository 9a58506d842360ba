import { CHANNEL_TYPES, type ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { textLength } from "@rostrum/contract/preflight-text.ts";
import type { Connectors } from "../app.ts";
import type { Connector } from "../connectors/connector.ts";

/**
 * A connector without a platform behind it: it takes what the platform's facts allow, at once and inside the process. For
 * tests that play a year through, where the way over HTTP would be all they measure.
 */
export function instantConnector(type: ChannelType): Connector {
  const { text, textAlone } = platforms[type];
  let made = 0;
  return {
    type,
    repeatSafeSeconds: () => Number.POSITIVE_INFINITY,
    connect: async () => {
      made += 1;
      return { kind: "connected", remoteId: `${type} ${made}`, handle: `@${made}`, credentials: {}, settings: {} };
    },
    publish: async (post) => {
      if (!textAlone && post.media.length === 0) return { kind: "unsuitable", reason: `${type} takes no text alone.` };
      const length = Math.max(...post.segments.map((segment) => textLength(segment, text.unit)));
      if (length > text.max) return { kind: "rejected", reason: `The text has ${length} characters.` };
      return { kind: "published", remoteId: post.key, url: null };
    },
  };
}

/** One for each channel type. */
export function instantConnectors(): Connectors {
  return Object.fromEntries(CHANNEL_TYPES.map((type) => [type, instantConnector(type)]));
}
