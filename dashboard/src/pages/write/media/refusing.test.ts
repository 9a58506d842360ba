import assert from "node:assert/strict";
import { test } from "node:test";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { draftMedium } from "../state.ts";
import { refusingShape } from "./refusing.ts";

const aPicture = (width: number | null, height: number | null, mime = "image/jpeg") =>
  draftMedium({ id: "1", name: "loaf.jpg", mime, width, height } as DescribedMedium);
const types = ["Instagram", "X", "Instagram", "Facebook"] as const;

test("a picture that is too tall is refused by the networks that limit its shape, each once", () => {
  assert.deepEqual(refusingShape([aPicture(900, 1600)], 0, { types, isStory: false }), ["Instagram"]);
  assert.deepEqual(refusingShape([aPicture(800, 1000)], 0, { types, isStory: false }), []);
  assert.deepEqual(refusingShape([aPicture(900, 1600)], 0, { types, isStory: true }), []);
});

test("where all pictures are cropped to the first, only that one can be refused", () => {
  const media = [aPicture(800, 1000), aPicture(900, 1600)];
  assert.deepEqual(refusingShape(media, 1, { types, isStory: false }), []);
});

test("what is no picture, or of unknown size, is not refused by its shape", () => {
  assert.deepEqual(refusingShape([aPicture(null, null)], 0, { types, isStory: false }), []);
  assert.deepEqual(refusingShape([aPicture(900, 1600, "video/mp4")], 0, { types, isStory: false }), []);
  assert.deepEqual(refusingShape([{ kind: "address", url: "https://a.example/1.jpg", alt: "" }], 0, { types, isStory: false }), []);
});

test("a picture with a part of its own for a network is judged by that part there", () => {
  const [tall, part] = [aPicture(900, 1600), aPicture(900, 900)];
  assert.ok(tall.kind === "file" && part.kind === "file");
  const cropped = { ...tall, own: { Instagram: part.medium } };
  assert.deepEqual(refusingShape([cropped], 0, { types: ["Instagram"], isStory: false }), []);
  assert.deepEqual(refusingShape([{ ...tall, own: { X: part.medium } }], 0, { types: ["Instagram"], isStory: false }), ["Instagram"]);
});
