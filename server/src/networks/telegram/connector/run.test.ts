import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { aPlace, aPost, entries, type Place } from "../../../testing/builders.ts";
import { aFault, clearFaults, duplicates } from "../../../testing/faults.ts";
import { openStage, type Stage } from "../../../testing/stage.ts";
import { sandboxWorld } from "../../sandbox/networks.ts";
import { telegramSandbox } from "../sandbox/index.ts";

let stage: Stage;
let place: Place;
let asked: string[] = [];
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  stage.pass(3600);
  place = await aPlace(stage, { channels: ["Telegram"] });
  asked = [];
  stage.intercept = (request) => {
    const [, method] = /\/bot[^/]+\/(\w+)/.exec(request.url) ?? [];
    if (method !== undefined) asked.push(method);
    return null;
  };
});
afterEach(() => clearFaults(stage));

const PROBE = new Array(3).fill("editMessageLiveLocation");

async function run(count: number, name: string): Promise<string[]> {
  const texts = Array.from({ length: count }, (_, index) => `${name}, loaf ${index}`);
  for (const caption of texts) await aPost(place, { publishMode: "IMMEDIATE", caption });
  await stage.settle();
  return texts;
}

/** How often readers see each text. */
async function seen(texts: readonly string[]): Promise<number[]> {
  const world = sandboxWorld(telegramSandbox, { db: stage.app.db, now: () => stage.now(), sandboxUrl: stage.app.sandboxUrl ?? "" });
  const feed = await telegramSandbox.feed(world, { limit: 1000 });
  return texts.map((text) => feed.filter((post) => post.text === text).length);
}

test("in a run of posts to a channel only the first one probes; one a minute later does not, one an hour later does", async () => {
  await run(8, "In a row");
  // Where no message is known yet, the end is looked beyond.
  assert.deepEqual(asked, [...PROBE, ...new Array(6).fill("editMessageLiveLocation"), ...new Array(8).fill("sendMessage")]);
  asked = [];
  stage.pass(60);
  await run(1, "A minute later");
  assert.deepEqual(asked, ["sendMessage"]);
  asked = [];
  stage.pass(3600);
  await run(1, "An hour later");
  assert.deepEqual(asked, [...PROBE, "sendMessage"]);
});

for (const kind of ["cut-after", "cut-before", "torn-after", "garbled-after", "large-after"] as const) {
  test(`runs in which every third response is ${kind} appear once and in full`, async () => {
    await aFault(stage, { network: "telegram", kind, percent: 33, seed: 7 });
    const texts = await run(12, kind);
    await stage.live(3600, 30);
    assert.deepEqual(await seen(texts), new Array(12).fill(1));
    assert.equal((await entries(place, "PUBLISHED")).length, 12);
    assert.equal(await duplicates(stage), 0);
    assert.ok(asked.length > 30, "no answer was lost");
  });
}

test("a rate-limited lookup is not repeated before Telegram's wait is over", async () => {
  await aFault(stage, { network: "telegram", kind: "cut-after" });
  const texts = await run(1, "Slowed down");
  await aFault(stage, { network: "telegram", kind: "refuse-429", requests: "all", seconds: 1800, count: 2 });
  await stage.live(120, 10);
  // The copies in the discussion group, and the bot's rights.
  assert.deepEqual(asked.slice(-2), ["getWebhookInfo", "getChatMember"]);
  const looked = asked.length;
  await stage.live(1700, 100);
  assert.equal(asked.length, looked);
  await stage.live(600, 60);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.deepEqual(await seen(texts), [1]);
});
