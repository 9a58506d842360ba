import type { AccountPreferences, Preference, PreferenceValues } from "@rostrum/contract/preferences.ts";
import type { Creator } from "./creator.ts";

export const EVERYONE = "PUBLIC_TO_EVERYONE";
export const ONLY_ME = "SELF_ONLY";

/**
 * What TikTok wants people to decide themselves, without a value that is set already:
 * https://developers.tiktok.com/doc/content-sharing-guidelines (2026-11).
 */
export const PREFERENCES: readonly Preference[] = [
  {
    kind: "choice",
    name: "privacy",
    label: "Who may see posts",
    hint: "By posting, you agree to TikTok's Music Usage Confirmation: https://www.tiktok.com/legal/page/global/music-usage-confirmation/en.",
    options: [
      { value: EVERYONE, label: "Everyone" },
      { value: "MUTUAL_FOLLOW_FRIENDS", label: "Friends: followers whom the account follows back" },
      { value: "FOLLOWER_OF_CREATOR", label: "Followers" },
      { value: ONLY_ME, label: "Only the account itself" },
    ],
    preset: null,
    perPost: true,
  },
  { kind: "switch", name: "allowComments", label: "Allow comments", preset: false, perPost: true },
  { kind: "switch", name: "allowDuet", label: "Allow duets with videos", preset: false, perPost: true },
  { kind: "switch", name: "allowStitch", label: "Allow stitches of videos", preset: false, perPost: true },
  {
    kind: "switch",
    name: "yourBrand",
    label: "Posts promote your own brand",
    hint: "TikTok labels them as promotional content.",
    preset: false,
    perPost: true,
  },
  {
    kind: "switch",
    name: "brandedContent",
    label: "Posts promote another brand for pay",
    hint: "TikTok labels them as a paid partnership, and others have to be able to see them. By posting, you also agree to TikTok's Branded Content Policy: https://www.tiktok.com/legal/page/global/bc-policy/en.",
    preset: false,
    perPost: true,
  },
];

/** Why only the account itself may see what an application publishes that TikTok has not audited. */
export const UNAUDITED =
  "TikTok has not audited the application of this service yet: until then, only the account itself may see what is published, and it has to be set to private in the TikTok app.";

/** What the account lets people choose; null without the permission to publish: then nothing of it concerns the account. */
export function accountPreferences(creator: Creator | null, isAudited: boolean): AccountPreferences {
  if (creator === null) return Object.fromEntries(PREFERENCES.map(({ name }) => [name, null]));
  const { comments, duets, stitches } = creator.disables;
  const without = (isDisabled: boolean, what: string) =>
    isDisabled ? { problem: `The account has ${what} switched off in the TikTok app.` } : {};
  return {
    privacy: {
      options: creator.audiences.map((value) => ({ value, ...(isAudited || value === ONLY_ME ? {} : { problem: UNAUDITED }) })),
    },
    allowComments: without(comments, "comments"),
    allowDuet: without(duets, "duets"),
    allowStitch: without(stitches, "stitches"),
  };
}

/** What a person decided about a post. */
export interface Decisions {
  readonly privacy: string | null;
  readonly comments: boolean;
  readonly duets: boolean;
  readonly stitches: boolean;
  readonly yourBrand: boolean;
  readonly brandedContent: boolean;
}

export function decisionsIn(values: PreferenceValues): Decisions {
  const { privacy, allowComments, allowDuet, allowStitch, yourBrand, brandedContent } = values;
  return {
    privacy: typeof privacy === "string" ? privacy : null,
    comments: allowComments === true,
    duets: allowDuet === true,
    stitches: allowStitch === true,
    yourBrand: yourBrand === true,
    brandedContent: brandedContent === true,
  };
}
