import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { piecesOf } from "./marks.ts";

const TEXT = "With @rye.bread, @oven@social.example and @miller.bsky.social: #rolls at https://shop.example/a, not me@mail.example.";

const linked = (type: ChannelType, text = TEXT) => piecesOf(text, type).filter((_, index) => index % 2 === 1);

test("a preview marks what the network links, and a name is plain text where it links none", () => {
  const [address, tag] = ["https://shop.example/a", "#rolls"];
  assert.deepEqual(linked("Facebook"), [tag, address]);
  assert.deepEqual(linked("LinkedIn"), [tag, address]);
  assert.deepEqual(linked("Pinterest"), [tag]);
  assert.deepEqual(linked("Google Business"), [address]);
  assert.deepEqual(linked("Bluesky"), ["@rye.bread", "@miller.bsky.social", tag, address]);
  assert.deepEqual(linked("Bluesky", "With @rye and @oven_1"), []);
  assert.deepEqual(linked("Mastodon"), ["@oven@social.example", tag, address]);
  assert.deepEqual(linked("Mastodon", "With @neighbour, @me_2 and @rye.bread."), ["@neighbour", "@me_2"]);
  assert.deepEqual(linked("Threads"), ["@rye.bread", "@oven", "@miller.bsky.social", tag, address]);
  assert.deepEqual(linked("Instagram"), ["@rye.bread", "@oven", "@miller.bsky.social", tag]);
  assert.deepEqual(linked("X"), ["@rye", "@miller", tag, address]);
  assert.deepEqual(linked("Telegram", "@rye and @bakery_berlin"), ["@bakery_berlin"]);
});

test("a name that the text marks is a link, however it is written", () => {
  assert.deepEqual(piecesOf("With Müller (Brot) today", "LinkedIn", ["Müller (Brot)"]), ["With ", "Müller (Brot)", " today"]);
});
