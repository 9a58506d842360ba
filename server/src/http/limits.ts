import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { type Limiter, RESOURCE_LIMIT_PASSED, ROUTE_LIMIT_PASSED, resourceKey, routeKey } from "../web/rate-limits.ts";

/** Counts a request of a client's address; answers it with 429 and returns true if there were too many. */
export async function routeLimited(app: App, limiter: Limiter, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const limit = app.config.routeLimit;
  if (limit === 0) return false;
  const hit = await limiter.hit(routeKey(request.ip), limit);
  if (hit.allowed) return false;
  reply
    .code(429)
    .header("X-RateLimit-Limit", limit)
    .header("X-RateLimit-Remaining", 0)
    .header("X-RateLimit-Reset", hit.resetAt)
    .header("Retry-After", hit.resetSeconds)
    .send({ message: ROUTE_LIMIT_PASSED });
  return true;
}

/** The same for the requests of a user. */
export async function resourceLimited(
  app: App,
  limiter: Limiter,
  { userId, reply }: { readonly userId: number; readonly reply: FastifyReply },
): Promise<boolean> {
  const limit = app.config.resourceLimit;
  if (limit === 0) return false;
  const hit = await limiter.hit(resourceKey(userId), limit);
  reply.header("X-RateLimit-Limit", limit).header("X-RateLimit-Remaining", hit.remaining).header("X-RateLimit-Reset", hit.resetSeconds);
  if (hit.allowed) return false;
  reply
    .code(429)
    .header("Retry-After", hit.resetSeconds)
    .send({ message: RESOURCE_LIMIT_PASSED, errors: { rate_limit: RESOURCE_LIMIT_PASSED } });
  return true;
}
