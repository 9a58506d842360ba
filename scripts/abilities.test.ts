import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { platforms } from "@rostrum/contract/platforms.ts";
import { rowsOf } from "./abilities/cells.ts";
import { readTags } from "./abilities/tags.ts";
import { ABILITIES, type Ability, NETWORKS, type Network } from "./abilities/words.ts";
import { abilitiesPage, abilityRows } from "./abilities.ts";
import { NETWORKS_PAGE } from "./networks-page.ts";

test("the committed table matches the tags above the tests; `npm run abilities` updates it", () => {
  const page = readFileSync(NETWORKS_PAGE, "utf8");
  assert.deepEqual(page.split("\n"), abilitiesPage(page).split("\n"));
});

test("the table says of texts, threads, polls, comments, stories and files what posts are judged by", () => {
  const rows = abilityRows();
  const inTable = (network: Network, ability: Ability) =>
    rows.find((row) => row.ability === ability)?.cells.find((one) => one.network === network)?.cell.kind === "shown";
  for (const network of NETWORKS) {
    const { textAlone, threads, polls, comments, stories, media } = platforms[network];
    const facts: readonly (readonly [Ability, boolean])[] = [
      ["text alone", textAlone],
      ["thread", threads],
      ["poll", polls],
      ["first comment", comments],
      ["story", stories],
      ["picture", media.images.max > 0],
      ["several pictures", media.images.max > 1],
      ["video", media.videos.max > 0],
      ["document", media.documents.max > 0],
    ];
    for (const [ability, isTaken] of facts) assert.equal(inTable(network, ability), isTaken, `${network}, ${ability}`);
  }
});

const only = (source: string) => readTags("a.test.ts", source);

test("a tag names the network and what the test below it shows, and several may stand above one test", () => {
  const source = [
    "// Shows Threads: poll, first comment",
    "  // Shows Social Media: poll",
    '  test("a poll has \\"its\\" question", async () => {});',
    "",
    "// Shows Bluesky: video",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a test whose name has one
    "test(`${way.name} is found ${JSON.stringify({ text })}, once`, () => {});",
  ].join("\n");
  const poll = { file: "a.test.ts", name: 'a poll has "its" question' };
  assert.deepEqual(only(source), {
    shown: [
      { network: "Threads", ability: "poll", test: poll },
      { network: "Threads", ability: "first comment", test: poll },
      { network: "Social Media", ability: "poll", test: poll },
      { network: "Bluesky", ability: "video", test: { file: "a.test.ts", name: "… is found …, once" } },
    ],
    mistakes: [],
  });
});

const ABOVE = "a tag stands directly above a test.";
const FORM = 'a tag reads "// Shows <network>: <ability>, <ability>".';

for (const [what, source, mistake] of [
  ["of an unknown network", '// Shows Thread: poll\ntest("a", () => {});', '"Thread" is no network that can be connected.'],
  ["of a network that cannot be connected", '// Shows Orkut: poll\ntest("a", () => {});', '"Orkut" is no network that can be connected.'],
  [
    "of an unknown ability",
    '// Shows Threads: poll, polls\ntest("a", () => {});',
    '"polls" is none of the abilities in scripts/abilities/words.ts.',
  ],
  ["with an ability twice", '// Shows Threads: poll, poll\ntest("a", () => {});', "an ability is named twice."],
  ["above a constant", "// Shows Threads: poll\nconst a = 1;", ABOVE],
  ["above a subtest", '// Shows Threads: poll\nawait context.test("a", () => {});', ABOVE],
  ["above an empty line", '// Shows Threads: poll\n\ntest("a", () => {});', ABOVE],
  ["at the end of a file", "// Shows Threads: poll", ABOVE],
  [
    "above a test that is skipped somewhere",
    '// Shows Threads: poll\ntest("a", { skip }, () => {});',
    "a test that may be left out shows nothing.",
  ],
  ["without abilities", '// Shows Threads\ntest("a", () => {});', FORM],
  ["with a slip in its first word", '//shows Threads: poll\ntest("a", () => {});', FORM],
] as const) {
  test(`a tag ${what} is a mistake`, () => assert.deepEqual(only(source), { shown: [], mistakes: [`a.test.ts:1: ${mistake}`] }));
}

test("a tag outside of tests is a mistake, a remark is not", () => {
  const source = '/** Shows Threads: poll */\n// Shows the post.\n// Shows Threads: poll\ntest("a", () => {});';
  assert.deepEqual(readTags("a.ts", source), { shown: [], mistakes: ["a.ts:3: only tests can show something."] });
});

test("a cell needs either a test or a reason", () => {
  const shown = { network: "Threads", ability: "poll", test: { file: "a.test.ts", name: "a" } } as const;
  const other = { ...shown, test: { file: "b.test.ts", name: "b" } };
  const { rows, mistakes } = rowsOf([shown, other], { Threads: { story: "None." } });
  const cellOf = (ability: Ability) => rows.find((row) => row.ability === ability)?.cells;
  assert.deepEqual(cellOf("poll"), [{ network: "Threads", cell: { kind: "shown", by: [shown.test, other.test] } }]);
  assert.deepEqual(cellOf("story"), [{ network: "Threads", cell: { kind: "missing", reason: "None." } }]);
  assert.equal(mistakes.length, NETWORKS.length * ABILITIES.length - 2);
  const neither = "no test is tagged as showing it, and scripts/abilities/missing.ts does not say why not.";
  assert.deepEqual(
    mistakes.filter((mistake) => mistake.startsWith("Bluesky, video: ")),
    [`Bluesky, video: ${neither}`],
  );
  const { mistakes: both } = rowsOf([shown], { Threads: { poll: "None." } });
  assert.deepEqual(
    both.filter((mistake) => mistake.startsWith("Threads, poll: ")),
    ['Threads, poll: scripts/abilities/missing.ts says why not, and the test "a" in a.test.ts shows it.'],
  );
});
