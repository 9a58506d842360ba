import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { contentOf, entitiesOf, lengthOf } from "../mastodon/sandbox/text.ts";
import { entitiesOf as telegramEntities } from "../telegram/sandbox/feed.ts";
import { countDuplicates } from "./duplicates.ts";
import type { SandboxPost } from "./network.ts";

/** The maximum length of a text body. Quadratic work on it would take minutes, not a second. */
const LENGTH = 1_000_000;
const SECONDS_MAX = 5;

const texts: Readonly<Record<string, string>> = {
  "closing brackets": `https://x.example/${")".repeat(LENGTH)}`,
  "opening and closing brackets": `https://x.example/${"()".repeat(LENGTH / 2)}`,
  "full stops within a link": `https://x.example/${".".repeat(LENGTH)}x`,
  "names of names": `@${"a.".repeat(LENGTH / 2)}`,
  "tag signs": "#".repeat(LENGTH),
  "tags of digits": `#${"1".repeat(LENGTH)}`,
  "link prefixes": "https://".repeat(LENGTH / 8),
  "line breaks": "\n".repeat(LENGTH),
};

for (const [what, text] of Object.entries(texts)) {
  test(`A text of ${what} is read in linear time`, () => {
    const { user, system } = process.cpuUsage();
    entitiesOf(text);
    lengthOf(text, 23);
    contentOf(text, "http://127.0.0.1:4000/sandbox/mastodon");
    telegramEntities(text);
    const used = process.cpuUsage({ user, system });
    assert.ok((used.user + used.system) / 1e6 < SECONDS_MAX, `${(used.user + used.system) / 1e6} s`);
  });
}

function post(id: string, replyTo: string | null): SandboxPost {
  const counts = { likes: 0, comments: 0, shares: 0 };
  return {
    id,
    author: "Ada",
    text: "same",
    url: "",
    createdAt: toInstant("2026-11-21T09:00:00Z"),
    media: [],
    poll: null,
    card: null,
    replyTo,
    counts,
    links: [],
  };
}

test("Circular replies and a conversation of ten thousand posts terminate", async () => {
  const circle = [post("a", "b"), post("b", "a"), post("c", "c"), post("d", "a")];
  assert.equal(await countDuplicates(circle, async () => new Set()), 0);
  const chain = Array.from({ length: 10_000 }, (_, n) => post(String(n), n === 0 ? null : String(n - 1)));
  assert.equal(await countDuplicates(chain.toReversed(), async () => new Set()), 0);
});
