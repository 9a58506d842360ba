import type { FastifyReply } from "fastify";

/** Aborted when the client disconnects before it got its reply: what is being fetched for it is no longer needed. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
