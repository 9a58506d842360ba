import { writeFile } from "node:fs/promises";
import { openApiDocument } from "@rostrum/contract/openapi.ts";
import { stringify } from "yaml";

export const OPENAPI_FILE = new URL("../openapi/openapi-v1.2.0.yaml", import.meta.url);

/** The text of the committed document: the table as OpenAPI, in an order that only a change of the table changes. */
export function openApiYaml(): string {
  // Unquoted, YAML 1.1 readers take 17:30 for the number 1050 and a timestamp for a date.
  return stringify(openApiDocument(), { lineWidth: 0, aliasDuplicateObjects: false, compat: "yaml-1.1" });
}

if (import.meta.main) await writeFile(OPENAPI_FILE, openApiYaml());
