import type { CommandRow } from "@rostrum/contract/commands.ts";
import file from "./commands.json" with { type: "json" };

/**
 * All commands, from the file that `npm run openapi` writes: reading it costs a millisecond, making the rows from the table
 * a tenth of a second, for its schemas have to be built. `rows.test.ts` holds the file against the table.
 */
export const commandRows: readonly CommandRow[] = rowsIn(file);

/** The file is written from values of this type; inferred from JSON, words would be any text. */
function rowsIn(written: unknown): readonly CommandRow[] {
  return written as readonly CommandRow[];
}
