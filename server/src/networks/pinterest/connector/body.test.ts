import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { buffer, text } from "node:stream/consumers";
import { test } from "node:test";
import { streamed } from "../../../testing/media.ts";
import { JsonWithFiles } from "./body.ts";

const aFile = (bytes: Uint8Array) => streamed(bytes, { name: "mug.jpg", type: "image/jpeg" });

/** A file that comes in pieces of these lengths. */
function inPieces(bytes: Buffer, lengths: readonly number[]): Blob {
  const pieces = lengths.map((length, index) => {
    const start = lengths.slice(0, index).reduce((sum, one) => sum + one, 0);
    return new Uint8Array(bytes.subarray(start, start + length));
  });
  return Object.assign(new Blob([new Uint8Array(bytes)]), { stream: () => streamOf(pieces) });
}

function streamOf(pieces: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

test("JSON without files is text", () => {
  assert.equal(new JsonWithFiles().body({ title: "Mug" }), '{"title":"Mug"}');
});

test("files stand in the JSON as base64, and its length is known before they are read", async () => {
  for (const length of [0, 1, 2, 3, 100, 65_537]) {
    const bytes = randomBytes(length);
    const json = new JsonWithFiles();
    const body = json.body({
      "title 🫖": "Mug",
      items: [{ data: json.take(aFile(bytes)) }, { data: json.take(aFile(Buffer.from("cup"))) }],
    });
    assert.ok(typeof body !== "string");
    const sent = await buffer(body.stream);
    assert.equal(sent.length, body.length);
    assert.deepEqual(JSON.parse(sent.toString()), { "title 🫖": "Mug", items: [{ data: bytes.toString("base64") }, { data: "Y3Vw" }] });
  }
});

test("it does not matter where the pieces of a file end", async () => {
  const bytes = randomBytes(23);
  for (const lengths of [[1, 1, 1, 20], [2, 2, 2, 2, 15], [23], [5, 7, 11], [0, 23]]) {
    const json = new JsonWithFiles();
    const body = json.body({ data: json.take(inPieces(bytes, lengths)) });
    assert.ok(typeof body !== "string");
    assert.deepEqual(JSON.parse(await text(body.stream)), { data: bytes.toString("base64") });
  }
});

test("words of the post that look like a file's place stay words", async () => {
  const json = new JsonWithFiles();
  const body = json.body({ title: "0123-4567:0:", data: json.take(aFile(Buffer.from("cup"))) });
  assert.ok(typeof body !== "string");
  assert.deepEqual(JSON.parse(await text(body.stream)), { title: "0123-4567:0:", data: "Y3Vw" });
});
