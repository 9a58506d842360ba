import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { eventually } from "../../testing/eventually.ts";
import { createNet, type NetOptions } from "./index.ts";
import type { CallReply, CallRequest } from "./net.ts";
import { onRequest, serve, serveRaw, serveTls, type TestServer } from "./testing/servers.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function openNet(options: Partial<NetOptions> = {}) {
  return createNet({ allowPrivate: ["127.0.0.1"], trustedOrigins: [], userAgent: "test/1", ...options });
}

async function callOnce(server: TestServer, request: Partial<CallRequest> = {}): Promise<CallReply> {
  await using net = openNet();
  const body = request.method === "GET" ? {} : { body: "text" };
  return await net.call({ method: "POST", url: `${server.origin}/post`, ...body, timeoutSeconds: 60, ...request });
}

/** A port that nobody listens on. */
async function deadOrigin(): Promise<string> {
  await using server = await serveRaw(() => {});
  return server.origin;
}

test("a response is returned in full, with its status and headers, whatever the status", async () => {
  await using server = await serve((_request, response) => response.writeHead(422, { "x-limit": ["1", "2"] }).end('{"error":"ü"}'));
  const reply = await callOnce(server);
  assert.ok(reply.kind === "answered");
  assert.equal(reply.status, 422);
  assert.equal(reply.headers["x-limit"], "1, 2");
  assert.equal(reply.text, '{"error":"ü"}');
});

test("a compressed response is decompressed", async () => {
  await using server = await serve((_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("packed")));
  const reply = await callOnce(server);
  assert.equal(reply.kind === "answered" && reply.text, "packed");
});

test("redirects are returned, not followed", async () => {
  await using server = await serve((_request, response) => response.writeHead(302, { location: "/elsewhere" }).end());
  const reply = await callOnce(server, { method: "GET" });
  assert.equal(reply.kind === "answered" && reply.status, 302);
  assert.equal(server.connections(), 1);
});

test("refused connections are unreached", async () => {
  await using net = openNet();
  assert.deepEqual(await net.call({ method: "POST", url: await deadOrigin(), body: "x" }), { kind: "unreached", reason: "ECONNREFUSED" });
});

test("unknown names are unreached", async () => {
  await using net = openNet({ resolve: () => Promise.reject(new Error("ENOTFOUND")) });
  const reply = await net.call({ method: "POST", url: "https://nowhere.example/", body: "x" });
  assert.deepEqual(reply, { kind: "unreached", reason: "name not found" });
});

test("a name server that never responds is unreached after the caller's time-out", async () => {
  await using net = openNet({ resolve: () => new Promise(() => {}) });
  const reply = await net.call({ method: "POST", url: "https://slow.example/", body: "x", timeoutSeconds: 0.2 });
  assert.deepEqual(reply, { kind: "unreached", reason: "total time" });
});

test("a server that never finishes the TLS handshake is unreached: no byte of the request has left", async () => {
  await using server = await serveRaw(() => {});
  const url = server.origin.replace("http:", "https:");
  assert.deepEqual(await callOnce(server, { url, timeoutSeconds: 0.2 }), { kind: "unreached", reason: "total time" });
});

test("connecting takes five seconds at most, TLS included, whatever the caller's time-out", async () => {
  await using server = await serveRaw(() => {});
  const url = server.origin.replace("http:", "https:");
  assert.deepEqual(await callOnce(server, { url, timeoutSeconds: 60 }), { kind: "unreached", reason: "connect time" });
});

test("a server that speaks no TLS is unreached", async () => {
  await using server = await serveRaw((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  const reply = await callOnce(server, { url: server.origin.replace("http:", "https:") });
  assert.equal(reply.kind, "unreached");
});

test("an untrusted certificate is unreached, even if the environment disables the check", async () => {
  let requests = 0;
  await using server = await serveTls("platform.example", (_request, response) => {
    requests += 1;
    response.end();
  });
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  try {
    assert.deepEqual(await callOnce(server), { kind: "unreached", reason: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  }
  assert.equal(requests, 0);
});

test("a certificate for another name is unreached", async () => {
  await using server = await serveTls("platform.example", (_request, response) => response.end("hello"));
  setDefaultCACertificates([server.cert]);
  await using net = openNet({ resolve: async () => ["127.0.0.1"] });
  const right = await net.call({ method: "GET", url: `https://platform.example:${server.port}/` });
  assert.equal(right.kind === "answered" && right.text, "hello");
  const again = await net.call({ method: "GET", url: `https://platform.example:${server.port}/` });
  assert.equal(again.kind === "answered" && again.text, "hello");
  const wrong = await net.call({ method: "GET", url: `https://other.example:${server.port}/` });
  assert.deepEqual(wrong, { kind: "unreached", reason: "ERR_TLS_CERT_ALTNAME_INVALID" });
});

test("a TLS server that reads the request and hangs up is lost", async () => {
  await using server = await serveTls("platform.example", (request) => request.socket.destroy());
  setDefaultCACertificates([server.cert]);
  await using net = openNet({ resolve: async () => ["127.0.0.1"] });
  const reply = await net.call({ method: "POST", url: `https://platform.example:${server.port}/`, body: "x" });
  assert.equal(reply.kind, "lost");
  assert.equal(server.connections(), 1);
});

const cutConnections: Record<string, (socket: Socket) => void> = {
  "that accepts and closes before it reads": (socket) => socket.destroy(),
  "that accepts and ends its side": (socket) => socket.end(),
  "that closes after it read the request": onRequest((socket) => socket.destroy()),
  "that resets after it read the request": onRequest((socket) => socket.resetAndDestroy()),
  "that closes half-way through the head of its reply": onRequest((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Le")),
  "that says continue and closes": onRequest((socket) => socket.end("HTTP/1.1 100 Continue\r\n\r\n")),
  "that speaks another protocol": onRequest((socket) => socket.end("220 mail.example ESMTP\r\n")),
};

for (const [behaviour, talk] of Object.entries(cutConnections)) {
  test(`a server ${behaviour} is lost, and is asked once, by every method`, async () => {
    for (const method of METHODS) {
      await using server = await serveRaw(talk);
      const reply = await callOnce(server, { method });
      assert.equal(reply.kind, "lost", `${method}: ${JSON.stringify(reply)}`);
      assert.equal(server.connections(), 1, method);
    }
  });
}

const cutBodies: Record<string, (socket: Socket) => void> = {
  "closes half-way through its reply": onRequest((socket) => socket.end("HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{")),
  "resets half-way through its reply": onRequest((socket) => {
    socket.write("HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{", () => setTimeout(() => socket.resetAndDestroy(), 50));
  }),
  "closes half-way through the chunks of its reply": onRequest((socket) =>
    socket.end("HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"),
  ),
  "sends a truncated compressed reply": onRequest((socket) => {
    const half = gzipSync("x".repeat(1000)).subarray(0, 15);
    socket.write(`HTTP/1.1 201 Created\r\nContent-Encoding: gzip\r\nContent-Length: ${half.length}\r\n\r\n`);
    socket.end(half);
  }),
  "encodes its reply in an unknown way": onRequest((socket) =>
    socket.end("HTTP/1.1 201 Created\r\nContent-Encoding: zip\r\nContent-Length: 2\r\n\r\n{}"),
  ),
};

for (const [behaviour, talk] of Object.entries(cutBodies)) {
  test(`a server that ${behaviour} has answered with its status, none of the body is returned, and it is asked once`, async () => {
    for (const method of METHODS) {
      await using server = await serveRaw(talk);
      const reply = await callOnce(server, { method });
      assert.ok(reply.kind === "answered", `${method}: ${JSON.stringify(reply)}`);
      assert.deepEqual([reply.status, reply.text], [201, null], method);
      assert.equal(server.connections(), 1, method);
    }
  });
}

test("a connection that is reset at once is unreached only if nothing arrived", async () => {
  for (let i = 0; i < 20; i += 1) {
    let received = 0;
    await using server = await serveRaw((socket) => {
      socket.on("data", (chunk) => {
        received += chunk.length;
      });
      if (i % 2 === 0) socket.resetAndDestroy();
      else setImmediate(() => socket.resetAndDestroy());
    });
    const reply = await callOnce(server);
    assert.notEqual(reply.kind, "answered");
    if (reply.kind === "unreached") assert.equal(received, 0);
    assert.equal(server.connections(), 1);
  }
});

/** After this even a busy machine has sent a request and read the head of its response. */
const SENT_SECONDS = 4;

test("a server that reads and never responds is lost after the caller's time-out", async () => {
  await using server = await serveRaw(onRequest(() => {}));
  assert.deepEqual(await callOnce(server, { timeoutSeconds: SENT_SECONDS }), { kind: "lost", reason: "total time" });
});

test("for a response that trickles in, the status is returned after the caller's time-out", async () => {
  await using server = await serve((_request, response) => {
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  });
  const reply = await callOnce(server, { timeoutSeconds: SENT_SECONDS });
  assert.ok(reply.kind === "answered", JSON.stringify(reply));
  assert.deepEqual([reply.status, reply.text], [200, null]);
});

for (const [how, send] of Object.entries({
  "that is announced": (response: ServerResponse) => response.writeHead(200, { "retry-after": "7", "content-length": 2000 }),
  "in chunks": (response: ServerResponse) => response.writeHead(200, { "retry-after": "7" }),
})) {
  test(`for a response above the cap ${how}, status and headers are returned and the rest is cut off`, async () => {
    await using server = await serve((_request, response) => send(response).end("x".repeat(2000)));
    const reply = await callOnce(server, { maxBytes: 1999 });
    assert.ok(reply.kind === "answered", JSON.stringify(reply));
    assert.deepEqual([reply.status, reply.headers["retry-after"], reply.text], [200, "7", null]);
    const whole = await callOnce(server, { maxBytes: 2000 });
    assert.equal(whole.kind === "answered" && whole.text?.length, 2000);
  });
}

test("an endless response is cut off at the cap", async () => {
  let hasEnded: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    hasEnded = resolve;
  });
  await using server = await serve((_request, response) => {
    const timer = setInterval(() => response.write("x".repeat(1000)), 1);
    response.on("close", () => {
      clearInterval(timer);
      hasEnded();
    });
  });
  const reply = await callOnce(server, { maxBytes: 10_000 });
  assert.equal(reply.kind === "answered" && reply.text, null);
  await ended;
});

test("a server that keeps connections alive and then drops them loses nothing: each call has its own connection", async () => {
  const seen: string[] = [];
  await using server = await serve((request, response) => {
    seen.push(request.headers.connection ?? "");
    response.writeHead(200, { connection: "keep-alive" }).end("ok");
    response.on("finish", () => request.socket.destroySoon());
  });
  await using net = openNet();
  for (let i = 0; i < 20; i += 1) {
    const reply = await net.call({ method: "POST", url: server.origin, body: String(i) });
    assert.equal(reply.kind, "answered");
  }
  assert.deepEqual(seen, new Array(20).fill("close"));
  assert.equal(server.connections(), 20);
});

test("a call canceled before it starts is unreached, and lost after that", async () => {
  await using server = await serveRaw(onRequest(() => cancelling.abort()));
  const cancelling = new AbortController();
  assert.deepEqual(await callOnce(server, { signal: AbortSignal.abort() }), { kind: "unreached", reason: "cancelled" });
  assert.equal(server.connections(), 0);
  assert.deepEqual(await callOnce(server, { signal: cancelling.signal }), { kind: "lost", reason: "cancelled" });
});

test("a call canceled for a reason says so", async () => {
  await using server = await serveRaw(onRequest(() => cancelling.abort(new Error("the service stops"))));
  const cancelling = new AbortController();
  assert.deepEqual(await callOnce(server, { signal: cancelling.signal }), { kind: "lost", reason: "the service stops" });
});

test("closing aborts calls in flight and waits for them", async () => {
  await using server = await serveRaw(onRequest(() => void net[Symbol.asyncDispose]()));
  const net = openNet();
  assert.deepEqual(await net.call({ method: "POST", url: server.origin, body: "x" }), { kind: "lost", reason: "cancelled" });
  assert.deepEqual(await net.call({ method: "POST", url: server.origin, body: "x" }), { kind: "unreached", reason: "cancelled" });
});

test("an invalid header is unreached", async () => {
  await using server = await serve((_request, response) => response.end());
  const reply = await callOnce(server, { headers: { authorization: "Bearer a\r\nx: y" } });
  assert.equal(reply.kind, "unreached");
  assert.equal(server.connections(), 0);
});

async function echo(): Promise<TestServer> {
  return serve(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request));
    response.end(JSON.stringify({ method: request.method, headers: request.headers, body: body.toString() }));
  });
}

test("bodies are sent with their length, never chunked", async () => {
  await using server = await echo();
  const file = new File(["file content"], 'a "name".txt', { type: "text/plain" });
  const form = new FormData();
  form.append("status", "line one\nline two");
  form.append("media[]", file);
  const bodies = {
    text: "ünï",
    bytes: new Uint8Array([104, 105]),
    stream: { stream: Readable.from([Buffer.from("str"), Buffer.from("eam")]), length: 6 },
    form,
  };
  for (const [name, body] of Object.entries(bodies)) {
    const reply = await callOnce(server, { body, method: "PUT" });
    assert.ok(reply.kind === "answered", name);
    const { headers, body: received } = JSON.parse(reply.text ?? "");
    assert.equal(headers["content-length"], String(Buffer.byteLength(received)), name);
    assert.equal(headers["transfer-encoding"], undefined, name);
    assert.equal(headers["user-agent"], "test/1");
    if (name === "text") assert.equal(received, "ünï");
    if (name === "stream") assert.equal(received, "stream");
  }
});

test("a form arrives as a form", async () => {
  let received: FormData | undefined;
  await using server = await serve(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request));
    received = await new Response(body, { headers: { "content-type": request.headers["content-type"] ?? "" } }).formData();
    response.end();
  });
  const form = new FormData();
  form.append("status", "line one\nline two");
  form.append("empty", "");
  form.append("file", new File([new Uint8Array([0, 255, 13, 10])], 'a "name".png', { type: "image/png" }));
  const reply = await callOnce(server, { body: form });
  assert.equal(reply.kind, "answered");
  const file = received?.get("file");
  assert.ok(file instanceof File);
  assert.equal(file.name, 'a "name".png');
  assert.equal(file.type, "image/png");
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), new Uint8Array([0, 255, 13, 10]));
  assert.equal(received?.get("status"), "line one\r\nline two");
  assert.equal(received?.get("empty"), "");
});

test("a stream that breaks half-way is lost, and the server sees no complete request", async () => {
  const whole: boolean[] = [];
  await using server = await serve((request, response) => {
    request.on("close", () => whole.push(request.complete));
    request.resume().on("end", () => response.end());
  });
  async function* breaking() {
    yield Buffer.alloc(1000);
    throw new Error("disk");
  }
  const reply = await callOnce(server, { body: { stream: Readable.from(breaking()), length: 5000 } });
  assert.equal(reply.kind, "lost");
  await eventually("the server sees the end of the request", () => whole.length > 0);
  assert.deepEqual(whole, [false]);
});

test("a stream that does not match its announced length is lost", async () => {
  for (const length of [3, 5000]) {
    await using server = await echo();
    const reply = await callOnce(server, { body: { stream: Readable.from([Buffer.alloc(1000)]), length } });
    assert.equal(reply.kind, "lost");
  }
});

test("a stream that was never read is closed", async () => {
  const stream = createReadStream(import.meta.filename);
  await using net = openNet();
  const reply = await net.call({ method: "POST", url: await deadOrigin(), body: { stream, length: 10 } });
  assert.equal(reply.kind, "unreached");
  if (!stream.closed) await new Promise((resolve) => stream.once("close", resolve));
  assert.equal(stream.bytesRead, 0);
});

test("a response that arrives before the whole body was read is returned", async () => {
  await using server = await serve((_request, response) => response.writeHead(413, { connection: "close" }).end("too large"));
  async function* endless() {
    for (let i = 0; i < 1000; i += 1) yield Buffer.alloc(65_536);
  }
  const reply = await callOnce(server, { body: { stream: Readable.from(endless()), length: 65_536_000 } });
  assert.equal(reply.kind === "answered" && reply.status, 413);
});

test("proxies set in the environment are not used", async () => {
  await using proxy = await serve((_request, response) => response.end("proxy"));
  await using server = await serve((_request, response) => response.end("direct"));
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
  const before = names.map((name) => [name, process.env[name]] as const);
  try {
    for (const name of names) process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : proxy.origin;
    const reply = await callOnce(server);
    assert.equal(reply.kind === "answered" && reply.text, "direct");
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  assert.equal(proxy.connections(), 0);
});
