import { createServer, type IncomingMessage } from "node:http";

/** A request received by a test service. */
export interface Received {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** The service's answer: a reply, `cut` (the connection is dropped) or `silence` (no reply ever comes). */
export type Answer = { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown } | "cut" | "silence";

/** A real HTTP server on 127.0.0.1 whose replies are a function of the request and of how many came before it. */
export async function startService(answer: (request: Received, before: number) => Answer) {
  const requests: Received[] = [];
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const received = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) };
    const given = answer(received, requests.length);
    requests.push(received);
    if (given === "silence") return;
    if (given === "cut") return void request.socket.destroy();
    reply.writeHead(given.status, { "content-type": "application/json", ...given.headers });
    reply.end(typeof given.body === "string" ? given.body : JSON.stringify(given.body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The service listens on no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
