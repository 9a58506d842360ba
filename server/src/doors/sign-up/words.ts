import { catalogOf } from "@rostrum/contract/words.ts";
import { german } from "./words.de.ts";
import { english } from "./words.en.ts";
import { french } from "./words.fr.ts";

/** What people read who cannot sign in yet, or not any more. */
export const wordsOf = catalogOf(english, { de: german, fr: french });
