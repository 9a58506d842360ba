import { type Messages, type Words, wordsIn } from "@rostrum/contract/words.ts";
import { locale, translationOf } from "./language.ts";

/** The English words that have been read so far, by name: for the test that compares the translations with them. */
export const catalogs = new Map<string, Messages>();

/**
 * The words of a page or part, in the page's language. The name is that of its folder; under the same name its translations stand in
 * `german.ts` and `french.ts`.
 */
export function wordsOf<const E extends Messages>(name: string, english: E): Words<E> {
  catalogs.set(name, english);
  return wordsIn(english, translationOf(name), locale);
}
