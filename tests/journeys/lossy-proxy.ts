import { createServer, type IncomingMessage, request as open, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { createChance } from "../../server/src/testing/chance.ts";

/** How many exchanges in a hundred a proxy loses, chosen by a seed. */
export interface Losses {
  readonly seed: number;
  /** Percentage of requests that are dropped before the service sees them. */
  readonly before: number;
  /** Percentage of the rest whose reply is dropped after the service has sent it, so after it has committed. */
  readonly after: number;
}

export interface LossyProxy extends AsyncDisposable {
  readonly url: string;
  /** How many exchanges have been lost so far. */
  lost(): { readonly before: number; readonly after: number };
}

/**
 * A real proxy on 127.0.0.1 in front of a service. A lost exchange ends with a dropped connection. The first reply to each kind of
 * mutation, by method and path without numbers, is always lost, so that no kind gets through a whole run by chance.
 */
export async function lossyProxy(target: string, losses: Losses): Promise<LossyProxy> {
  const chance = createChance(losses.seed);
  const lost = { before: 0, after: 0 };
  const answered = new Set<string>();
  const server = createServer((request, reply) => void pass(request, reply).catch(() => request.socket.destroy()));
  server.listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));

  async function pass(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const [loseBefore, loseAfter] = [chance.percent(losses.before), chance.percent(losses.after)];
    const body = await buffer(request);
    if (loseBefore) {
      lost.before += 1;
      return void request.socket.destroy();
    }
    const answer = await exchange(target, request, body);
    if (loseAfter || isFirstMutation(request)) {
      lost.after += 1;
      return void request.socket.destroy();
    }
    reply.writeHead(answer.status, answer.headers).end(answer.body);
  }

  function isFirstMutation({ method, url = "/" }: IncomingMessage): boolean {
    const kind = `${method} ${url.replace(/\d+/g, "0")}`;
    if (method === "GET" || answered.has(kind)) return false;
    answered.add(kind);
    return true;
  }

  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    lost: () => ({ ...lost }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

function exchange(target: string, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { host: _, ...headers } = request.headers;
  const outgoing = open(`${target}${request.url}`, { method: request.method, headers }, (incoming) => {
    buffer(incoming).then((bytes) => resolve({ status: incoming.statusCode ?? 502, headers: incoming.headers, body: bytes }), reject);
  });
  outgoing.on("error", reject).end(body);
  return promise;
}
