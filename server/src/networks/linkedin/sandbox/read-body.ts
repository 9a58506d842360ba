import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { badInput } from "./refusals.ts";

/** The body, which has exactly the fields of the schema. */
export function readBody<Schema extends z.ZodType>({ body }: FastifyRequest, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = `/${(issue?.path ?? []).join("/")}`;
  const code = issue?.code === "too_big" ? "FIELD_LENGTH_TOO_LONG" : "FIELD_INVALID";
  throw badInput({ code, description: `${field} :: ${issue?.message}`, field });
}
