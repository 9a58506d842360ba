import { catalogOf } from "@rostrum/contract/words.ts";
import { german } from "./words.de.ts";
import { english } from "./words.en.ts";
import { french } from "./words.fr.ts";

/** The words around all pages, and of those that say that there is none. */
export const wordsOf = catalogOf(english, { de: german, fr: french });
