import { z } from "zod";
import { deprecationWords } from "../deprecation.ts";
import type { Operation } from "../operation.ts";
import { type OperationName, operationRows } from "../operations.ts";
import { parametersOf, toolWords } from "./input.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
import { schemaWithTimes } from "./moments.ts";
import { PROBLEM_FIELDS, ToolPagination } from "./result.ts";
import type { ObjectSchema, Tool, ToolHints } from "./tool.ts";

/** One tool per row with a tool name, in table order. */
export const tools: readonly Tool[] = operationRows().flatMap(([operation, row]) =>
  row.tool === undefined ? [] : [toolOf(row.tool, operation, row)],
);

const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]));

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}

/**
 * The tools as a server lists them. What their results look like is left out: agents read the whole list in every session, results explain
 * themselves, and clients do without.
 */
export const listedTools = tools.map(({ name, title, description, inputSchema, annotations }) => ({
  name,
  title,
  description,
  inputSchema,
  annotations: { title, ...annotations },
}));

/** The tool of a row. */
export function toolOf(name: string, operation: OperationName, row: Operation): Tool {
  const ended = row.deprecated && deprecationWords(row.deprecated);
  return {
    name,
    operation,
    row,
    title: row.summary,
    description: [ended, row.toolDescription ?? row.description, row.advice].filter((part) => part !== undefined).join(" "),
    annotations: hintsOf(row),
    inputSchema: inputSchemaOf(row),
    outputSchema: outputSchemaOf(row),
  };
}

/**
 * PATCH and DELETE leave the same state when they are called twice. Both are called destructive, which in the protocol means that they
 * do more than add: a post that leaves its queue loses its place.
 */
function hintsOf({ method, reachesOut }: Operation): ToolHints {
  return {
    readOnlyHint: method === "GET",
    destructiveHint: method === "DELETE" || method === "PATCH",
    idempotentHint: method !== "POST",
    openWorldHint: reachesOut === true,
  };
}

function inputSchemaOf(row: Operation): ObjectSchema {
  const schema = jsonSchemaOf(parametersOf(row), "input");
  const properties = Object.entries(schema.properties as Readonly<Record<string, JsonSchema>>).map(([name, { description, ...field }]) => [
    name,
    typeof description === "string" ? { ...field, description: toolWords(row, description) } : field,
  ]);
  return { ...schema, type: "object", properties: Object.fromEntries(properties) };
}

/** Results leave out characters that nobody sees, so that a text of nothing else becomes empty: clients would refuse the whole result for it. */
function withoutShortest(schema: JsonSchema): JsonSchema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]) => (name === "minLength" && typeof part === "number" ? [] : [[name, inner(part)]])),
    );
  };
  return inner(schema) as JsonSchema;
}

/** One schema for success and refusal, which the tests hold results against. */
function outputSchemaOf(row: Operation): ObjectSchema {
  const data = withoutShortest(schemaWithTimes(jsonSchemaOf(row.data, "output")));
  return {
    type: "object",
    properties: {
      status: { type: "string", enum: ["success", "error"], description: "`success`: see `data`; `error`: see `message` and `next`." },
      data,
      ...(row.paginated ? { pagination: jsonSchemaOf(ToolPagination, "output") } : {}),
      ...(jsonSchemaOf(z.object(PROBLEM_FIELDS), "output").properties as JsonSchema),
    },
    required: ["status"],
    anyOf: [{ required: row.paginated ? ["data", "pagination"] : ["data"] }, { required: ["message", "next"] }],
  };
}
