import type { Preference, PreferenceValues } from "@rostrum/contract/preferences.ts";

const UNSAID = "auto";

/** As networks spell them, by ISO 639-1. */
const CODES =
  "ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv ms nl no pl pt ro ru sk sl sq sr sv sw th tr uk ur vi zh".split(
    " ",
  );

/** In which language posts are, for networks that want to know: they sort, translate and read posts aloud by it. */
export const LANGUAGE: Preference = {
  kind: "choice",
  name: "language",
  label: "Language of posts",
  hint: "The network shows posts to people who read that language, and offers the others a translation.",
  options: [
    { value: UNSAID, label: "As the network has it for the account" },
    ...CODES.map((code) => ({ value: code, label: ownName(code) })).toSorted((one, other) => one.label.localeCompare(other.label)),
  ],
  preset: UNSAID,
  presetIsUnsaid: true,
  perPost: true,
};

/** The code to send along; null: nothing is said. */
export function languageOf({ language }: PreferenceValues): string | null {
  return typeof language === "string" && language !== UNSAID ? language : null;
}

/** What a language calls itself, as a heading. */
function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
