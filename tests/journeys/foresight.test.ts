import assert from "node:assert/strict";
import { after, test } from "node:test";
import { running } from "./running.ts";

const service = await running();
after(() => service[Symbol.asyncDispose]());

test("An operator reads beforehand when the demo's posts leave, as a table and as JSON", async () => {
  const table = await service.rostrum(["forecast", "--brand-id", "1", "--days", "8"]);
  assert.equal(table.code, 0, table.err);
  const [head, ...lines] = table.out.trimEnd().split("\n");
  assert.match(
    head ?? "",
    /^LOCAL +UTC +POST ID +POST +COLLECTION ID +COLLECTION +CHANNEL ID +CHANNEL +CHANNEL TYPE +SLOT +OUTCOME +REASON$/,
  );
  const json = await service.rostrum(["forecast", "--brand-id", "1", "--days", "8", "--json"]);
  const data = JSON.parse(json.out) as { outcome: string; reason: string | null; local: string | null; channelType: string }[];
  assert.equal(data.length, lines.length);
  assert.ok(data.some((line) => line.outcome === "PUBLISHED" && line.local !== null && line.channelType === "Mastodon"));
  assert.ok(data.some((line) => line.outcome === "STAYS" && line.reason === "draft"));
});

test("An operator asks why a post leaves when it does", async () => {
  const text = await service.rostrum(["explain", "--post-id", "1"]);
  assert.equal(text.code, 0, text.err);
  assert.match(
    text.out,
    /^summary: The post leaves at \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\), at the slot \w{3} \d\d:\d\d\. It is number 1 of 3 in the queue\.$/m,
  );
  assert.match(text.out, /^channels:\n {2}CHANNEL ID +CHANNEL +CHANNEL TYPE +OUTCOME +REASON +OBSTACLE +MESSAGE\n {2}\d/m);
  const json = await service.rostrum(["explain", "--post-id", "1", "--json"]);
  assert.equal((JSON.parse(json.out) as { postId: number }).postId, 1);
});

test("Both end with the codes of the command line", async () => {
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
