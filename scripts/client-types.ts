import { writeFile } from "node:fs/promises";
import { type OperationName, operationRows } from "@rostrum/contract/operations.ts";
import { clientTypes } from "./client-types/client.ts";

export const CLIENT_TYPES_FILE = new URL("../contract/src/client/api.ts", import.meta.url);

/** The text of the committed file: the types of the package `rostrum-client`, with the table's descriptions. */
export function clientTypesText(rows: ReturnType<typeof operationRows> = operationRows()): string {
  return clientTypes<OperationName>(rows);
}

if (import.meta.main) await writeFile(CLIENT_TYPES_FILE, clientTypesText());
