import type { FastifyReply } from "fastify";

/** Aborts when the client disconnects before it gets its reply, so that work for it can stop. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const see = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  // It may have gone while somebody was asked who it is.
  if (reply.raw.closed || reply.raw.destroyed) see();
  else reply.raw.once("close", see);
  return gone.signal;
}
