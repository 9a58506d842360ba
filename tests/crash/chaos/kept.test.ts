import assert from "node:assert/strict";
import { test } from "node:test";
import { lostOrDoubled, ownerless, speechless } from "./kept.ts";

test("what was acknowledged and is lost, what is doubled and what nobody has asked for is found", () => {
  assert.deepEqual(lostOrDoubled({ kind: "file", acknowledged: ["a", "b"], doubtful: ["c"], present: ["b", "a", "c"] }), []);
  assert.deepEqual(lostOrDoubled({ kind: "file", acknowledged: ["a", "b"], doubtful: ["c", "d"], present: ["b", "c", "c", "x"] }), [
    "the file a was acknowledged and is not there",
    "the file c is there 2 times",
    "the file x is there, and nobody has asked for it",
  ]);
});

test("a file that belongs to nothing is found", () => {
  const owned = new Set(["ab12", "secret-key"]);
  assert.deepEqual(ownerless(["/data/secret-key", "/data/media/ab/ab12"], owned), []);
  assert.deepEqual(ownerless(["/data/media/ab/ab13"], owned), ["/data/media/ab/ab13 is on the disk and belongs to nothing"]);
});

test("a refusal without a sentence for people is found, and no answer is none", () => {
  const reply = (status: number, body: unknown) => ({ status, body, data: {} });
  const fine = [null, reply(201, {}), reply(503, { message: "The service's disk is full. Nothing was stored." })];
  assert.deepEqual(speechless(fine), []);
  const wrong = ["", "failed", "ENOSPC: no space left on device, write.", "Nothing could be read at undefined.", undefined];
  assert.equal(speechless(wrong.map((message) => reply(500, { message }))).length, wrong.length);
});
