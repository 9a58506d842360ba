import type { FastifyReply, FastifyRequest } from "fastify";

/** The sandbox's forms have no session to protect, but pages of others shall not change what is on the networks either. */
export function isForeignForm(request: FastifyRequest): boolean {
  return !["same-origin", "none", undefined].includes(request.headers["sec-fetch-site"]?.toString());
}

export function refuseForeignForm(reply: FastifyReply): FastifyReply {
  return reply.status(403).send({ error: "Forms of other sites are not accepted." });
}
