import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import type { SandboxPost } from "./network.ts";
import { type SandboxThread, threadAt, threadsOf } from "./threads.ts";

const post = (id: string, replyTo: string | null = null): SandboxPost => ({
  id,
  replyTo,
  author: "@anna",
  text: id,
  url: "",
  createdAt: toInstant("2026-11-21T09:00:00Z"),
  media: [],
  poll: null,
  card: null,
  counts: { likes: 0, comments: 0, shares: 0 },
  links: [],
});

const outline = (threads: readonly SandboxThread[]): unknown[] => threads.map(({ post, replies }) => [post.id, ...outline(replies)]);

test("conversations are newest first, replies below them oldest first", () => {
  const feed = [post("e", "c"), post("d"), post("c", "a"), post("b", "a"), post("a")];
  assert.deepEqual(outline(threadsOf(feed)), [["d"], ["a", ["b"], ["c", ["e"]]]]);
});

test("a reply whose parent is not in the feed starts a conversation", () => {
  assert.deepEqual(outline(threadsOf([post("b", "gone"), post("a")])), [["b"], ["a"]]);
});

test("posts that reply to themselves or each other terminate", () => {
  assert.deepEqual(outline(threadsOf([post("c"), post("b", "a"), post("a", "b"), post("x", "x")])), [["c"]]);
});

test("a post is found anywhere in the feed, with the replies below it", () => {
  const feed = [post("c", "b"), post("b", "a"), post("a")];
  assert.deepEqual(outline([threadAt(feed, "b")].filter((thread) => thread !== null)), [["b", ["c"]]]);
  assert.equal(threadAt(feed, "z"), null);
});
