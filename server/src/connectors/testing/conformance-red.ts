import type { ChannelType } from "@rostrum/contract/channels.ts";

const AWAY = "a network that is away for most of an hour, then back";
const TURNED_AWAY =
  "what a front end turned away (503) is taken for a call that may have arrived, so that after two of them a person has to look. No page of the vendor says that such answers come before anything is done.";
const UNTOLD = "while YouTube refuses to begin an upload, the entry says that the video is being processed.";

/** Rules that a network does not keep yet, and why: by network, then by the rule's name. */
export const RED: Readonly<Partial<Record<ChannelType, Readonly<Record<string, string>>>>> = {
  Facebook: { [AWAY]: TURNED_AWAY },
  "Google Business": { [AWAY]: TURNED_AWAY },
  Pinterest: { [AWAY]: TURNED_AWAY },
  X: { [AWAY]: TURNED_AWAY },
  YouTube: { [AWAY]: UNTOLD, "calls that are refused for most of an hour, then taken": UNTOLD },
};
