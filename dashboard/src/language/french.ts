import type { Messages } from "@rostrum/contract/words.ts";
import { french as parts } from "../parts/words.fr.ts";
import { french as shell } from "../shell/words.fr.ts";

/** All words of the dashboard in French, by the name that `wordsOf` was given. */
export const french: Readonly<Record<string, Messages>> = {
  parts,
  shell,
};
