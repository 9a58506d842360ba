import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { countDuplicates } from "./duplicates.ts";
import type { SandboxPost } from "./network.ts";

function aPost(id: string, fields: Partial<SandboxPost> = {}): SandboxPost {
  const counts = { likes: 0, comments: 0, shares: 0 };
  const plain = { author: "@bakery", text: "Rolls", media: [], poll: null, card: null, replyTo: null, counts, links: [] };
  return { id, url: `http://127.0.0.1/${id}`, createdAt: toInstant("2026-11-21T09:00:00Z"), ...plain, ...fields };
}

const count = (feed: SandboxPost[], known: string[] = []) => countDuplicates(feed, async () => new Set(known));
const picture = { url: "/1.png", mime: "image/png", alt: "Rolls" };

test("all but one of several identical posts are duplicates", async () => {
  assert.equal(await count([]), 0);
  assert.equal(await count([aPost("1")]), 0);
  assert.equal(await count([aPost("1"), aPost("2"), aPost("3")]), 2);
});

test("another account, text, place or file makes another post; another URL of a file does not", async () => {
  const feed = [
    aPost("1"),
    aPost("2", { author: "@cafe" }),
    aPost("3", { text: "Buns" }),
    aPost("4", { replyTo: "1" }),
    aPost("5", { media: [picture] }),
  ];
  assert.equal(await count(feed), 0);
  assert.equal(await count([...feed, aPost("6", { media: [{ ...picture, url: "/2.png" }] })]), 1);
});

test("files with different digests make different posts, such as several stories", async () => {
  const story = (id: string, digest: string) => aPost(id, { text: "", media: [{ ...picture, digest }] });
  assert.equal(await count([story("1", "a"), story("2", "b")]), 0);
  assert.equal(await count([story("1", "a"), story("2", "b"), story("3", "a")]), 1);
});

test("a post that the service knows by id or URL is intended, such as another round of an evergreen post", async () => {
  const feed = [aPost("1"), aPost("2"), aPost("3")];
  assert.equal(await count(feed, ["1", "2", "3"]), 0);
  assert.equal(await count(feed, ["1", "http://127.0.0.1/2"]), 1);
  assert.equal(await count(feed, ["1"]), 2);
});

test("the rest of a thread counts as the author's, readers' comments do not", async () => {
  const tail = (id: string) => aPost(id, { text: "Two", replyTo: "1" });
  const cheer = (id: string) => aPost(id, { author: "@reader", text: "Nice", replyTo: "1" });
  assert.equal(await count([aPost("1", { text: "One" }), tail("2"), tail("3"), cheer("4"), cheer("5")]), 1);
  assert.equal(await count([tail("2"), tail("3")]), 0, "the feed does not reach back to the first post");
});
