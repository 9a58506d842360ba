import { readFileSync } from "node:fs";
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
 * Of the files that the process may have open, it takes no more for its clients than leaves enough for everything else: a connection
 * beyond that is closed at once.
 *
 * Once it no longer listens, a connection is also closed after the answers that it waited for: Node closes only those that are idle
 * at that moment, and a client that keeps one would hold up the stop for the whole keep-alive time.
 */
export function boundedServer(handler: RequestListener, options: ServerOptions, filesMax = openFilesMax()): Server {
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
  if (filesMax === null) return server;
  server.maxConnections = Math.max(CONNECTIONS_MIN, filesMax - FILES_OF_OTHERS);
  // Those that wait for a next request make room for those that come with one.
  server.on("drop", () => server.closeIdleConnections());
  return server;
}

/** Connections to the database and to networks, files, the log: clients must not take what these need. */
const FILES_OF_OTHERS = 128;
const CONNECTIONS_MIN = 32;

/** How many files and connections this process may have open at once; null where nothing tells it, or where there are always enough. */
function openFilesMax(): number | null {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const most = Number(/^Max open files +(\d+)/m.exec(limits)?.[1]);
    return Number.isInteger(most) ? most : null;
  } catch {
    return null;
  }
}
