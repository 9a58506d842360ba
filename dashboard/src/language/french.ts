import type { Messages } from "@rostrum/contract/words.ts";
import { french as channels } from "../pages/channels/words.fr.ts";
import { french as welcome } from "../pages/welcome/words.fr.ts";
import { french as connecting } from "../parts/connecting/words.fr.ts";
import { french as parts } from "../parts/words.fr.ts";
import { french as shell } from "../shell/words.fr.ts";

/** All words of the dashboard in French, by the name that `wordsOf` was given. */
export const french: Readonly<Record<string, Messages>> = {
  channels,
  connecting,
  parts,
  shell,
  welcome,
};
