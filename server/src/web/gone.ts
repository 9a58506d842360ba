import type { FastifyReply } from "fastify";

/** Aborts when the client disconnects before it gets its reply, so that work for it can stop. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
