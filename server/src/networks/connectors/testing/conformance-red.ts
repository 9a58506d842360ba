import type { ChannelType } from "@rostrum/contract/channels.ts";

/** Rules that a network does not keep yet, and why: by network, then by the rule's name. */
export const RED: Readonly<Partial<Record<ChannelType, Readonly<Record<string, string>>>>> = {
  Threads: {
    "reads that are refused for most of a day": "what publishing an unready container does is not known",
  },
};
