import assert from "node:assert/strict";
import { test } from "node:test";
import { compose, cut, weightOf } from "./text.ts";

const LENGTH = 100_000;
const SECONDS_MAX = 5;

for (const [text, weight] of [
  ["日本語", 6],
  ["👨‍👩‍👧‍👦", 2],
  ["❤️‍🔥🧑‍💻🐻‍❄️🫠", 8],
  ["1️⃣ 1 # ©", 8],
  ["Hello, world! 👋", 16],
  ["Bread: example.com", 30],
  ["line\nbreak", 10],
  ["…", 2],
] as const) {
  test(`"${text}" weighs ${weight}`, () => assert.equal(weightOf(text), weight));
}

test("a long text is cut before a link or a character that does not fit whole", () => {
  assert.equal(cut(`${"x".repeat(270)} https://example.com/a/b`), `${"x".repeat(270)}…`);
  assert.equal(cut(`${"x".repeat(277)}👨‍👩‍👧‍👦 and more`), `${"x".repeat(277)}…`);
});

test("ranges count code points of the text that the API gives", () => {
  const { text, entities } = compose("👋 <b> #rye $OAT @x", []);
  const range = ({ start, end }: { start: number; end: number }) => [...text].slice(start, end).join("");
  const { hashtags, cashtags, mentions } = entities;
  assert.deepEqual([...hashtags, ...cashtags, ...mentions].map(range), ["#rye", "$OAT", "@x"]);
});

const texts: Readonly<Record<string, string>> = {
  labels: "a.".repeat(LENGTH / 2),
  "labels of a link": `https://${"a.".repeat(LENGTH / 2)}com`,
  "glued hosts": "example.com".repeat(LENGTH / 11),
  "hosts as long as they can be": `${"a.".repeat(127)} `.repeat(LENGTH / 255),
  "names of lists": "@a/".repeat(LENGTH / 3),
  cashtags: "$A ".repeat(LENGTH / 3),
  "tag signs": "#".repeat(LENGTH),
  "closing brackets": `https://example.com/${")".repeat(LENGTH)}`,
};
for (const [what, text] of Object.entries(texts)) {
  test(`a text of ${what} is read or refused in time`, () => {
    const { user, system } = process.cpuUsage();
    if (Number.isFinite(weightOf(text))) compose(text, []);
    const used = process.cpuUsage();
    assert.ok((used.user - user + used.system - system) / 1e6 < SECONDS_MAX);
  });
}
