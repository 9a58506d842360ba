import type { Command } from "commander";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { placesOf } from "./tree.ts";
import { zshScript } from "./zsh.ts";

export type Shell = "bash" | "zsh" | "fish";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** A self-contained completion script: the program is not started to complete a word. */
export function completionFor(shell: Shell, program: Command): string {
  return SCRIPTS[shell](program.name(), placesOf(program));
}
