import type { Preference } from "@rostrum/contract/preferences.ts";
import type { Connector } from "../../connectors/connector.ts";
import { LONG_VIDEO_SECONDS_MAX } from "./unverified.ts";

/** X does not tell every account's limits rightly, and tells them a day late. */
export const PREFERENCES: readonly Preference[] = [
  {
    kind: "choice",
    name: "longPosts",
    label: "Long posts",
    hint: "What X takes depends on what is paid for the account. It is asked every day; say it yourself if it does not tell.",
    options: [
      { value: "auto", label: "As X says of the account" },
      { value: "yes", label: "Yes: up to 25,000 characters, and long videos" },
      { value: "no", label: "No: 280 characters, and short videos" },
    ],
    preset: "auto",
    presetIsUnsaid: true,
    perPost: false,
  },
  {
    kind: "switch",
    name: "ownsApplication",
    label: "The account owns the application at X",
    hint: "Turn it on if the application was made at X with this account: reading its own posts then costs a fifth.",
    preset: false,
    presetIsUnsaid: true,
    perPost: false,
  },
];

/** The limits of an account that X lets write long posts, or of another. Where X does not say which it is, X decides about long videos. */
export function limitsOf(premium: boolean, isTold = true) {
  return { premium, videoSeconds: premium || !isTold ? LONG_VIDEO_SECONDS_MAX : null };
}

/** A person's word counts before X's. */
export const settingsUnder: NonNullable<Connector["settingsUnder"]> = (settings, { longPosts, ownsApplication }) => {
  const limits = longPosts === "yes" || longPosts === "no" ? limitsOf(longPosts === "yes") : {};
  return { ...Object(settings), ...limits, ...(ownsApplication === true ? { ownsApplication } : {}) };
};
