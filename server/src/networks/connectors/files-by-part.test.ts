import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutgoingMedia } from "./connector.ts";
import { filesByPart } from "./files-by-part.ts";
import { anImage } from "./testing/posts.ts";

/** Files by name, in twos, on three parts. */
async function placed(...files: readonly (readonly [name: string, part?: number])[]) {
  const media = await Promise.all(
    files.map(async ([id, part]): Promise<OutgoingMedia> => ({ ...(await anImage()), id, ...(part === undefined ? {} : { part }) })),
  );
  const group = (all: readonly OutgoingMedia[]) =>
    all.length === 0 ? [] : Array.from({ length: Math.ceil(all.length / 2) }, (_, at) => all.slice(2 * at, 2 * at + 2));
  return filesByPart(media, { parts: 3, group }).map((own) => own.map(({ id }) => id).join(""));
}

test("files that nobody has placed spread over the parts from the first on", async () => {
  assert.deepEqual(await placed(["a"], ["b"], ["c"]), ["ab", "c"]);
});

test("files that were placed go with their part, one after the last with the last, and what is too much follows the thread", async () => {
  assert.deepEqual(await placed(["a"], ["b", 2]), ["a", "", "b"]);
  assert.deepEqual(await placed(["a", 9], ["b", 1]), ["", "b", "a"]);
  assert.deepEqual(await placed(["a"], ["b", 1], ["c", 1], ["d", 1]), ["a", "bc", "", "d"]);
});
