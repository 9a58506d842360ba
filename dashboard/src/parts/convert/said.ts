import type { Converted } from "./convert.ts";
import { words } from "./words.ts";

/** What a file was made into, in a sentence, with the name of its type by now. */
export function saidOf(name: string, became: Exclude<Converted["became"], "same">, type: string): string {
  return became === "picture" ? words.picture({ name, type }) : words[became]({ name });
}
