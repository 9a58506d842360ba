import assert from "node:assert/strict";
import { test } from "node:test";
import { typeOf } from "./file-type.ts";

const bytes = (...parts: readonly (string | number)[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === "number" ? [part] : [...part].map((letter) => letter.charCodeAt(0)))));

test("The type is determined by the bytes, whatever the name", () => {
  const files: readonly (readonly [Uint8Array, string, string | null])[] = [
    [bytes(0xff, 0xd8, 0xff, 0xe0), "photo.png", "image/jpeg"],
    [bytes(0x89, "PNG\r\n", 0x1a, "\n"), "photo", "image/png"],
    [bytes("BM", 0, 0), "photo.bmp", "image/bmp"],
    [bytes("%PDF-1.7"), "menu.txt", "application/pdf"],
    [bytes(0, 0, 0, 0x20, "ftypisom"), "film.mp4", "video/mp4"],
    [bytes(0, 0, 0, 0x14, "ftypqt  "), "film.mov", "video/quicktime"],
    [bytes("RIFF", 0, 0, 0, 0, "WEBP"), "photo.jpg", null],
    [bytes("GIF89a"), "photo.gif", null],
    [bytes(0, 0, 0, 0x18, "ftypheic"), "photo.heic", null],
    [bytes("PK", 3, 4), "menu.pdf", null],
  ];
  for (const [head, name, type] of files) assert.equal(typeOf(head, name), type, name);
});

test("If the bytes are inconclusive, the extension decides whether the file is sent to the service", () => {
  assert.equal(typeOf(bytes("moov"), "film.MOV"), "video/quicktime");
  assert.equal(typeOf(bytes("hello"), "notes.txt"), null);
  assert.equal(typeOf(bytes(), "empty"), null);
});
