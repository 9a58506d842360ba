import assert from "node:assert/strict";
import { test } from "node:test";
import type { ForecastLine } from "@rostrum/contract/private/foresight.ts";
import { nextPosts } from "./next-posts.ts";
import type { Slot } from "./week.ts";

function line(post: string, local: string | null, slot: string | null, channelId = 1, collectionId = 7): ForecastLine {
  const base = {
    utc: local,
    collection: "Bread",
    channel: "Shop",
    channelType: "Mastodon",
    outcome: "PUBLISHED",
    reason: null,
    message: null,
  };
  return { ...base, local, postId: post.length, post, collectionId, channelId, slot } as ForecastLine;
}

test("a slot shows the first post that it publishes, once for all channels, and none of other collections", () => {
  const slot: Slot = { id: 1, day: "MON", time: "09:00" };
  const lines = [
    line("Other collection", "2027-01-11 09:00", "Mon 09:00", 1, 8),
    line("Rye", "2027-01-11 09:00", "Mon 09:00", 1),
    line("Rye", "2027-01-11 09:00", "Mon 09:00", 2),
    line("Spelt", "2027-01-18 09:00", "Mon 09:00"),
    line("Stays", null, null),
  ];
  assert.deepEqual(nextPosts([slot], lines, 7).get(slot), { postId: 3, post: "Rye", local: "2027-01-11 09:00" });
});

test("two slots at one time publish one post each", () => {
  const [first, second]: [Slot, Slot] = [
    { id: 1, day: "MON", time: "09:00" },
    { id: 2, day: "MON", time: "09:00" },
  ];
  const lines = [line("Rye", "2027-01-11 09:00", "Mon 09:00"), line("Spelt", "2027-01-11 09:00", "Mon 09:00")];
  const next = nextPosts([first, second], lines, 7);
  assert.deepEqual([next.get(first)?.post, next.get(second)?.post], ["Rye", "Spelt"]);
});
