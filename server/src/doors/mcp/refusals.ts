import type { FastifyReply } from "fastify";
import type { Hit } from "../../ground/web/rate-limits.ts";

/** JSON-RPC error codes. Transport refusals have no standard codes: they share the first of the server-defined range. */
const SERVER_REFUSES = -32000;
const PARSE_ERROR = -32700;
const INTERNAL_ERROR = -32603;

/**
 * Refuses a request before any tool is called: wrong path, no token, unreadable. Key and message are those of the REST API's
 * domain form.
 */
export function sendRefusal(reply: FastifyReply, status: number, key: string, sentence: string): FastifyReply {
  const data = { status: "error", message: sentence, errors: { [key]: sentence } };
  return reply.code(status).send({ jsonrpc: "2.0", id: null, error: { code: codeOf(status, key), message: sentence, data } });
}

/** Too many requests from one address, where no tool result can say so. Same headers as in the REST API. */
export function sendRouteLimit(reply: FastifyReply, hit: Hit & { readonly limit: number }, sentence: string): FastifyReply {
  reply
    .header("X-RateLimit-Limit", hit.limit)
    .header("X-RateLimit-Remaining", 0)
    .header("X-RateLimit-Reset", hit.resetAt)
    .header("Retry-After", hit.resetSeconds);
  return sendRefusal(reply, 429, "rate_limit", sentence);
}

function codeOf(status: number, key: string): number {
  if (status >= 500) return INTERNAL_ERROR;
  return status === 400 && key === "body" ? PARSE_ERROR : SERVER_REFUSES;
}
