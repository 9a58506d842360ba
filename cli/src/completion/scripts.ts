import type { Command } from "commander";

export type Shell = "bash" | "zsh" | "fish";

export function completionFor(shell: Shell, program: Command): string {
  return `${shell} ${program.name()}`;
}
