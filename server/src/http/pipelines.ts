import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";

export const TIMEOUTS = {
  /** Slow headers are tolerated only up to this deadline; uploads have one of their own. */
  requestTimeout: 15 * 60_000,
  /** Longer than the minute after which proxies drop an idle connection. */
  keepAliveTimeout: 72_000,
} as const;

/** Browsers and HTTP libraries wait for each reply; a program that pipelines sends a few at once. */
const OPEN_REQUESTS_MAX = 32;

/**
 * A server that bounds the requests in flight per connection. Node parses all requests of a packet in one turn of the event loop,
 * and a thousand small ones would block everybody else: such a connection is closed.
 *
 * Once it no longer listens, a connection is also closed after the answers that it waited for: Node closes only those that are idle
 * at that moment, and a client that keeps one would hold up the stop for the whole keep-alive time.
 */
export function boundedServer(handler: RequestListener, options: ServerOptions): Server {
  const open = new WeakMap<Socket, number>();
  const server = createServer(options, (request: IncomingMessage, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (open.get(socket) ?? 0) + 1;
    if (count > OPEN_REQUESTS_MAX) {
      socket.destroy();
      return;
    }
    open.set(socket, count);
    response.once("close", () => {
      open.set(socket, (open.get(socket) ?? 1) - 1);
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
    handler(request, response);
  });
  return server;
}
