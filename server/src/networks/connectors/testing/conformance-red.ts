import type { ChannelType } from "@rostrum/contract/channels.ts";

/** Rules that a network does not keep yet, and why: by network, then by the rule's name. */
export const RED: Readonly<Partial<Record<ChannelType, Readonly<Record<string, string>>>>> = {};
