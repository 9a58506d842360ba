import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { findFeed } from "../../intake/feeds/discover.ts";
import { findPageImage } from "../../intake/feeds/page-image.ts";
import { temporaryFolder } from "../database/testing.ts";
import { createNet } from "./index.ts";
import type { FetchFailure } from "./net.ts";
import { METADATA_HOSTS } from "./testing/hostile-hosts.ts";
import { onRequest, serve, serveRaw } from "./testing/servers.ts";

/** Enough for a busy machine; what never ends by itself gets less. */
const BOUNDS = { maxBytes: 1_000_000, timeoutSeconds: 60 };
const ENDLESS_SECONDS = 1.5;
const HEAD = "HTTP/1.1 200 OK\r\n";

/** Writes repeatedly until the socket is closed; without a pause, as fast as it is read. */
function endlessly(part: () => string, pauseMilliseconds = 0): (socket: Socket) => void {
  return (socket) => {
    const more = () => {
      if (socket.destroyed) return;
      const isRoom = socket.write(part());
      if (pauseMilliseconds > 0) setTimeout(more, pauseMilliseconds);
      else if (isRoom) setImmediate(more);
      else socket.once("drain", more);
    };
    more();
  };
}

const zeros = Buffer.alloc(30_000_000);

function packed(coding: string, body: Buffer): (socket: Socket) => void {
  return (socket) => {
    socket.write(`${HEAD}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.end(body);
  };
}

/** What hostile servers do, and how the fetch ends: never by reading on forever. */
const HOSTILE: Readonly<Record<string, { talk: (socket: Socket) => void; causes: readonly FetchFailure["cause"][] }>> = {
  "headers that arrive byte by byte": {
    talk: (socket) => {
      socket.write(HEAD);
      endlessly(() => "x", 20)(socket);
    },
    causes: ["timeout"],
  },
  "a status that arrives byte by byte": { talk: endlessly(() => "H", 20), causes: ["broken", "timeout"] },
  "endless small headers": {
    talk: (socket) => {
      socket.write(HEAD);
      endlessly(() => "a: b\r\n".repeat(1000))(socket);
    },
    causes: ["broken"],
  },
  "one endless header": {
    talk: (socket) => {
      socket.write(`${HEAD}X: `);
      endlessly(() => "x".repeat(10_000))(socket);
    },
    causes: ["broken"],
  },
  "endless cookies": {
    talk: (socket) => {
      socket.write(HEAD);
      endlessly(() => "Set-Cookie: a=b\r\n".repeat(1000))(socket);
    },
    causes: ["broken"],
  },
  "endless early hints": {
    talk: endlessly(() => "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(100)),
    causes: ["broken", "timeout"],
  },
  "an endless body": {
    talk: (socket) => {
      socket.write(`${HEAD}\r\n`);
      endlessly(() => "x".repeat(100_000))(socket);
    },
    causes: ["too_large"],
  },
  "endless chunks": {
    talk: (socket) => {
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
      endlessly(() => `2710\r\n${"x".repeat(10_000)}\r\n`)(socket);
    },
    causes: ["too_large"],
  },
  "chunks of one byte": {
    talk: (socket) => {
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
      endlessly(() => "1\r\nx\r\n", 10)(socket);
    },
    causes: ["timeout"],
  },
  "an endless chunk extension": {
    talk: (socket) => {
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n1;`);
      endlessly(() => "x".repeat(10_000))(socket);
    },
    causes: ["broken", "timeout", "too_large"],
  },
  "endless trailers": {
    talk: (socket) => {
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n`);
      endlessly(() => `X-${Math.random()}: ${"x".repeat(1000)}\r\n`)(socket);
    },
    causes: ["broken", "timeout"],
  },
  "a length beyond all integers": {
    talk: (socket) => void socket.write(`${HEAD}Content-Length: 999999999999999999999999\r\n\r\nx`),
    causes: ["broken", "too_large"],
  },
  "a length of one petabyte": {
    talk: (socket) => void socket.write(`${HEAD}Content-Length: 1000000000000000\r\n\r\nx`),
    causes: ["too_large"],
  },
  "thirty megabytes in gzip": { talk: packed("gzip", gzipSync(zeros)), causes: ["too_large"] },
  "thirty megabytes in deflate": { talk: packed("deflate", deflateSync(zeros)), causes: ["too_large"] },
  "thirty megabytes in raw deflate": { talk: packed("deflate", deflateRawSync(zeros)), causes: ["too_large"] },
  "a hundred encodings": { talk: packed(Array(100).fill("gzip").join(", "), gzipSync("x")), causes: ["broken"] },
  "an encoding that nobody asked for": { talk: packed("zstd", Buffer.from("x")), causes: ["broken"] },
  "a redirect with an endless body": {
    talk: (socket) => {
      socket.write("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.2/\r\n\r\n");
      endlessly(() => "x".repeat(100_000))(socket);
    },
    causes: ["address"],
  },
  "a redirect to a one-megabyte address": {
    talk: (socket) => void socket.write(`HTTP/1.1 302 Found\r\nLocation: /${"x".repeat(1_000_000)}\r\n\r\n`),
    causes: ["broken"],
  },
  "a redirect to an overlong address": {
    talk: (socket) => void socket.end(`HTTP/1.1 302 Found\r\nLocation: /${"x".repeat(9000)}\r\nContent-Length: 0\r\n\r\n`),
    causes: ["address"],
  },
  "an upgrade to another protocol": {
    talk: (socket) => void socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: smtp\r\nConnection: Upgrade\r\n\r\n"),
    causes: ["broken", "timeout"],
  },
  "a mail server's greeting": { talk: (socket) => void socket.end("220 mail.example ESMTP\r\n"), causes: ["broken"] },
  "a partial document": {
    talk: (socket) => void socket.end("HTTP/1.1 206 Partial Content\r\nContent-Length: 1\r\n\r\nx"),
    causes: ["status"],
  },
};

for (const [what, { talk, causes }] of Object.entries(HOSTILE)) {
  test(`${what}: a fetch ends by itself and leaves no file`, async () => {
    await using server = await serveRaw(onRequest((socket) => talk(socket)));
    await using net = createNet({ allowPrivate: ["127.0.0.1"], trustedOrigins: [], userAgent: "test/1" });
    await using directory = await temporaryFolder();
    const bounds = causes.includes("timeout") ? { ...BOUNDS, timeoutSeconds: ENDLESS_SECONDS } : BOUNDS;
    assert.equal((await net.download(server.origin, { ...bounds, directory: directory.path })).kind, "failed");
    assert.deepEqual(readdirSync(directory.path), []);
    const document = await net.fetchDocument(server.origin, bounds);
    if (what === "a partial document") assert.equal(document.kind, "fetched");
    else assert.ok(document.kind === "failed" && causes.includes(document.cause), JSON.stringify(document));
  });
}

/** Every name resolves to this. */
const resolve = async () => ["192.168.7.7"];

for (const host of METADATA_HOSTS) {
  test(`${host} is reached neither directly nor by a redirect, for feeds and pages, media or instances`, async () => {
    await using server = await serve((_request, response) =>
      response.writeHead(302, { location: encodeURI(`http://${host}/latest/`) }).end(),
    );
    await using directory = await temporaryFolder();
    await using net = createNet({ allowPrivate: ["127.0.0.1/32"], trustedOrigins: [], userAgent: "test/1", resolve });
    const media = { ...BOUNDS, directory: directory.path };
    const failures = [
      await net.fetchDocument(`http://${host}/`, BOUNDS),
      await net.fetchDocument(`https://${host}/`, { ...BOUNDS, httpsOnly: true }),
      await net.download(`http://${host}/a.jpg`, media),
      await net.fetchDocument(server.origin, BOUNDS),
      await net.download(`${server.origin}/a.jpg`, media),
    ];
    for (const failure of failures) assert.equal(failure.kind === "failed" && failure.cause, "address");
    assert.equal((await net.call({ method: "POST", url: `https://${host}/`, body: "x" })).kind, "unreached");
    const discovery = await findFeed(net, "WORDPRESS", `http://${host}/`, {});
    const reason =
      "The feed could not be fetched. Its address is on a private network. The operator can allow it with ROSTRUM_ALLOW_PRIVATE_NETWORKS.";
    assert.deepEqual(discovery, { kind: "refused", reason });
    assert.equal(await findPageImage(net, server.origin, {}), null);
    assert.equal(server.connections(), 3);
  });
}

test("the service makes outgoing connections only through the guard, to the operator's storage and to its own public address", () => {
  const root = join(import.meta.dirname, "../..");
  const files = globSync("**/*.ts", { cwd: root }).filter(
    (file) => !/\.test\.ts$|(^|\/)testing[./]|^(ground\/net|networks\/([\w-]+\/)?sandbox)\//.test(file),
  );
  assert.ok(files.length > 100);
  const speaking = files.filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return /from "(undici|node:https?|node:http2|node:tls|node:dns(\/promises)?)"|(?<![.\w])fetch\(/.test(
      // A server that only listens makes no outgoing connections.
      text.replace(/import type [^;]+;|import \{ createServer(, type \w+)* \} from "node:http";/g, ""),
    );
  });
  assert.deepEqual(speaking.sort(), ["ground/storage/s3-client.ts", "running/doctor/address.ts"]);
});
