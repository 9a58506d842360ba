import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import Fastify from "fastify";
import { sendFile } from "./files.ts";

const app = Fastify();
let origin = "";
before(async () => {
  app.get<{ Querystring: { mime: string } }>("/", (request, reply) =>
    sendFile(request, reply, { bytes: Buffer.from("0123456789"), mime: request.query.mime }),
  );
  origin = await app.listen({ host: "127.0.0.1", port: 0 });
});
after(() => app.close());

async function get(mime: string, range?: string) {
  const reply = await fetch(`${origin}/?mime=${encodeURIComponent(mime)}`, { headers: range === undefined ? {} : { range } });
  const { headers, status } = reply;
  return {
    status,
    text: await reply.text(),
    type: headers.get("content-type"),
    as: headers.get("content-disposition"),
    range: headers.get("content-range"),
    headers,
  };
}

test("pictures and videos are shown inline, everything else is downloaded", async () => {
  for (const mime of ["image/png", "image/jpeg", "video/mp4"]) {
    const { type, as } = await get(mime);
    assert.deepEqual([type, as], [mime, "inline"]);
  }
  for (const mime of ["image/svg+xml", "text/html", "application/pdf", "video/mp4; x", ""]) {
    const { type, as } = await get(mime);
    assert.deepEqual([type, as], ["application/octet-stream", "attachment"]);
  }
});

test("a file's type is never sniffed, and it cannot run scripts", async () => {
  const { headers } = await get("image/png");
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("content-security-policy"), "default-src 'none'; sandbox");
});

test("a player gets the range it requests", async () => {
  const ranged = async (range: string) => {
    const { status, text, range: answered } = await get("video/mp4", range);
    return [status, text, answered];
  };
  assert.deepEqual(await ranged("bytes=0-"), [206, "0123456789", "bytes 0-9/10"]);
  assert.deepEqual(await ranged("bytes=2-4"), [206, "234", "bytes 2-4/10"]);
  assert.deepEqual(await ranged("bytes=8-99"), [206, "89", "bytes 8-9/10"]);
  assert.deepEqual(await ranged("bytes=-3"), [206, "789", "bytes 7-9/10"]);
  assert.deepEqual(await ranged("bytes=10-"), [416, "", "bytes */10"]);
  assert.deepEqual(await ranged("bytes=0-1,4-5"), [200, "0123456789", null]);
  assert.deepEqual(await ranged("bytes=-"), [200, "0123456789", null]);
});
