import { catalogOf, type Language } from "@rostrum/contract/words.ts";
import { tell } from "../../ground/sentences/tell.ts";
import { german } from "./words.de.ts";
import { english } from "./words.en.ts";
import { french } from "./words.fr.ts";

/** What people read while they connect channels. What networks say stays as it is. */
export const wordsOf = catalogOf(english, { de: german, fr: french });
export type Words = ReturnType<typeof wordsOf>;

/** Why something was not done, in whatever language the reader has. */
export interface Refused {
  readonly kind: "refused";
  readonly reason: (language: Language) => string;
}

export function refused(reason: (words: Words["refused"]) => string): Refused {
  return { kind: "refused", reason: (language) => reason(wordsOf(language).refused) };
}

/** What a connector gives as the reason, in English. */
export function refusedThere(reason: string): Refused {
  return { kind: "refused", reason: (language) => tell(language, reason) };
}
