import assert from "node:assert/strict";
import { test } from "node:test";
import { carriedOut, fetched, mineBeside, refreshed, whenBeside } from "./merging.ts";
import { type Draft, newDraft } from "./state.ts";

const before: Draft = { ...newDraft({ collectionId: 3 }), caption: "Rye", when: { mode: "DRAFT" } };
const tuesday: Draft["when"] = { mode: "SCHEDULE", date: "2026-12-01", time: "09:00" };
const friday: Draft["when"] = { mode: "SCHEDULE", date: "2026-12-04", time: "09:00" };
const versionOf = (draft: Draft) => ({ postId: 1, version: "2", draft });

test("where only they have chosen another time or collection, it stays theirs, and the text is mine", () => {
  const theirs = versionOf({ ...before, caption: "Theirs", collectionId: 4, when: friday });
  const mine = mineBeside(theirs, { base: versionOf(before), draft: { ...before, caption: "Mine" } });
  assert.deepEqual(mine, { ...before, caption: "Mine", collectionId: 4, when: friday });
});

test("what I have chosen myself stays mine", () => {
  const theirs = versionOf({ ...before, collectionId: 4, when: friday });
  const draft: Draft = { ...before, collectionId: 5, when: tuesday };
  assert.deepEqual(mineBeside(theirs, { base: versionOf(before), draft }), draft);
});

test("a save that was to change nothing but the text leaves the post where they have put it", () => {
  const theirs = versionOf({ ...before, when: friday });
  const base = versionOf(before);
  assert.deepEqual(whenBeside(theirs, { base, when: { mode: "DRAFT" } }), friday);
  assert.deepEqual(whenBeside(theirs, { base, when: { mode: "IMMEDIATE" } }), { mode: "IMMEDIATE" });
  assert.deepEqual(whenBeside(versionOf(before), { base, when: { mode: "DRAFT" } }), { mode: "DRAFT" });
});

test("an address is the file that was fetched from it, wherever it has been put meanwhile, and keeps the text it has now", () => {
  const address = (url: string, alt = "") => ({ kind: "address", url, alt }) as const;
  const file = (id: string) => ({ kind: "file", alt: "", medium: { id } }) as Draft["media"][number];
  const [sent, next] = [
    { ...before, media: [address("https://a.example/1"), file("m0")] },
    { ...before, media: [file("m1"), file("m0")] },
  ];
  const now = [file("m0"), address("https://a.example/2"), address("https://a.example/1", "Rye")];
  assert.deepEqual(fetched(now, { sent, next }), [file("m0"), now[1], { ...file("m1"), alt: "Rye" }]);
});

test("a post that reads as a save without an answer would have left it, place and all, was left so by that save", () => {
  const lost = { draft: { ...before, caption: "Rye" }, when: friday };
  const wanted: Draft["when"] = { mode: "DRAFT" };
  assert.equal(carriedOut([lost], { now: { ...before, when: friday }, wanted }), lost);
  assert.equal(carriedOut([lost], { now: { ...before, when: tuesday }, wanted }), null);
  assert.equal(carriedOut([lost], { now: { ...before, caption: "Theirs", when: friday }, wanted }), null);
});

test("a save that fetched a file from its address is known by all else", () => {
  const draft: Draft = { ...before, media: [{ kind: "address", url: "https://a.example/1", alt: "Loaf" }] };
  const file = { kind: "file", alt: "Loaf", medium: { id: "m1" } } as Draft["media"][number];
  const lost = { draft, when: before.when };
  assert.equal(carriedOut([lost], { now: { ...before, media: [file] }, wanted: before.when }), lost);
});

test("what may have gone out and come back is asked about", () => {
  const queued = { draft: before, when: { mode: "QUEUE", position: "BACK" } } as const;
  const now: Draft = { ...before, when: { mode: "QUEUE", position: "STAY" } };
  assert.equal(carriedOut([queued], { now, wanted: queued.when }), queued);
  assert.equal(carriedOut([queued], { now, wanted: { mode: "IMMEDIATE" } }), null);
  assert.equal(carriedOut([queued], { now, wanted: { mode: "QUEUE", position: "FRONT" } }), null);
  const published = { draft: before, when: { mode: "IMMEDIATE" } } as const;
  assert.equal(carriedOut([published, queued], { now, wanted: queued.when }), null);
});

test("of the files of a restored draft those that are gone are left out; what was added since it was asked stays", () => {
  const file = (id: string, alt = "") => ({ kind: "file", alt, medium: { id } }) as Extract<Draft["media"][number], { kind: "file" }>;
  const found = new Map([["there", { ...file("there").medium, name: "rolls.jpg" }]]);
  assert.deepEqual(refreshed([file("there", "Rolls"), file("gone"), file("added")], ["there", "gone"], found), [
    { kind: "file", alt: "Rolls", medium: { id: "there", name: "rolls.jpg" } },
    file("added"),
  ]);
});
