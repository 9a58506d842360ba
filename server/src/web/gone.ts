import type { FastifyReply } from "fastify";

/** Aborted when the client has left before it had its answer: nobody waits any more for what is being fetched. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
