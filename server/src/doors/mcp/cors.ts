import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Sends CORS headers to pages that passed the Origin check. WWW-Authenticate is exposed because a browser client must read where
 * to sign in. Cookies are not used, so credentials stay off.
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  reply.header("Vary", "Origin");
  if (origin === undefined) return;
  reply
    .header("Access-Control-Allow-Origin", origin)
    .header("Access-Control-Expose-Headers", "WWW-Authenticate, Retry-After, X-RateLimit-Reset, X-Request-Id, Mcp-Protocol-Version");
}

export function isPreflight(request: FastifyRequest): boolean {
  return request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
}

const HEADERS = [
  "authorization",
  "content-type",
  "accept",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "mcp-session-id",
  "last-event-id",
];

/** The protocol also sends tool parameters as headers, so any `Mcp-Param-…` is allowed. */
export function sendPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = String(request.headers["access-control-request-headers"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase());
  const parameters = asked.filter((name) => /^mcp-param-[\w-]+$/.test(name));
  return reply
    .header("Access-Control-Allow-Methods", "POST")
    .header("Access-Control-Allow-Headers", [...HEADERS, ...parameters].join(", "))
    .header("Access-Control-Max-Age", "600")
    .code(204)
    .send();
}
