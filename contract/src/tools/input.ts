import { z } from "zod";
import { type Decoded, decode } from "../decode.ts";
import type { Problem } from "../errors.ts";
import { type Operation, snakeCase } from "../operation.ts";
import { ToolUpload } from "./upload.ts";

/** Arguments as a client sent them. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The ids of the operation's path, decoded and validated. Comes first, because they determine which gates apply. */
export function decodePath(row: Operation, given: Arguments): Decoded<Readonly<Record<string, unknown>>> {
  return decode(row.params ?? NOTHING, pick(row.params, given), "camelCase");
}

/** The fields of the operation's query and body, flat as in tools, decoded into the operation's own input. */
export function decodeFields(row: Operation, given: Arguments): Decoded<Readonly<Record<string, unknown>>> {
  const query = row.query === undefined ? NONE : decode(row.query, pick(row.query, given), "camelCase");
  if ("problem" in query) return { problem: inToolWords(row, query.problem) };
  if (row.body === undefined) return query;
  const body = decode(row.body, given, "camelCase");
  return "problem" in body ? body : { value: { ...query.value, body: body.value } };
}

export function decodeUpload(given: Arguments): Decoded<ToolUpload> {
  return decode(ToolUpload, given, "camelCase");
}

/** All parameters of the operation's tool as one object. Cross-field checks stay with the parts. */
export function parametersOf(row: Operation): z.ZodObject {
  const body = row.upload ? ToolUpload : row.body;
  const parts = [row.params, row.query, body].filter((part) => part instanceof z.ZodObject);
  return z.object(Object.assign({}, ...parts.map(({ shape }) => shape)));
}

/** Translates a problem to the tools' names: query messages say `created_from`, tools `createdFrom`. */
export function inToolWords(row: Operation, problem: Problem): Problem {
  if (problem.kind !== "fields") return problem;
  const fields = Object.entries(problem.fields).map(([field, sentences]) => [
    toolWords(row, field),
    sentences.map((sentence) => toolWords(row, sentence)),
  ]);
  return { kind: "fields", fields: Object.fromEntries(fields) };
}

/** Rewrites text about the operation's query to the tools' spelling. */
export function toolWords(row: Operation, text: string): string {
  const spelled = Object.keys(row.query?.shape ?? {}).filter((name) => snakeCase(name) !== name);
  return spelled.reduce((words, name) => words.replaceAll(new RegExp(`\\b${snakeCase(name)}\\b`, "g"), name), text);
}

const NOTHING = z.object({});
const NONE = { value: {} };

function pick(schema: z.ZodObject | undefined, given: Arguments): Arguments {
  return Object.fromEntries(Object.keys(schema?.shape ?? {}).flatMap((name) => (name in given ? [[name, given[name]]] : [])));
}
