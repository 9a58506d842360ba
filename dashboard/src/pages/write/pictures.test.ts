import assert from "node:assert/strict";
import { test } from "node:test";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { refreshed } from "./merging.ts";
import { picturesOf, withCover, withOwn, withoutCover, withoutOwn } from "./pictures.ts";
import { draftMedium, isSame, newDraft, replaced } from "./state.ts";

const aMedium = (id: string, name = `${id}.jpg`) => ({ id, name, mime: "image/jpeg" }) as DescribedMedium;
const [loaf, square, film] = [aMedium("loaf"), aMedium("square"), aMedium("film")];
const cropped = withOwn([draftMedium(loaf)], { id: "loaf", types: ["Instagram", "Pinterest"], medium: square });
const own = (media: typeof cropped) => picturesOf({ media }).own.map(({ type, mediaId, ownId }) => `${type} ${mediaId} ${ownId}`);

test("a crop for some networks leaves the picture as it is, and goes with it", () => {
  assert.deepEqual(own(cropped), ["Instagram loaf square", "Pinterest loaf square"]);
  assert.deepEqual(own([draftMedium(film), ...cropped]), own(cropped));
  assert.deepEqual(own([]), []);
});

test("another crop for all keeps those of single networks", () => {
  assert.deepEqual(own(replaced(cropped, "loaf", film)), ["Instagram film square", "Pinterest film square"]);
});

test("without its last own crop, a picture is as it was", () => {
  const fewer = withoutOwn(cropped, "loaf", "Instagram");
  assert.deepEqual(own(fewer), ["Pinterest loaf square"]);
  assert.deepEqual(withoutOwn(fewer, "loaf", "Pinterest"), [draftMedium(loaf)]);
});

test("a picture that is in the post twice has its own crops once", () => {
  const twice = withOwn([draftMedium(loaf), draftMedium(loaf)], { id: "loaf", types: ["Instagram"], medium: square });
  assert.deepEqual(own(twice), ["Instagram loaf square"]);
});

test("a video has one cover, which can be another one, or none", () => {
  const covered = withCover(withCover([draftMedium(film)], "film", { medium: loaf, seconds: null }), "film", {
    medium: square,
    seconds: 2,
  });
  assert.deepEqual(picturesOf({ media: covered }).covers, [{ mediaId: "film", ownId: "square", seconds: 2 }]);
  assert.deepEqual(withoutCover(covered, "film"), [draftMedium(film)]);
});

test("a draft with another crop for a network is another draft", () => {
  const draft = { ...newDraft({ collectionId: 1 }), media: [draftMedium(loaf)] };
  assert.equal(isSame(draft, { ...draft, media: cropped }), false);
  assert.equal(isSame({ ...draft, media: cropped }, { ...draft, media: cropped }), true);
});

test("what was kept shows its crops as they are now, without those that are gone", () => {
  const now = aMedium("square", "now.jpg");
  const asked = ["loaf", "square"];
  const [item] = refreshed(
    cropped,
    asked,
    new Map([
      ["loaf", loaf],
      ["square", now],
    ]),
  );
  assert.equal(item?.kind === "file" ? item.own?.Instagram : null, now);
  assert.deepEqual(refreshed(cropped, asked, new Map([["loaf", loaf]])), [draftMedium(loaf)]);
  assert.deepEqual(refreshed(cropped, asked, new Map([["square", now]])), []);
});
