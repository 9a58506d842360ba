import type { CommandRow } from "@rostrum/contract/commands.ts";
import file from "./commands.json" with { type: "json" };

/**
 * All commands, from the file that `npm run openapi` writes. Loading it takes a millisecond; deriving the rows from the table
 * takes 100 ms, since its schemas must be built. `rows.test.ts` checks the file against the table.
 */
export const commandRows: readonly CommandRow[] = rowsIn(file);

/** The file is written from values of this type, which TypeScript cannot infer from JSON. */
function rowsIn(written: unknown): readonly CommandRow[] {
  return written as readonly CommandRow[];
}
