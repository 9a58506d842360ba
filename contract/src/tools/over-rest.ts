import type { Failure } from "../client/types.ts";
import { camelCase } from "../operation.ts";
import { toolWords } from "./input.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Why } from "./result.ts";
import type { Tool } from "./tool.ts";

/** Why a tool call over the REST API failed, in the tools' own names. */
export function whyOf({ row }: Tool, { status, problem }: Failure): Why {
  switch (problem.kind) {
    case "fields": {
      const inQuery = new Set(Object.keys(row.query?.shape ?? {}));
      const fields = Object.entries(problem.errors).map(([field, sentences]) => [
        inQuery.has(camelCase(field)) ? camelCase(field) : field,
        sentences.map((sentence) => toolWords(row, sentence)),
      ]);
      return { kind: "fields", fields: Object.fromEntries(fields) };
    }
    case "domain":
      return { kind: "domain", status: status ?? 500, key: Object.keys(problem.errors)[0] ?? "server", message: problem.message };
    case "limit":
      return { kind: "limit", message: problem.message, seconds: problem.waitSeconds === null ? null : Math.ceil(problem.waitSeconds) };
    default:
      return { kind: "trouble", message: problem.message };
  }
}

/** Whether the tool's results have times but do not contain their own zone. */
export function needsZone({ row, outputSchema }: Tool): boolean {
  const { data } = outputSchema.properties as { readonly data?: JsonSchema };
  return row.foreignBrand !== undefined && hasTimesWithoutZone(data);
}

function hasTimesWithoutZone(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const properties = "properties" in schema ? (schema.properties as JsonSchema) : {};
  if ("timezone" in properties) return false;
  return "times" in properties || Object.values(schema).some(hasTimesWithoutZone);
}
