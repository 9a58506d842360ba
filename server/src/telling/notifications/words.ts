import { catalogOf } from "@rostrum/contract/words.ts";
import { german } from "./words.de.ts";
import { english } from "./words.en.ts";
import { french } from "./words.fr.ts";

/** What people are told of their brands, by mail and in chats, and how they stop it. */
export const wordsOf = catalogOf(english, { de: german, fr: french });
