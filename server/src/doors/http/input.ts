import { decode, fromText } from "@rostrum/contract/decode.ts";
import { snakeCase } from "@rostrum/contract/operation.ts";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { accepted, Refused } from "../../ground/refusal.ts";
import { WRONG_TYPE } from "../../ground/web/problems.ts";

/** The query of a request, decoded and validated; its names are in snake_case. */
export function queryOf(schema: z.ZodObject, request: FastifyRequest): Record<string, unknown> {
  return accepted(decode(schema, fromText(schema, request.query as Record<string, unknown>, snakeCase), "snake_case"));
}

/**
 * The JSON body of a request, decoded and validated. The multipart parser accepts its content type on every route, so it is
 * refused here.
 */
export function bodyOf(schema: z.ZodType, request: FastifyRequest): unknown {
  const type = request.headers["content-type"] ?? "";
  if (/^multipart\//i.test(type)) throw new Refused(WRONG_TYPE);
  return accepted(decode(schema, request.body ?? {}, "camelCase"));
}
