import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** A web server on 127.0.0.1 that plays the outside world. */
export interface Outside {
  readonly url: string;
  /** `GET /path` requests so far, oldest first. */
  readonly seen: readonly string[];
  on(path: string, answer: Answer): string;
}

export type Answer =
  | {
      readonly status?: number;
      readonly type: string;
      readonly body: string | Uint8Array;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly redirect: string }
  /** A body of this size after a given start, without Content-Length. */
  | { readonly type: string; readonly start: Uint8Array; readonly size: number };

/** Starts a server that ends with this process, and does not keep it; paths without an answer are 404. */
export async function anOutside(): Promise<Outside> {
  const answers = new Map<string, Answer>();
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    reply(request, response, answers.get(request.url ?? ""));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref().on("connection", (socket) => socket.unref());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    seen,
    on(path, answer) {
      answers.set(path, answer);
      return `${url}${path}`;
    },
  };
}

function reply(request: IncomingMessage, response: ServerResponse, answer: Answer | undefined): void {
  request.resume();
  if (answer === undefined) {
    response.writeHead(404, { "Content-Type": "text/plain" }).end("nothing here");
  } else if ("start" in answer) {
    response.writeHead(200, { "Content-Type": answer.type });
    Readable.from(pieces(answer)).pipe(response);
  } else if ("redirect" in answer) {
    response.writeHead(302, { Location: answer.redirect }).end();
  } else {
    response.writeHead(answer.status ?? 200, { "Content-Type": answer.type, ...answer.headers }).end(answer.body);
  }
}

function* pieces({ start, size }: { readonly start: Uint8Array; readonly size: number }): Generator<Uint8Array> {
  yield start;
  const piece = new Uint8Array(1 << 18);
  for (let left = size - start.length; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
}
