import { JSON_BODY_BYTES_MAX, UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";
import type { Operation } from "@rostrum/contract/operation.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { tell } from "../../ground/sentences/tell.ts";
import { BODIES_LIMIT_PASSED, BODIES_RETRY_SECONDS, findRoom } from "../../ground/web/bodies-in-flight.ts";
import { readerOf } from "../../ground/web/language.ts";
import { type Limiter, RESOURCE_LIMIT_PASSED, ROUTE_LIMIT_PASSED, resourceKey, routeKey } from "../../ground/web/rate-limits.ts";

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

/** Answers a request with 429 and returns true if there is no room for its body beside those that the user is already sending. */
export function bodiesLimited(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, row }: { readonly userId: number; readonly row: Pick<Operation, "body" | "upload"> | undefined },
): boolean {
  const takes = takenBy(row);
  if (takes === null || findRoom(app, request, reply, { userId, ...takes })) return false;
  const message = tell(readerOf(request) ?? "en", BODIES_LIMIT_PASSED);
  reply
    .code(429)
    .header("Retry-After", BODIES_RETRY_SECONDS)
    .send({ message, errors: { rate_limit: message } });
  return true;
}

/** Null if no body is read. */
function takenBy(row: Pick<Operation, "body" | "upload"> | undefined) {
  if (row?.upload !== undefined) return { keptIn: "disk", bytesMax: UPLOAD_BYTES_MAX } as const;
  return row?.body === undefined ? null : ({ keptIn: "memory", bytesMax: JSON_BODY_BYTES_MAX } as const);
}
