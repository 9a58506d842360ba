import type { FastifyRequest } from "fastify";
import type { IsOwnName } from "../web/hosts.ts";

/** Whether the request comes from a page of another site, as far as its browser says: pages of this machine may come. */
export function isForeignPage(isOwn: IsOwnName, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return false;
  const hostname = URL.parse(origin)?.hostname;
  return hostname === undefined || !isOwn(hostname, request);
}
