import assert from "node:assert/strict";
import { test } from "node:test";
import { differencesOf } from "./differences.ts";
import { forget, freeName, keep, keptName, makeRoom, readKept } from "./kept.ts";
import { listOf, playlistsOf, withOptions, withPlaylists } from "./options.ts";
import { readWriteSearch } from "./search.ts";
import { isSame, newDraft } from "./state.ts";

const draft = { ...newDraft({ collectionId: 1 }), caption: "Rye" };

function aStore() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}

const NO_NAMES = { collections: new Map(), channels: new Map() };

test("what is kept is there again, by brand and post, until it is forgotten", () => {
  const store = aStore();
  const kept = { draft, version: null };
  keep(store, keptName({ userId: "ada", brandId: 1 }, null), kept);
  assert.deepEqual(readKept(store, keptName({ userId: "ada", brandId: 1 }, null)), kept);
  assert.equal(readKept(store, keptName({ userId: "ada", brandId: 1 }, 7)), null);
  assert.equal(readKept(store, keptName({ userId: "ada", brandId: 2 }, null)), null);
  assert.equal(readKept(store, keptName({ userId: "ben", brandId: 1 }, null)), null);
  forget(store, keptName({ userId: "ada", brandId: 1 }, null));
  assert.equal(readKept(store, keptName({ userId: "ada", brandId: 1 }, null)), null);
});

test("a browser that stores nothing, or something else, disturbs nobody", () => {
  const refusing = () => {
    throw new Error("QuotaExceededError");
  };
  const broken = { getItem: refusing, setItem: refusing, removeItem: refusing };
  keep(broken, "x", { draft, version: null });
  forget(broken, "x");
  assert.equal(readKept(broken, "x"), null);
  for (const text of ["", "{", "null", "1", '{"draft":1}', '{"draft":{}}']) {
    assert.equal(readKept({ ...broken, getItem: () => text }, "x"), null, text);
  }
});

test("what was kept before networks had texts of their own is read as having none", () => {
  const { captions: _none, ...old } = draft;
  const store = { ...aStore(), getItem: () => JSON.stringify({ draft: old, version: null }) };
  assert.deepEqual(readKept(store, "x"), { draft, version: null });
});

test("two versions differ where their words do", () => {
  const mine = {
    ...draft,
    caption: "Rye!",
    captions: { X: "Rye?" },
    when: { mode: "SCHEDULE", date: "2026-12-01", time: "09:00" } as const,
  };
  assert.deepEqual(differencesOf(draft, mine, NO_NAMES), [
    { what: "Text", theirs: "Rye", mine: "Rye!" },
    { what: "Text for X", theirs: "", mine: "Rye?" },
    { what: "When", theirs: "In the queue", mine: "2026-12-01 09:00" },
  ]);
  assert.deepEqual(differencesOf(draft, draft, NO_NAMES), []);
});

test("network options hold what is set, and nothing empty", () => {
  const tagged = withOptions({}, "youtube", { tags: listOf(" rye, bread ,, ") });
  assert.deepEqual(tagged, { youtube: { tags: ["rye", "bread"] } });
  assert.deepEqual(withOptions(tagged, "youtube", { tags: [] }), {});
});

test("playlists are chosen by channel; those of other channels stay", () => {
  const one = withPlaylists({}, 4, ["PLrye"]);
  const both = withPlaylists(one, 5, ["PLcake", "PLtalk"]);
  assert.deepEqual([playlistsOf(both, 4), playlistsOf(both, 5), playlistsOf(both, 6)], [["PLrye"], ["PLcake", "PLtalk"], []]);
  assert.deepEqual(withPlaylists(both, 5, []), one);
  assert.deepEqual(withPlaylists(one, 4, []), {});
});

test("what was kept before files had texts of their own is read with none", () => {
  const store = aStore();
  const medium = { kind: "address", url: "https://shop.example/a.jpg" };
  store.setItem("x", JSON.stringify({ draft: { ...draft, media: [medium] }, version: null }));
  assert.deepEqual(readKept(store, "x")?.draft.media, [{ ...medium, alt: "" }]);
});

test("the address says the collection, the date and the draft; anything else is ignored", () => {
  assert.deepEqual(readWriteSearch({ collection: "3", date: "2026-12-01 09:00", draft: 4, x: 1 }), {
    collection: 3,
    date: "2026-12-01 09:00",
    draft: 4,
  });
  assert.deepEqual(readWriteSearch({ collection: "-1", date: "tomorrow", draft: "x" }), {});
});

test("a draft is saved when the service has it, in whatever order and without what the service drops", () => {
  const typed = {
    ...draft,
    platforms: { instagram: { shareToFeed: true }, tiktok: { title: "Rye" } },
    preferences: { "5": {}, "6": { b: "1", a: "2" } },
    poll: { question: "Rye?", options: ["Yes ", "No", " "], period: "1d" as const, correctOptionIndex: null, explanation: " " },
  } as unknown as typeof draft;
  const stored = {
    ...draft,
    platforms: { tiktok: { title: "Rye" }, instagram: { shareToFeed: true } },
    preferences: { "6": { a: "2", b: "1" } },
    poll: { question: "Rye?", options: ["Yes", "No"], period: "1d" as const, correctOptionIndex: null, explanation: "" },
  } as unknown as typeof draft;
  assert.ok(isSame(typed, stored));
  assert.ok(!isSame(typed, { ...stored, caption: "Rye!" }));
  assert.ok(!isSame(typed, { ...stored, preferences: { "6": { a: "2", b: "3" } } }));
});

test("what is begun beside takes a place of its own, and what is shared takes none of another", () => {
  const store = aStore();
  const owner = { userId: "ada", brandId: 1 };
  const places = [0, 1, 2, 3].map((number) => {
    const name = freeName(store, owner) ?? assert.fail();
    keep(store, name, { draft: { ...draft, caption: String(number) }, version: null });
    return name;
  });
  assert.equal(new Set(places).size, 4);
  assert.ok(!places.includes(keptName(owner, null, "shared")));
  assert.equal(freeName(store, owner), null);
  forget(store, places[2] ?? "");
  keep(store, keptName(owner, null, "shared"), { draft: { ...draft, caption: "shared" }, version: null });
  makeRoom(store, owner);
  assert.equal(readKept(store, places[2] ?? "")?.draft.caption, "shared");
  assert.equal(readKept(store, keptName(owner, null, "shared")), null);
});
