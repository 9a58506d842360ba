import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { serve } from "../../server/src/ground/net/testing/servers.ts";
import { type Chance, createChance } from "../../server/src/testing/chance.ts";
import { hostileFeed } from "./feeds.ts";
import { damaged, hostileJson, someBytes } from "./values.ts";

/** A malicious web server with feeds, files and whole platforms. The number in the path determines its replies. */
export interface HostileSite extends AsyncDisposable {
  readonly url: string;
  /** Serves these files, by name. */
  serve(files: Readonly<Record<string, Buffer>>): void;
}

const DRIP_MILLISECONDS = 100;
const ENDLESS_PIECE = Buffer.alloc(65_536, "<item><title>x</title></item>");
const GZIP_BOMB = gzipSync(Buffer.alloc(60_000_000, "<item><title>x</title></item>"), { level: 9 });

type Way = (response: ServerResponse, chance: Chance, body: Buffer) => void;

export async function aHostileSite(): Promise<HostileSite> {
  const files = new Map<string, Buffer>();
  let url = "";
  const ways: readonly Way[] = [
    (response, _chance, body) => response.end(body),
    (response, _chance, body) => response.end(body),
    (response, _chance, body) => response.end(body),
    (response, chance, body) => response.end(damaged(chance, body)),
    drip,
    endless,
    (response, _chance, body) => cut(response.writeHead(200, { "content-length": body.length + 1000 }), body),
    (response, _chance, body) => response.socket?.end(Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"), body])),
    (response, chance) => response.writeHead(302, { location: `${url}/any/${chance.number(1, 1000)}` }).end(),
    (response, chance) => response.writeHead(301, { location: `${url}/loop/${chance.number(1, 1000)}` }).end(),
    (response, chance) =>
      response.writeHead(302, { location: chance.pick(["", "//", "http://[", "file:///etc/passwd", "http://10.0.0.1/", "%"]) }).end(),
    (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(GZIP_BOMB),
    (response, chance) =>
      response
        .writeHead(200, { "content-encoding": chance.pick(["gzip", "br", "deflate", "zstd", "x", "gzip, gzip, gzip, br"]) })
        .end(someBytes(chance, 500)),
    (response, chance) =>
      response.writeHead(chance.pick([204, 206, 304, 400, 401, 403, 404, 410, 429, 500, 503, 599])).end("x".repeat(5000)),
    (response) => response.socket?.end(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(3000)}\r\n`),
    (response) => response.socket?.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\nx"),
    (response) => response.socket?.end("SSH-2.0-OpenSSH\r\n\0\0\0"),
    (response) => response.socket?.destroy(),
    (response, chance) => void response.writeHead(200, { "content-type": "application/json" }).end(hostileJson(chance)),
  ];
  const server = await serve((request, response) => {
    request.resume();
    response.on("error", () => {});
    // A response to HEAD discards its body, so an endless one would never hit backpressure.
    if (request.method === "HEAD") return void response.end();
    const [, part = "", number = "1", name = ""] = (request.url ?? "").split(/[/?]/);
    const chance = createChance(Number(number) || 1);
    if (part === "file") {
      response.setHeader("content-type", chance.pick(["image/png", "text/html", "application/octet-stream", "video/mp4; charset=x"]));
      return chance.pick(ways)(response, chance, files.get(name) ?? Buffer.alloc(0));
    }
    if (part === "loop") return void response.writeHead(302, { location: `${url}/loop/${Number(number) + 1}` }).end();
    const feed = hostileFeed(chance, url);
    response.setHeader("content-type", feed.type);
    chance.pick(ways)(response, chance, feed.body);
  });
  url = server.origin;
  return {
    url,
    serve: (given) => Object.entries(given).forEach(([name, bytes]) => void files.set(name, bytes)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function drip(response: ServerResponse, _chance: Chance, body: Buffer): void {
  let at = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(at, at + 1));
    at += 1;
  }, DRIP_MILLISECONDS);
  response.once("close", () => clearInterval(timer));
}

function endless(response: ServerResponse, _chance: Chance, body: Buffer): void {
  response.write(body);
  const more = () => {
    while (!response.destroyed && response.write(ENDLESS_PIECE));
  };
  response.on("drain", more);
  more();
}

function cut(response: ServerResponse, body: Buffer): void {
  response.write(body, () => response.socket?.destroy());
}
