import { catalogOf } from "@rostrum/contract/words.ts";
import { german } from "./words.de.ts";
import { english } from "./words.en.ts";
import { french } from "./words.fr.ts";

/** What the sign-in says. */
export const wordsOf = catalogOf(english, { de: german, fr: french });
