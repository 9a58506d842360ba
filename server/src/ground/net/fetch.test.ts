import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setDefaultCACertificates } from "node:tls";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { readWhole } from "./body.ts";
import { startDeadline } from "./deadline.ts";
import { Exchange } from "./exchange.ts";
import { openGuard } from "./guard.ts";
import { createNet, type NetOptions } from "./index.ts";
import { onRequest, serve, serveRaw, serveTls, type TestServer } from "./testing/servers.ts";

/** Enough for a busy machine; tests of a time-out set their own. */
const BOUNDS = { maxBytes: 100_000, timeoutSeconds: 60 };

function openNet(options: Partial<NetOptions> = {}) {
  return createNet({ allowPrivate: ["127.0.0.1"], trustedOrigins: [], userAgent: "test/1", ...options });
}

async function fetchFrom(server: TestServer, path = "/", bounds: Partial<typeof BOUNDS> & { headers?: Record<string, string> } = {}) {
  await using net = openNet();
  return await net.fetchDocument(`${server.origin}${path}`, { ...BOUNDS, ...bounds });
}

function rawReply(text: string): Promise<TestServer> {
  return serveRaw(onRequest((socket) => socket.end(text)));
}

test("a document is read in full, with its headers and address", async () => {
  await using server = await serve((request, response) => {
    response.writeHead(200, { etag: 'W/"1"', "x-agent": request.headers["user-agent"], "x-asked": request.headers["if-none-match"] });
    response.end("hello");
  });
  const fetched = await fetchFrom(server, "/a?b=c#fragment", { headers: { "If-None-Match": '"0"' } });
  assert.ok(fetched.kind === "fetched");
  assert.equal(fetched.status, 200);
  assert.equal(fetched.headers.etag, 'W/"1"');
  assert.equal(fetched.headers["x-agent"], "test/1");
  assert.equal(fetched.headers["x-asked"], '"0"');
  assert.equal(Buffer.from(fetched.body).toString(), "hello");
  assert.equal(fetched.url, `${server.origin}/a?b=c`);
  assert.equal(fetched.permanentUrl, `${server.origin}/a?b=c`);
});

test("304 is fetched with no body; errors are failures with status and headers and no body", async () => {
  await using server = await serve((request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { "retry-after": "7" }).end();
  });
  const unchanged = await fetchFrom(server, "/304");
  assert.deepEqual(unchanged.kind === "fetched" && [unchanged.status, unchanged.body.length], [304, 0]);
  for (const status of [400, 403, 404, 410, 429, 500, 503]) {
    const failed = await fetchFrom(server, `/${status}`);
    assert.ok(failed.kind === "failed");
    assert.deepEqual([failed.cause, failed.status, failed.headers?.["retry-after"]], ["status", status, "7"]);
  }
});

test("bodies are decompressed, in every encoding that is offered", async () => {
  const text = "body ".repeat(100);
  const packed: Record<string, Buffer> = {
    "/gzip": gzipSync(text),
    "/deflate": deflateSync(text),
    "/deflate,raw": deflateRawSync(text),
    "/br": brotliCompressSync(text),
    "/GZIP": gzipSync(text),
    "/identity": Buffer.from(text),
    "/deflate, gzip": gzipSync(deflateSync(text)),
  };
  await using server = await serve((request, response) => {
    assert.equal(request.headers["accept-encoding"], "gzip, deflate, br");
    const path = decodeURIComponent(request.url ?? "");
    response.writeHead(200, { "content-encoding": path.slice(1).replace(",raw", "") }).end(packed[path]);
  });
  for (const path of Object.keys(packed)) {
    const fetched = await fetchFrom(server, encodeURI(path));
    assert.equal(fetched.kind === "fetched" && Buffer.from(fetched.body).toString(), text, path);
  }
});

test("an empty body is empty in every encoding", async () => {
  await using server = await serve((_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end());
  const fetched = await fetchFrom(server);
  assert.equal(fetched.kind === "fetched" && fetched.body.length, 0);
});

test("bodies that do not decompress, end early or are not HTTP are broken", async () => {
  const gzip = gzipSync("x".repeat(100)).toString("latin1");
  const replies: Record<string, string> = {
    "not gzip": "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope",
    "cut gzip": `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\n${gzip.slice(0, 10)}`,
    "unknown encoding": "HTTP/1.1 200 OK\r\nContent-Encoding: rot13\r\nContent-Length: 1\r\n\r\nx",
    "too many encodings": "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip, gzip\r\nContent-Length: 1\r\n\r\nx",
    "short of its length": "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx",
    "two lengths": "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
    "invalid length": "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx",
    "length and chunks": "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
    "broken chunks": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n0\r\n\r\n",
    "not HTTP": "+OK POP3 ready\r\n",
    nothing: "",
  };
  for (const [name, text] of Object.entries(replies)) {
    await using server = await rawReply(text);
    const failed = await fetchFrom(server);
    assert.equal(failed.kind === "failed" && failed.cause, "broken", name);
    assert.equal(server.connections(), 1, name);
  }
});

test("bytes after the announced length are not read", async () => {
  await using server = await rawReply("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nokHTTP/1.1 500 Injected\r\n\r\n");
  const fetched = await fetchFrom(server);
  assert.equal(fetched.kind === "fetched" && Buffer.from(fetched.body).toString(), "ok");
});

test("headers above the cap are broken", async () => {
  await using server = await rawReply(`HTTP/1.1 200 OK\r\nX-Giant: ${"x".repeat(100_000)}\r\nContent-Length: 2\r\n\r\nok`);
  const failed = await fetchFrom(server);
  assert.deepEqual(failed, { kind: "failed", cause: "broken", reason: "UND_ERR_HEADERS_OVERFLOW" });
  await using endless = await serveRaw(
    onRequest((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write(`X-${Math.random()}: ${"x".repeat(1000)}\r\n`), 1);
      socket.on("close", () => clearInterval(timer));
    }),
  );
  assert.deepEqual(await fetchFrom(endless), { kind: "failed", cause: "broken", reason: "UND_ERR_HEADERS_OVERFLOW" });
});

test("a body above the cap is too large, whether announced, chunked or decompressed", async () => {
  const body = Buffer.alloc(100_001, "x");
  await using server = await serve((request, response) => {
    if (request.url === "/announced") response.writeHead(200, { "content-length": body.length }).end(body);
    else if (request.url === "/packed") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body));
    else response.writeHead(200, { "transfer-encoding": "chunked" }).end(body);
  });
  for (const path of ["/announced", "/chunked", "/packed"]) {
    const failed = await fetchFrom(server, path);
    assert.equal(failed.kind === "failed" && failed.cause, "too_large", path);
    const fetched = await fetchFrom(server, path, { maxBytes: body.length });
    assert.equal(fetched.kind === "fetched" && fetched.body.length, body.length, path);
  }
});

test("a compression bomb is too large long before it is decompressed", async () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const bombs: Record<string, Buffer> = {
    "/gzip": gzipSync(zeros),
    "/br": brotliCompressSync(zeros),
    "/gzip, gzip": gzipSync(gzipSync(zeros)),
  };
  await using server = await serve((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    response.writeHead(200, { "content-encoding": path.slice(1) }).end(bombs[path]);
  });
  for (const path of Object.keys(bombs)) {
    const failed = await fetchFrom(server, encodeURI(path), { maxBytes: 1_000_000_000 });
    assert.deepEqual(failed, { kind: "failed", cause: "too_large", reason: "compression" }, path);
  }
});

test("a body that trickles in ends at the total time-out", async () => {
  await using server = await serve((_request, response) => {
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  });
  assert.deepEqual(await fetchFrom(server, "/", { timeoutSeconds: 0.3 }), { kind: "failed", cause: "timeout", reason: "total time" });
});

test("a server that stalls before or during its response ends at the limit of that phase", async () => {
  await using silent = await serveRaw(onRequest(() => {}));
  await using stuck = await serveRaw(onRequest((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")));
  for (const [server, firstByteSeconds, reason] of [
    [silent, 0.2, "time to the first byte"],
    [stuck, 60, "idle time"],
  ] as const) {
    using deadline = startDeadline({ totalSeconds: 60, signals: [] });
    await using exchange = new Exchange({
      method: "GET",
      url: new URL(server.origin),
      headers: {},
      body: null,
      guard: openGuard(async () => []),
      sessions: new Map(),
      deadline,
      firstByteSeconds,
    });
    const reading = exchange.run().then((reply) => readWhole(reply, { maxBytes: 100, deadline, idleSeconds: 0.1 }));
    await assert.rejects(reading, { kind: "timeout", message: reason });
  }
});

test("a server that is down is unreachable, and so is a name that does not resolve", async () => {
  const server = await serve(() => {});
  await server[Symbol.asyncDispose]();
  assert.deepEqual(await fetchFrom(server), { kind: "failed", cause: "unreachable", reason: "ECONNREFUSED" });
  await using net = openNet({ resolve: async () => [] });
  assert.deepEqual(await net.fetchDocument("https://nowhere.example/", BOUNDS), {
    kind: "failed",
    cause: "unreachable",
    reason: "name not found",
  });
});

test("a caller that cancels gets a failure", async () => {
  await using server = await serveRaw(onRequest(() => cancelling.abort()));
  const cancelling = new AbortController();
  await using net = openNet();
  assert.deepEqual(await net.fetchDocument(server.origin, { ...BOUNDS, signal: cancelling.signal }), {
    kind: "failed",
    cause: "broken",
    reason: "cancelled",
  });
});

test("redirects are followed five times, no more", async () => {
  await using server = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end("arrived");
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  const fetched = await fetchFrom(server, "/5");
  assert.equal(fetched.kind === "fetched" && fetched.url, `${server.origin}/0`);
  assert.deepEqual(await fetchFrom(server, "/6"), { kind: "failed", cause: "redirects", reason: "too many redirects" });
});

test("a loop of redirects ends", async () => {
  await using server = await serve((_request, response) => response.writeHead(301, { location: "/" }).end());
  assert.deepEqual(await fetchFrom(server), { kind: "failed", cause: "redirects", reason: "too many redirects" });
  assert.equal(server.connections(), 6);
});

test("a redirect without a location is a failure", async () => {
  await using server = await serve((_request, response) => response.writeHead(302).end());
  assert.deepEqual(await fetchFrom(server), { kind: "failed", cause: "redirects", reason: "redirect without a location" });
});

test("a redirect to a private address or another scheme is refused", async () => {
  const targets = [
    "http://127.0.0.2/",
    "//127.0.0.2/",
    "http://[::1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://169.254.169.254/latest/meta-data/",
    "file:///etc/passwd",
    "ftp://feed.example/",
    "data:text/plain,x",
    "javascript:alert(1)",
    "http://user:secret@feed.example/",
    "http:\\\\127.0.0.2\\",
  ];
  await using server = await serve((request, response) => {
    response.writeHead(302, { location: targets[Number(request.url?.slice(1))] }).end();
  });
  for (const [index, target] of targets.entries()) {
    const failed = await fetchFrom(server, `/${index}`);
    assert.equal(failed.kind === "failed" && failed.cause, "address", target);
  }
});

test("if https is required, a redirect to http is refused", async () => {
  await using plain = await serve((_request, response) => response.end("plain"));
  await using secure = await serveTls("issuer.example", (request, response) => {
    if (request.url === "/away") response.writeHead(302, { location: plain.origin }).end();
    else response.end("secure");
  });
  setDefaultCACertificates([secure.cert]);
  await using net = openNet({ resolve: async () => ["127.0.0.1"] });
  const issuer = `https://issuer.example:${secure.port}`;
  const fetched = await net.fetchDocument(`${issuer}/`, { ...BOUNDS, httpsOnly: true });
  assert.equal(fetched.kind === "fetched" && Buffer.from(fetched.body).toString(), "secure");
  assert.deepEqual(await net.fetchDocument(`${issuer}/away`, { ...BOUNDS, httpsOnly: true }), {
    kind: "failed",
    cause: "address",
    reason: "scheme",
  });
  assert.equal(plain.connections(), 0);
  const feed = await net.fetchDocument(`${issuer}/away`, BOUNDS);
  assert.equal(feed.kind === "fetched" && feed.url, `${plain.origin}/`);
});

test("the permanent address is the one after the leading permanent redirects", async () => {
  const hops: Record<string, [number, string]> = {
    "/a": [301, "/b"],
    "/b": [308, "/c"],
    "/c": [302, "/d"],
    "/d": [301, "/e"],
    "/t": [307, "/a"],
  };
  await using server = await serve((request, response) => {
    const hop = hops[request.url ?? ""];
    if (hop === undefined) response.end();
    else response.writeHead(hop[0], { location: hop[1] }).end();
  });
  const found = async (path: string) => {
    const fetched = await fetchFrom(server, path);
    return fetched.kind === "fetched" && [fetched.url, fetched.permanentUrl].map((url) => new URL(url).pathname);
  };
  assert.deepEqual(await found("/a"), ["/e", "/c"]);
  assert.deepEqual(await found("/d"), ["/e", "/e"]);
  assert.deepEqual(await found("/t"), ["/e", "/t"]);
});

test("credentials for the first server go to no other", async () => {
  const seen: (string | undefined)[][] = [];
  await using server = await serve((request, response) => {
    seen.push([request.headers.authorization, request.headers.cookie, request.headers.accept]);
    if (request.url === "/") response.writeHead(302, { location: "/next" }).end();
    else response.end();
  });
  await fetchFrom(server, "/", { headers: { Authorization: "Bearer token", Cookie: "a=b", Accept: "text/xml" } });
  assert.deepEqual(seen, [
    ["Bearer token", "a=b", "text/xml"],
    [undefined, undefined, "text/xml"],
  ]);
});

test("six fetches to one host run at once, and the next ones wait their turn", async () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  await using server = await serve((_request, response) => {
    waiting.push(() => response.end());
    most = Math.max(most, waiting.length);
    // Answered when six are there, after a while in which a seventh might come.
    if (waiting.length === 6) setTimeout(() => waiting.splice(0).forEach((answer) => void answer()), 20);
  });
  await using net = openNet();
  const all = await Promise.all(Array.from({ length: 30 }, () => net.fetchDocument(server.origin, BOUNDS)));
  assert.equal(all.filter((one) => one.kind === "fetched").length, 30);
  assert.equal(most, 6);
});

test("a fetch that waits for its turn gets no extra time", async () => {
  await using server = await serve(() => {});
  await using net = openNet();
  const all = await Promise.all(Array.from({ length: 8 }, () => net.fetchDocument(server.origin, { ...BOUNDS, timeoutSeconds: 0.2 })));
  assert.deepEqual(new Set(all.map((one) => one.kind === "failed" && one.cause)), new Set(["timeout"]));
});

async function inDirectory(use: (directory: string) => Promise<void>) {
  const directory = await mkdtemp(join(tmpdir(), "download-"));
  try {
    await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

test("a download becomes a file of ours, with its size, hash and type", async () => {
  const content = Buffer.from("content of a picture");
  await using server = await serve((request, response) => {
    assert.equal(request.headers["accept-encoding"], "identity");
    if (request.url === "/../../etc/passwd.png") response.writeHead(302, { location: "/final.png" }).end();
    else response.writeHead(200, { "content-type": "image/png" }).end(content);
  });
  await inDirectory(async (directory) => {
    await using net = openNet();
    const file = await net.download(`${server.origin}/start.png`, { ...BOUNDS, directory: join(directory, "deep", "er") });
    assert.ok(file.kind === "fetched");
    const { path, ...facts } = file;
    const sha256 = createHash("sha256").update(content).digest("hex");
    assert.deepEqual(facts, { kind: "fetched", sizeBytes: 20, sha256, contentType: "image/png", url: `${server.origin}/start.png` });
    assert.deepEqual(await readFile(path), content);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.doesNotMatch(path, /start/);
  });
});

test("a download that fails leaves no file", async () => {
  await using server = await serve((request, response) => {
    if (request.url === "/large") response.end(Buffer.alloc(200_000));
    else if (request.url === "/growing") response.writeHead(200, { "transfer-encoding": "chunked" }).end(Buffer.alloc(200_000));
    else if (request.url === "/cut")
      response.writeHead(200, { "content-length": 500 }).write("x", () => setTimeout(() => response.destroy(), 30));
    else if (request.url === "/slow") response.writeHead(200, { "content-length": 500 }).write("x");
    else if (request.url === "/bomb") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(5_000_000)));
    else if (request.url === "/partial") response.writeHead(206).end("x");
    else response.writeHead(404).end("not found");
  });
  const causes = {
    "/large": "too_large",
    "/growing": "too_large",
    "/cut": "broken",
    "/slow": "timeout",
    "/bomb": "too_large",
    "/partial": "status",
    "/gone": "status",
  };
  await inDirectory(async (directory) => {
    await using net = openNet();
    for (const [path, cause] of Object.entries(causes)) {
      const bounds = cause === "timeout" ? { ...BOUNDS, timeoutSeconds: 0.5 } : BOUNDS;
      const failed = await net.download(server.origin + path, { ...bounds, directory });
      assert.equal(failed.kind === "failed" && failed.cause, cause, path);
      assert.deepEqual(await readdir(directory), [], path);
    }
  });
});

test("a disk failure is not the address's fault and is thrown", async () => {
  await using server = await serve((_request, response) => response.end("x"));
  await inDirectory(async (directory) => {
    await writeFile(join(directory, "file"), "");
    await using net = openNet();
    await assert.rejects(net.download(server.origin, { ...BOUNDS, directory: join(directory, "file") }), { code: "EEXIST" });
  });
});
