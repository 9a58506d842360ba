import { createServer as createHttp, type Server as HttpServer, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { createServer as createTcp, type Server, type Socket } from "node:net";
import { selfSigned } from "./certificate.ts";

export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Total number of connections made. */
  readonly connections: () => number;
}

/** An HTTP server on a free port of 127.0.0.1. */
export function serve(listener: RequestListener): Promise<TestServer> {
  return listen(createHttp({ keepAliveTimeout: 60_000 }, listener), "http");
}

/** The same with TLS, for the name and 127.0.0.1; `cert` is untrusted by default. */
export async function serveTls(hostname: string, listener: RequestListener): Promise<TestServer & { readonly cert: string }> {
  const identity = selfSigned(hostname);
  const server = await listen(createHttps(identity, listener), "https");
  return { ...server, cert: identity.cert };
}

/** A raw TCP server: `talk` gets each new socket. */
export function serveRaw(talk: (socket: Socket) => void): Promise<TestServer> {
  return listen(createTcp(talk), "http");
}

/** Runs `answer` once the complete request headers have arrived. */
export function onRequest(answer: (socket: Socket, request: string) => void): (socket: Socket) => void {
  return (socket) => {
    let received = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const before = received.includes("\r\n\r\n");
      received += chunk.toString("latin1");
      if (!before && received.includes("\r\n\r\n")) answer(socket, received);
    });
  };
}

async function listen(server: Server | HttpServer, scheme: string): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    origin: `${scheme}://127.0.0.1:${address.port}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
