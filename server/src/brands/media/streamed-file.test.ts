import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { encodeForm } from "../../ground/net/form.ts";
import { StreamedFile } from "./streamed-file.ts";

const aRoom = () => new Uint8Array(65_536);
const BYTES = Buffer.from("0123456789");

function aFile(bytes: Uint8Array = BYTES) {
  const opened: { start: number; end: number }[] = [];
  const file = new StreamedFile({
    name: "film.mp4",
    type: "video/mp4",
    size: bytes.length,
    async *pieces(range) {
      opened.push(range);
      yield new Uint8Array(bytes.subarray(range.start, range.end + 1));
    },
  });
  return { file, opened };
}

test("a streamed file is a file like any other", async () => {
  const { file } = aFile();
  assert.ok(file instanceof File);
  assert.deepEqual([file.name, file.type, file.size], ["film.mp4", "video/mp4", 10]);
  assert.deepEqual([await file.text(), (await file.arrayBuffer()).byteLength], ["0123456789", 10]);
});

test("slices are those of the standard's Blob, wherever they begin and end", async () => {
  const blob = new Blob([BYTES]);
  for (const [start, end] of [[], [0, 10], [2, 5], [5, 2], [-3], [-3, -1], [-30, 4], [4, 100], [10], [100]]) {
    const { file } = aFile();
    const [own, standard] = [file.slice(start, end), blob.slice(start, end)];
    assert.deepEqual([own.size, await own.text()], [standard.size, await standard.text()], `${start} to ${end}`);
    assert.equal(await own.slice(1, 3).text(), await standard.slice(1, 3).text(), `${start} to ${end}, sliced again`);
  }
});

test("its bytes are opened when they are read, not before, and each time anew", async () => {
  const { file, opened } = aFile();
  const form = new FormData();
  form.set("file", file);
  const encoded = encodeForm(form);
  assert.deepEqual(opened, []);
  const sent = Buffer.concat(await Array.fromAsync(encoded.pieces(aRoom)));
  assert.equal(sent.length, encoded.length);
  assert.ok(sent.includes('filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n0123456789\r\n'));
  assert.equal(await file.slice(4, 6).text(), "45");
  assert.deepEqual(opened, [
    { start: 0, end: 9 },
    { start: 4, end: 5 },
  ]);
});

test("of an empty file nothing is opened", async () => {
  const { file, opened } = aFile(new Uint8Array());
  assert.deepEqual([file.size, await file.text(), opened], [0, "", []]);
});

/** A file that tells how many pieces of 64 KiB the storage has been asked for. */
function aLongFile() {
  const read = { pieces: 0, isClosed: false };
  async function* pieces() {
    try {
      for (; read.pieces < 1600; read.pieces += 1) yield new Uint8Array(65_536).fill(read.pieces);
    } finally {
      read.isClosed = true;
    }
  }
  const file = new StreamedFile({ name: "film.mp4", type: "video/mp4", size: 1600 * 65_536, pieces });
  return { file, read };
}

/** Long enough for whoever reads ahead. */
async function manyTurns() {
  for (let turn = 0; turn < 200; turn += 1) await setImmediate();
}

test("a form whose receiver is slow has one piece of a file read, not more with time", async () => {
  const { file, read } = aLongFile();
  const form = new FormData();
  form.set("file", file);
  const bytes = encodeForm(form).pieces(aRoom)[Symbol.asyncIterator]();
  await bytes.next();
  await bytes.next();
  await manyTurns();
  assert.equal(read.pieces, 0);
  await bytes.next();
  assert.equal(read.pieces, 1);
  await bytes.return?.();
  await manyTurns();
  assert.equal(read.isClosed, true);
});

test("a stream of which nobody reads on reads one piece ahead, and lets go of the file when it is cancelled", async () => {
  const { file, read } = aLongFile();
  const reader = file.stream().getReader();
  assert.equal((await reader.read()).value?.length, 65_536);
  await manyTurns();
  assert.ok(read.pieces <= 3, `${read.pieces} pieces`);
  await reader.cancel();
  await manyTurns();
  assert.equal(read.isClosed, true);
});
