import assert from "node:assert/strict";
import { test } from "node:test";
import { nextUploads, type UploadStep, uploadsAfter } from "./uploads.ts";

const files = ["a", "b", "c", "d", "e"].map((name) => new File(["bytes"], `${name}.png`));
const after = (...steps: readonly UploadStep[]) => steps.reduce<ReturnType<typeof uploadsAfter>>(uploadsAfter, []);
const added: UploadStep = { kind: "added", files, firstKey: 1 };
const keys = (uploads: readonly { readonly key: number }[]) => uploads.map(({ key }) => key);

test("three files are sent at once, in order; the next begins when one has arrived or failed", () => {
  const begun = [1, 2, 3].map((key): UploadStep => ({ kind: "begun", key }));
  assert.deepEqual(keys(nextUploads(after(added))), [1, 2, 3]);
  assert.deepEqual(keys(nextUploads(after(added, ...begun))), []);
  assert.deepEqual(keys(nextUploads(after(added, ...begun, { kind: "arrived", key: 2 }))), [4]);
  assert.deepEqual(keys(nextUploads(after(added, ...begun, { kind: "failed", key: 1, problem: "Too large." }))), [4]);
});

test("a file that is too large is told before anything is sent, and does not hold up the others", () => {
  const large = { name: "film.mp4", size: 100 * 1024 * 1024 + 1 } as File;
  const uploads = after({ kind: "added", files: [large, ...files.slice(0, 1)], firstKey: 1 });
  assert.deepEqual(uploads[0]?.state, { kind: "failed", problem: "It is larger than 100 MB, which is the most a file may have." });
  assert.deepEqual(keys(nextUploads(uploads)), [2]);
});

test("what failed stays with its reason until it is sent again or dismissed", () => {
  const failed: UploadStep = { kind: "failed", key: 1, problem: "Too large." };
  assert.deepEqual(after(added, failed)[0]?.state, { kind: "failed", problem: "Too large." });
  assert.deepEqual(after(added, failed, { kind: "again", key: 1 })[0]?.state, { kind: "waiting" });
  assert.deepEqual(keys(after(added, failed, { kind: "dismissed", key: 1 })), [2, 3, 4, 5]);
});
