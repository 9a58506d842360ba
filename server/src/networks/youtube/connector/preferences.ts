import type { Preference } from "@rostrum/contract/preferences.ts";
import { LANGUAGE } from "../../connectors/language.ts";

/** What every upload says: https://developers.google.com/youtube/v3/docs/videos#status (2026-11). */
export const PREFERENCES: readonly Preference[] = [
  {
    kind: "choice",
    name: "visibility",
    label: "Who may see videos",
    perPost: true,
    preset: "public",
    options: [
      { value: "public", label: "Everybody" },
      { value: "unlisted", label: "Everybody who has the link" },
      { value: "private", label: "Only you" },
    ],
  },
  {
    kind: "switch",
    name: "madeForKids",
    label: "Videos are made for kids",
    hint: "The law in some countries asks you to say so. Such videos have no comments.",
    perPost: true,
    preset: false,
  },
  LANGUAGE,
];
