import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operationRows } from "../../contract/src/operations.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { aPlace, must } from "../../server/src/testing/builders.ts";
import { aSite, type Site } from "../../server/src/testing/feeds.ts";
import { aPicture } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { common, story, type Told } from "./story.ts";
import { type Open, type Outcome, ways } from "./ways.ts";

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Bread</title><link>https://bread.example/</link>
<item><title>Rye</title><link>https://bread.example/rye</link><guid>rye</guid></item></channel></rss>`;

let stage: Stage;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let picture: Buffer;
let site: Site;
let feedUrl: string;
before(async () => {
  picture = await aPicture();
  folder = await temporaryFolder();
  site = await aSite();
  feedUrl = site.on("/feed.xml", { headers: { "content-type": "application/rss+xml" }, body: FEED });
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
});
after(async () => {
  await stage[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test("the story has every operation", () => {
  const told = new Set(story.filter(({ refused }) => refused === undefined).map(({ operation }) => operation));
  assert.deepEqual(told, new Set(operationRows().map(([name]) => name)));
});

test("the same scenario gives the same data over every interface", async (t) => {
  const [first = "", ...others] = Object.keys(ways);
  const outcomes = new Map<string, readonly Outcome[]>();
  for (const [name, open] of Object.entries(ways)) outcomes.set(name, await play(open));
  for (const [index, { name, refused }] of story.entries()) {
    const expected = outcomes.get(first)?.[index];
    assert.ok(expected !== undefined && "refused" in expected === (refused === true), `${name}: ${JSON.stringify(expected)}`);
    if (name === "what was published") assert.equal(lengthOf(expected), 1);
    for (const way of others) {
      await t.test(`${name} by ${way} is as by ${first}`, () => {
        assert.deepEqual(common(outcomes.get(way)?.[index] as Outcome), common(expected));
      });
    }
  }
});

/** Plays the story once, for a person and a brand of its own. */
async function play(open: Open): Promise<Outcome[]> {
  const place = await aPlace(stage);
  const foreign = await aPlace(stage, { channels: [] });
  await must(stage.admin("PATCH", `/account?owner=${place.person.email}`, { sensitiveActions: true }));
  await using way = await open(stage, place, folder.path);
  const ids = new Map<string, unknown>();
  const told: Told = {
    brandId: place.brandId,
    channelId: Number(place.channelIds[0]),
    foreignBrandId: foreign.brandId,
    feedUrl,
    picture,
    idOf: (step) => ids.get(step),
  };
  const outcomes: Outcome[] = [];
  for (const { name, operation, given, settles } of story) {
    if (settles) await stage.settle();
    const outcome = await way.call(operation, given(told));
    if ("data" in outcome) ids.set(name, (outcome.data as { readonly id?: unknown }).id);
    outcomes.push(outcome);
  }
  return outcomes;
}

function lengthOf(outcome: Outcome): number {
  return "data" in outcome && Array.isArray(outcome.data) ? outcome.data.length : 0;
}
