import type { FastifyRequest } from "fastify";
import type { IsOwnName } from "../../ground/web/hosts.ts";

/** Whether the browser says that the request comes from another site's page. Pages on this machine are allowed. */
export function isForeignPage(isOwn: IsOwnName, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return false;
  const hostname = URL.parse(origin)?.hostname;
  return hostname === undefined || !isOwn(hostname, request);
}
