import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { WritingChannel } from "@rostrum/contract/private/writing.ts";
import { countersOf, obstacleFor } from "./counters.ts";
import { newDraft } from "./state.ts";

const none = { maxCharacters: null, videoBytes: null, videoPixels: null, videoSeconds: null, mimeTypes: null };
function channel(type: ChannelType, maxCharacters: number | null = null): WritingChannel {
  return {
    id: 1,
    name: type,
    type,
    status: "ACTIVE",
    limits: { ...none, maxCharacters },
    elsewhere: true,
    comments: true,
    preferences: [],
  };
}
const draft = { ...newDraft({ collectionId: 1 }), caption: "Rye 👩‍👩‍👧 https://shop.example/a/very/long/address/of/bread" };

test("each network counts as it does: graphemes, bytes, wide characters twice, links at a fixed length", () => {
  const [mastodon, x, threads] = countersOf(draft, [channel("Mastodon"), channel("X"), channel("Threads")]);
  assert.deepEqual([mastodon?.length, mastodon?.max, mastodon?.unit], [4 + 2 + 23, 500, "characters"]);
  assert.deepEqual([x?.length, x?.max], [4 + 2 + 1 + 23, 280]);
  assert.equal(threads?.unit, "bytes");
});

test("of several accounts on a network the strictest counts, with its own limit", () => {
  const [counter, ...others] = countersOf(draft, [channel("Mastodon"), channel("Mastodon", 20)]);
  assert.deepEqual([counter?.max, counter?.isOver, others.length], [20, true, 0]);
});

test("a text that is split counts by its parts", () => {
  const long = { ...draft, isThread: true, caption: "Word. ".repeat(100) };
  const [bluesky] = countersOf(long, [channel("Bluesky")]);
  assert.ok((bluesky?.parts ?? 0) > 1);
  assert.equal(bluesky?.isOver, false);
});

test("what is certain to stop a post is said at once; a file that is not fetched yet decides nothing", () => {
  assert.equal(obstacleFor(draft, channel("Instagram"), false), "Instagram takes no text alone.");
  assert.equal(
    obstacleFor({ ...draft, media: [{ kind: "address", url: "https://shop.example/a.jpg", alt: "" }] }, channel("Instagram"), false),
    null,
  );
});

test("a network with a text of its own counts that, and is stopped by that alone", () => {
  const own = { ...draft, captions: { Bluesky: "y".repeat(301) } };
  const [mastodon, bluesky] = countersOf(own, [channel("Mastodon"), channel("Bluesky")]);
  assert.deepEqual([mastodon?.isOver, bluesky?.length, bluesky?.isOver], [false, 301, true]);
  assert.equal(obstacleFor(own, channel("Mastodon"), false), null);
  assert.match(obstacleFor(own, channel("Bluesky"), false) ?? "", /The text has 301 characters/);
});
