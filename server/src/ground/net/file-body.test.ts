import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { eventually } from "../../testing/eventually.ts";
import { createNet } from "./index.ts";
import type { CallRequest } from "./net.ts";
import type { Room } from "./pieces.ts";
import { serve, serveTls, type TestServer } from "./testing/servers.ts";

const certificates = getCACertificates("default");
afterEach(() => setDefaultCACertificates(certificates));

/** A file that is read into the memory it is given, and knows what that was. */
class RecordedFile extends Blob {
  readonly content: Uint8Array;
  readonly memories = new Set<Uint8Array>();
  isClosed = false;

  constructor(content: Uint8Array) {
    super([]);
    this.content = content;
    Object.defineProperty(this, "size", { value: content.length });
  }

  async *pieces(room: Room) {
    try {
      for (let start = 0; start < this.content.length; ) {
        await nextTurn();
        const memory = room();
        this.memories.add(memory);
        const piece = this.content.subarray(start, start + memory.length);
        memory.set(piece);
        start += piece.length;
        yield memory.subarray(0, piece.length);
      }
    } finally {
      this.isClosed = true;
    }
  }
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Answers with the digest of the body, and leaves the sender waiting between two chunks of it. */
async function slowDigest(request: IncomingMessage, response: ServerResponse) {
  const hash = createHash("sha256");
  for await (const chunk of request) {
    hash.update(chunk);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  }
  response.end(hash.digest("hex"));
}

async function send(server: TestServer, body: NonNullable<CallRequest["body"]>, signal?: AbortSignal) {
  await using net = createNet({ allowPrivate: ["127.0.0.1"], trustedOrigins: [], userAgent: "test/1" });
  return await net.call({ method: "PUT", url: `${server.origin}/`, body, ...(signal === undefined ? {} : { signal }) });
}

for (const scheme of ["http", "https"]) {
  test(`a file arrives whole at a slow receiver by ${scheme}, although one memory holds all of its pieces in turn`, async () => {
    await using server = scheme === "http" ? await serve(slowDigest) : await trusted();
    const file = new RecordedFile(randomBytes(20_000_000));
    const reply = await send(server, file);
    assert.equal(reply.kind === "answered" && reply.text, digest(file.content));
    assert.equal(file.memories.size, 1);
    assert.equal(file.isClosed, true);
  });
}

test("a file in a form is read into one memory too, and all of the form arrives", async () => {
  const bodies: Buffer[] = [];
  await using server = await serve(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()));
    response.end();
  });
  const file = new RecordedFile(randomBytes(5_000_000));
  const form = new FormData();
  form.set("before", "text");
  // `set` takes a copy of a Blob that is no File, as a new File of its own.
  const named = Object.assign(new File([], "film.mp4", { type: "video/mp4" }), { pieces: (room: Room) => file.pieces(room) });
  Object.defineProperty(named, "size", { value: file.size });
  form.set("file", named);
  assert.equal((await send(server, form)).kind, "answered");
  assert.ok(bodies[0]?.includes(file.content));
  assert.equal(file.memories.size, 1);
});

test("a file is let go of when the receiver hangs up, and when the call is cancelled", async () => {
  const cut = new RecordedFile(randomBytes(20_000_000));
  await using hanging = await serve((request) => void request.once("data", () => request.destroy()));
  assert.equal((await send(hanging, cut)).kind, "lost");
  await eventually("the file is closed", () => cut.isClosed);

  const cancelled = new RecordedFile(randomBytes(20_000_000));
  const stop = new AbortController();
  await using silent = await serve((request) => void request.once("data", () => stop.abort()));
  assert.equal((await send(silent, cancelled, stop.signal)).kind, "lost");
  await eventually("the file is closed", () => cancelled.isClosed);
});

async function trusted() {
  const server = await serveTls("platform.example", slowDigest);
  setDefaultCACertificates([...certificates, server.cert]);
  return server;
}

test("files that are sent one after the other, whole and broken off, share memory and all arrive as they are", async () => {
  await using server = await serve(slowDigest);
  await using hanging = await serve((request) => void request.once("data", () => request.destroy()));
  const memories = new Set<Uint8Array>();
  for (let round = 0; round < 10; round += 1) {
    const files = Array.from({ length: 4 }, () => new RecordedFile(randomBytes(1_000_000 + round)));
    const replies = await Promise.all(files.map((file, index) => send(index === 3 ? hanging : server, file)));
    for (const [index, file] of files.entries()) {
      const reply = replies[index];
      if (index < 3) assert.equal(reply?.kind === "answered" && reply.text, digest(file.content));
      for (const memory of file.memories) memories.add(memory);
    }
  }
  assert.ok(memories.size <= 20, `${memories.size} memories for 40 files`);
});
