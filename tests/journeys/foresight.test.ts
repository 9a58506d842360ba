import assert from "node:assert/strict";
import { after, test } from "node:test";
import { running } from "./running.ts";

const service = await running();
after(() => service[Symbol.asyncDispose]());

test("An operator reads a forecast of the demo's posts, as a story and as JSON", async () => {
  const story = await service.rostrum(["forecast", "--brand-id", "1", "--days", "8"]);
  assert.equal(story.code, 0, story.err);
  assert.match(story.out, /^\w+day, \d+ \w+ \d{4} \(UTC\)\n {2}\d\d:\d\d {2}#\d+ “.+” from .+ {2}✓ Mastodon \(.+\) {2}✓ Bluesky/m);
  assert.match(story.out, /^Not published\n {2}#\d+ “.+” in .+: A draft is published only once it is queued or scheduled\.$/m);
  const json = await service.rostrum(["forecast", "--brand-id", "1", "--days", "8", "--json"]);
  const data = JSON.parse(json.out) as { outcome: string; reason: string | null; local: string | null; channelType: string }[];
  assert.ok(data.some((line) => line.outcome === "PUBLISHED" && line.local !== null && line.channelType === "Mastodon"));
  assert.ok(data.some((line) => line.outcome === "STAYS" && line.reason === "draft"));
});

test("An operator asks why a post is published when it is", async () => {
  const text = await service.rostrum(["explain", "--post-id", "1"]);
  assert.equal(text.code, 0, text.err);
  assert.match(
    text.out,
    /^The post goes out at \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\), at the slot \w{3} \d\d:\d\d\. It is number 1 of 3 in the queue\.$/m,
  );
  assert.match(text.out, /^What will happen\n( {2}✓ (Facebook|Threads|X|Mastodon|Bluesky) \(.+\)\n){5}/m);
  const json = await service.rostrum(["explain", "--post-id", "1", "--json"]);
  assert.equal((JSON.parse(json.out) as { postId: number }).postId, 1);
});

test("An operator learns which network will refuse a post, and why", async () => {
  const key = await service.rostrum(["admin", "keys", "create", "--user", "demo@example.org", "--name", "test", "--json"]);
  const environment = { ROSTRUM_API_KEY: (JSON.parse(key.out) as { key: string }).key };
  const words = [
    "posts",
    "create",
    "--brand-id",
    "1",
    "--collection-id",
    "1",
    "--publish-mode",
    "QUEUE",
    "--caption",
    "a".repeat(300),
    "--json",
  ];
  const made = await service.rostrum(words, { environment });
  assert.equal(made.code, 0, made.err);
  const { data } = JSON.parse(made.out) as { data: { id: number } };
  const text = await service.rostrum(["explain", "--post-id", `${data.id}`]);
  assert.match(
    text.out,
    /^What will happen\n {2}✓ Facebook \(.+\)\n(.*\n)* {2}✗ X \(.+\): The text has 300 characters; X takes at most 280 \(.+\)\.\n(.*\n)* {2}✓ Bluesky/m,
  );
});

test("Members read both with their API key, from any machine, for brands that they belong to", async () => {
  const key = await service.rostrum(["admin", "keys", "create", "--user", "demo@example.org", "--name", "member", "--json"]);
  await service.rostrum(["admin", "users", "create", "--email", "cy@example.org", "--name", "Cy"]);
  const strange = await service.rostrum(["admin", "keys", "create", "--user", "cy@example.org", "--name", "stranger", "--json"]);
  const keyOf = ({ out }: { out: string }) => (JSON.parse(out) as { key: string }).key;
  const elsewhere = (apiKey: string) => ({ ROSTRUM_API_KEY: apiKey, ROSTRUM_DATA_DIR: "/nowhere", ROSTRUM_ADMIN_TOKEN: "" });
  for (const words of [
    ["explain", "--post-id", "1"],
    ["forecast", "--brand-id", "1", "--days", "8"],
  ]) {
    const own = await service.rostrum(words, { environment: elsewhere(keyOf(key)) });
    assert.equal(own.code, 0, own.err);
    assert.match(own.out, /#1 “/);
    const foreign = await service.rostrum(words, { environment: elsewhere(keyOf(strange)) });
    assert.match(foreign.err, /^There is no (post|brand) with the id 1\.$/m);
  }
  const none = await service.rostrum(["explain", "--post-id", "1"], { environment: elsewhere("") });
  assert.match(none.err, /Set ROSTRUM_API_KEY to an API key.* Operators set ROSTRUM_DATA_DIR/);
});

test("Both use the command line's exit codes", async () => {
  const ends = [];
  for (const words of [
    "forecast --brand-id 999",
    "explain --post-id 999",
    "forecast --brand-id 1 --days 367",
    "forecast",
    "explain --post-id x",
  ]) {
    const { code, out, err } = await service.rostrum(words.split(" "));
    assert.equal(out, "");
    assert.notEqual(err, "");
    ends.push(code);
  }
  assert.deepEqual(ends, [4, 4, 1, 2, 2]);
  const stranger = { environment: { ROSTRUM_ADMIN_TOKEN: "wrong" } };
  assert.equal((await service.rostrum(["forecast", "--brand-id", "1"], stranger)).code, 3);
});
