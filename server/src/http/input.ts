import { decode, fromText } from "@rostrum/contract/decode.ts";
import { snakeCase } from "@rostrum/contract/operation.ts";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { accepted, Refused } from "../refusal.ts";
import { WRONG_TYPE } from "../web/problems.ts";

/** The query of a request, decoded and checked; names are spelled in snake_case there. */
export function queryOf(schema: z.ZodObject, request: FastifyRequest): Record<string, unknown> {
  return accepted(decode(schema, fromText(schema, request.query as Record<string, unknown>, snakeCase), "snake_case"));
}

/** The JSON body of a request, decoded and checked. The reader of uploads lets its content type pass everywhere: here it is refused. */
export function bodyOf(schema: z.ZodType, request: FastifyRequest): unknown {
  const type = request.headers["content-type"] ?? "";
  if (/^multipart\//i.test(type)) throw new Refused(WRONG_TYPE);
  return accepted(decode(schema, request.body ?? {}, "camelCase"));
}
