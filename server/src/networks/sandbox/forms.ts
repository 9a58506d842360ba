import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Whether a page of another site sent this, as the browser says. The sandbox's forms have no session to protect, but other sites must not
 * change the networks either. Over plain http, in a local network, browsers leave out `Sec-Fetch-Site` and still send `Origin` with
 * every form; programs send neither.
 */
export function isForeignForm(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"]?.toString();
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin, host } = request.headers;
  return origin !== undefined && URL.parse(origin)?.host !== host;
}

/** With no referrer at all, the origin of the sandbox's own forms would be `null`, as anybody's may be. */
export const OWN_FORMS_SAY_THEIR_ORIGIN = ["referrer-policy", "same-origin"] as const;

export function refuseForeignForm(reply: FastifyReply): FastifyReply {
  return reply.status(403).send({ error: "Forms from other sites are not accepted." });
}
