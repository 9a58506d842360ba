import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { parsedJson } from "../../sandbox/kit/requests.ts";
import { readParts } from "../../sandbox/parts.ts";
import { badRequest } from "./refusal.ts";

/** A request's parameters, from any source, and its uploads by field name. */
export interface Fields {
  readonly values: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, { readonly name: string; readonly bytes: Uint8Array }>>;
}

/** Reads query, JSON, form and multipart alike, as the Bot API does. */
export async function readFields(request: FastifyRequest): Promise<Fields> {
  const values: Record<string, unknown> = Object.create(null);
  const files: Record<string, { name: string; bytes: Uint8Array }> = Object.create(null);
  Object.assign(values, request.query);
  if (request.isMultipart()) {
    for (const part of await readParts(request)) {
      if (part.kind === "file") files[part.name] = { name: part.fileName, bytes: part.bytes };
      else values[part.name] = part.value;
    }
  } else if (typeof request.body === "object" && request.body !== null) {
    Object.assign(values, request.body);
  }
  return { values, files };
}

/** Parses the parameters a method knows; others are ignored, as by the real server. */
export function parse<T extends z.ZodType>(form: T, { values }: Fields): z.output<T> {
  const result = form.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw badRequest(`can't parse parameter "${issue?.path.join(".") ?? ""}"`);
}

/** Forms and queries send everything as text. */
export const Whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);
export const Flag = z.union([
  z.boolean(),
  z.enum(["true", "True", "1"]).transform(() => true),
  z.enum(["false", "False", "0", ""]).transform(() => false),
]);
export const Text = z.string().transform((text) => text.toWellFormed().replace(/\r\n?/g, "\n"));
/** A nested value: native in JSON bodies, JSON text elsewhere. */
export function nested<T extends z.ZodType>(form: T) {
  return z.union([
    form,
    z
      .string()
      .transform((text, context) => fromJson(text, context))
      .pipe(form),
  ]);
}

function fromJson(text: string, context: z.RefinementCtx): unknown {
  const value = parsedJson(text);
  if (value === undefined) context.addIssue({ code: "custom", message: "not JSON" });
  return value;
}
