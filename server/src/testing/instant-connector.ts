import { CHANNEL_TYPES, type ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { textLength } from "@rostrum/contract/preflight-text.ts";
import type { Connectors } from "../app.ts";
import type { Connector } from "../networks/connectors/connector.ts";

/**
 * A connector without a platform: it accepts what the platform's facts allow, immediately and in-process. For tests that simulate
 * a year, where HTTP would dominate the run time.
 */
export function instantConnector(type: ChannelType): Connector {
  const { text, textAlone } = platforms[type];
  let made = 0;
  const publish: Connector["publish"] = async (post) => {
    if (!textAlone && post.media.length === 0) return { kind: "unsuitable", reason: `${type} takes no text alone.` };
    const length = Math.max(...post.segments.map((segment) => textLength(segment, text.unit)));
    if (length > text.max) return { kind: "rejected", reason: `The text has ${length} characters.` };
    return { kind: "published", remoteId: post.key, url: null };
  };
  return {
    type,
    connect: async () => {
      made += 1;
      return { kind: "connected", remoteId: `${type} ${made}`, handle: `@${made}`, credentials: {}, settings: {} };
    },
    publish,
    // A post has one id for its key, however often it is published.
    find: publish,
  };
}

/** One for each channel type. */
export function instantConnectors(): Connectors {
  return Object.fromEntries(CHANNEL_TYPES.map((type) => [type, instantConnector(type)]));
}
