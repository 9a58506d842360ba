import { writeFile } from "node:fs/promises";
import { commandRows } from "@rostrum/contract/commands.ts";

export const COMMANDS_FILE = new URL("../cli/src/commands.json", import.meta.url);

/** The text of the committed file: one command per line, for small diffs. */
export function commandsJson(): string {
  return `[\n${commandRows()
    .map((row) => JSON.stringify(row))
    .join(",\n")}\n]\n`;
}

if (import.meta.main) await writeFile(COMMANDS_FILE, commandsJson());
