import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createSocketServer } from "node:net";
import { text } from "node:stream/consumers";

export interface Echo extends AsyncDisposable {
  readonly url: string;
  /** Everything it has been sent. */
  heard(): string;
}

export interface EchoHost extends Echo {
  /** With what it refuses from now on, in turn; without any, with each kind of refusal. */
  refuse(statuses?: readonly number[]): void;
}

const STATUSES = [400, 401, 403, 422, 500];

/**
 * A host that refuses everything and repeats in its refusal all that it was sent, as badly made servers do. It answers with each status in
 * turn, whoever asks.
 */
export async function anEcho(given: readonly number[] = STATUSES): Promise<EchoHost> {
  let statuses = given;
  let heard = "";
  let calls = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => "");
    const all = `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`;
    heard += `${all}\n`;
    const status = statuses[calls++ % statuses.length] ?? 500;
    const facts = { error: all, error_description: all, message: all, detail: all, errors: [{ message: all }], description: all };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(facts));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => heard,
    refuse(others = STATUSES) {
      statuses = others;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A mail server that refuses to let anybody in, and says so with what they sent. */
export async function anEchoOfMail(): Promise<Echo> {
  let heard = "";
  const server = createSocketServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mail.example ESMTP\r\n");
    socket.setEncoding("utf8").on("data", (line: string) => {
      heard += line;
      if (/^(EHLO|HELO)/i.test(line)) socket.write("250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n");
      else if (/^AUTH/i.test(line)) socket.write(`535 5.7.8 Not accepted: ${line.trim()}\r\n`);
      else socket.end("221 Bye\r\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => heard,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
