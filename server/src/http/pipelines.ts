import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";

/** Browsers and HTTP libraries send one request after the other's answer; a few at once are a program's own haste. */
const OPEN_REQUESTS_MAX = 32;

/**
 * A server whose connections have a bounded number of requests under way. Node reads all requests that one packet brings in
 * one turn of the loop, and a thousand small ones in it would keep everybody else waiting: the connection that sends them ends.
 */
export function boundedServer(handler: RequestListener, options: ServerOptions): Server {
  const open = new WeakMap<Socket, number>();
  return createServer(options, (request: IncomingMessage, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (open.get(socket) ?? 0) + 1;
    if (count > OPEN_REQUESTS_MAX) {
      socket.destroy();
      return;
    }
    open.set(socket, count);
    response.once("close", () => open.set(socket, (open.get(socket) ?? 1) - 1));
    handler(request, response);
  });
}
