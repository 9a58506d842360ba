import { writeFile } from "node:fs/promises";
import { openApiDocument } from "@rostrum/contract/openapi.ts";
import { stringify } from "yaml";

export const OPENAPI_FILE = new URL("../openapi/openapi-v1.2.0.yaml", import.meta.url);

/** The text of the committed document: the table as OpenAPI, in a stable order. */
export function openApiYaml(): string {
  // Unquoted, YAML 1.1 parsers read 17:30 as the number 1050 and a timestamp as a date.
  return stringify(openApiDocument(), { lineWidth: 0, aliasDuplicateObjects: false, compat: "yaml-1.1" });
}

if (import.meta.main) await writeFile(OPENAPI_FILE, openApiYaml());
