import type { FastifyReply, FastifyRequest } from "fastify";

/** The sandbox's forms have no session to protect, but other sites must not change the networks either. */
export function isForeignForm(request: FastifyRequest): boolean {
  return !["same-origin", "none", undefined].includes(request.headers["sec-fetch-site"]?.toString());
}

export function refuseForeignForm(reply: FastifyReply): FastifyReply {
  return reply.status(403).send({ error: "Forms from other sites are not accepted." });
}
