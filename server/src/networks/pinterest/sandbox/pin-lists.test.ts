import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { openStage, pageIn, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const onBoard = (query = "") => `/boards/${stage.boardId}/pins${query}`;
const titlesIn = async (path: string, token = stage.token) =>
  pageIn(await stage.ask("GET", path, { token })).items.map(({ title }) => title);

async function pinsNamed(titles: readonly string[]): Promise<void> {
  for (const title of titles) await stage.pin({ title });
}

/** All titles of a list, in pages of two. */
async function walked(path: string): Promise<unknown[]> {
  const titles: unknown[] = [];
  let bookmark: string | null = "";
  while (bookmark !== null) {
    const page = pageIn(await stage.ask("GET", `${path}?page_size=2&bookmark=${bookmark}`));
    titles.push(...page.items.map(({ title }) => title));
    bookmark = page.bookmark;
  }
  return titles;
}

test("a board's pins and all own pins are listed newest first, in pages", async () => {
  await pinsNamed(["a", "b", "c", "d", "e"]);
  for (const path of [onBoard(), "/pins"]) assert.deepEqual(await walked(path), ["e", "d", "c", "b", "a"], path);
  assert.deepEqual(await titlesIn(onBoard("?page_size=1")), ["e"]);
});

test("a page that is full to the last pin has no bookmark", async () => {
  await pinsNamed(["a", "b"]);
  assert.equal(pageIn(await stage.ask("GET", onBoard("?page_size=2"))).bookmark, null);
});

test("set so, lists have no order, but every pin is in them once", async () => {
  await stage.set({ list_order: "shuffled" });
  const titles = ["a", "b", "c", "d", "e", "f", "g", "h"];
  await pinsNamed(titles);
  const walk = await walked(onBoard());
  assert.notDeepEqual(walk, titles.toReversed());
  assert.deepEqual(walk.toSorted(), titles);
});

test("own pins include those on group boards, on protected ones if asked for, and on secret ones with the scope", async () => {
  const token = await stage.tokenOf("Ada");
  for (const { id: board_id, name } of pageIn(await stage.ask("GET", "/boards", { token })).items) {
    const media_source = { source_type: "image_url", url: stage.link("a.jpg") };
    assert.equal((await stage.ask("POST", "/pins", { token, body: { board_id, title: name, media_source } })).status, 201);
  }
  assert.deepEqual(await titlesIn("/pins", token), ["Made in the Village", "Ada Drafts", "Ada Ideas"]);
  assert.deepEqual(await titlesIn("/pins?pin_type=PRIVATE", token), ["Ada Drafts"]);
  const few = await stage.tokenOf("Ada", ["boards:read", "pins:read"]);
  assert.deepEqual(await titlesIn("/pins?include_protected_pins=true", few), ["Made in the Village", "Ada Partners", "Ada Ideas"]);
});

test("lists are filtered by creative type, and carry metrics if asked for", async () => {
  await stage.pin({ title: "image" });
  const items = [{ url: stage.link("a.jpg") }, { url: stage.link("b.png") }];
  await stage.pin({ title: "carousel", media_source: { source_type: "multiple_image_urls", items } });
  assert.deepEqual(await titlesIn(onBoard("?creative_types=CAROUSEL&creative_types=VIDEO")), ["carousel"]);
  assert.deepEqual(await titlesIn("/pins?creative_types=REGULAR,VIDEO"), ["image"]);
  const [pin] = pageIn(await stage.ask("GET", onBoard("?pin_metrics=true"))).items;
  assert.deepEqual(Object(pin?.pin_metrics)["90d"], { impression: 0, pin_click: 0, clickthrough: 0, save: 0 });
});

test("pins show late in lists, by the setting or the fault, but by their ids at once", async () => {
  const id = await stage.pin({ title: "a" });
  await stage.set({ listed_after_seconds: 60 });
  assert.deepEqual(await titlesIn(onBoard()), []);
  stage.pass(60);
  assert.deepEqual(await titlesIn(onBoard()), ["a"]);
  await stage.set({});
  await stage.fault("late-lists", { seconds: 120 });
  assert.deepEqual(await titlesIn("/pins"), []);
  assert.equal((await stage.ask("GET", `/pins/${id}`)).status, 200);
  stage.pass(60);
  assert.deepEqual(await titlesIn("/pins"), ["a"]);
});

test("lists of boards of others are refused, and with the fault lists-refused one's own too", async () => {
  const token = await stage.tokenOf("Ada");
  assert.deepEqual(refusalIn(await stage.ask("GET", onBoard(), { token })), [403, 29]);
  await stage.fault("lists-refused");
  assert.deepEqual(refusalIn(await stage.ask("GET", onBoard())), [403, 29]);
  assert.equal((await stage.ask("GET", onBoard())).status, 200);
});
