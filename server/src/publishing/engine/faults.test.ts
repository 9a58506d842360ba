import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import type { FaultKind } from "@rostrum/contract/private/sandbox.ts";
import type { Connectors } from "../../app.ts";
import { one } from "../../ground/database/query.ts";
import { connectors } from "../../networks/connectors/index.ts";
import { isPossible } from "../../networks/sandbox/faults.ts";
import { sandboxNetworks, sandboxWorld } from "../../networks/sandbox/networks.ts";
import { aPlace, aPost, entries, must, type Place } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { aFault, clearFaults, duplicates, faults } from "../../testing/faults.ts";
import { aPicture, neededMedia, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => clearFaults(stage));

/** Every network of the service whose platform has a connector; a new one is covered by these tests automatically. */
const networks = sandboxNetworks.filter(({ type }) => Object.hasOwn(connectors, type));

/** Whether the platform can settle an unanswered attempt by key or lookup. Without either, nothing is sent again. */
function canSettle(network: (typeof networks)[number]): boolean {
  const table: Connectors = connectors;
  const connector = table[network.type];
  return connector?.find !== undefined;
}

/** Networks whose lists do not prove that a post is missing: what got no answer and is not listed is left to a person. */
const UNPROVEN = ["TikTok"];

/** How a post ends that never arrived, without the network saying so. */
function endOfMissing({ type }: (typeof networks)[number]): { readonly statuses: readonly string[]; readonly times: number } {
  return UNPROVEN.includes(type) ? { statuses: ["FAILED"], times: 0 } : { statuses: ["PUBLISHED"], times: 1 };
}

/** How many posts with this text the network's readers see. */
async function seen(slug: string, text: string): Promise<number> {
  const network = networks.find((one) => one.slug === slug);
  assert.ok(network);
  const world = sandboxWorld(network, { db: stage.app.db, now: () => stage.now(), sandboxUrl: stage.app.sandboxUrl ?? "" });
  return (await network.feed(world, { limit: 1000 })).filter((post) => post.text.includes(text)).length;
}

/** Lets time pass from one due moment to the next. */
function later(seconds: number): Promise<void> {
  return stage.liveUntil(addSeconds(stage.now(), seconds));
}

interface Scene {
  readonly place: Place;
  readonly text: string;
  readonly post: number;
}

/** Some platforms want a post to be prepared for a while before it is published. */
const PREPARATION_SECONDS_MAX = 300;

/** A post whose first attempt is over and met the fault once. */
async function met(network: (typeof networks)[number], kind: FaultKind, fields: { count?: number; seconds?: number } = {}): Promise<Scene> {
  const place = await aPlace(stage, { channels: [network.type] });
  await aFault(stage, { network: network.slug, kind, ...fields });
  const text = `${kind} on ${network.type}`;
  const post = await aPost(place, { publishMode: "IMMEDIATE", caption: text, ...(await neededMedia(stage, place, network.type)) });
  await stage.settle();
  const struck = async () => (await faults(stage))[0]?.struck;
  for (let waited = 0; waited < PREPARATION_SECONDS_MAX && (await struck()) === 0; waited += 5) await stage.live(5, 5);
  assert.equal(await struck(), 1, "the fault struck the post");
  return { place, text, post };
}

async function statusesOf(place: Place): Promise<string[]> {
  const states = ["PUBLISHED", "SENT", "FAILED", "SKIPPED", "RETRYING"];
  const found = await Promise.all(states.map((status) => entries(place, status)));
  return found.flat().map((entry: { status: string }) => entry.status);
}

async function channelStatuses(place: Place): Promise<string[]> {
  const channels: { status: string }[] = await must(place.api("GET", "/channels"));
  return channels.map(({ status }) => status);
}

for (const network of networks) {
  test(`${network.type}: a post refused with 429 waits for Retry-After and is then published once`, async () => {
    const { place, text } = await met(network, "refuse-429", { seconds: 600 });
    const [refused] = await statusesOf(place);
    // Where such refusals have come with posts that were live, the post is looked up first and is in no list.
    assert.ok(refused === "RETRYING" || refused === undefined);
    assert.equal(await seen(network.slug, text), 0);
    await stage.live(590, 59);
    assert.deepEqual([(await statusesOf(place))[0], await seen(network.slug, text)], [refused, 0]);
    await stage.live(120, 10);
    // Where calling too often uses up a quota, the delivery is held for an hour at least.
    if ((await statusesOf(place))[0] === refused) await later(2 * 3600);
    assert.deepEqual(await statusesOf(place), ["PUBLISHED"]);
    assert.equal(await seen(network.slug, text), 1);
    assert.equal(await duplicates(stage), 0);
  });

  const missing = endOfMissing(network);

  test(`${network.type}: a post that found the platform unavailable waits for Retry-After and is then settled`, async () => {
    const { place, text } = await met(network, "refuse-503", { seconds: 600 });
    const [refused] = await statusesOf(place);
    // Where something in front of the network answered, nothing has arrived, and the post is known to be retried.
    assert.ok(refused === "RETRYING" || refused === undefined);
    await stage.live(590, 59);
    assert.deepEqual([(await statusesOf(place))[0], await seen(network.slug, text)], [refused, 0]);
    await stage.live(300, 10);
    // Some lists are believed to show everything only after a quarter of an hour.
    if ((await statusesOf(place))[0] === refused) await later(2 * 3600);
    assert.deepEqual(await statusesOf(place), missing.statuses);
    assert.equal(await seen(network.slug, text), missing.times);
    assert.equal(await duplicates(stage), 0);
  });

  for (const kind of ["torn-after", "garbled-after", "large-after"] as const) {
    test(`${network.type}: a success whose body is ${kind.replace("-after", "")} is not a failure, and readers see the post once`, async () => {
      const { place, text } = await met(network, kind);
      await later(2 * 3600);
      const [status, ...others] = await statusesOf(place);
      assert.ok(status === "PUBLISHED" || status === "SENT", `${status}`);
      assert.deepEqual([others, await seen(network.slug, text)], [[], 1]);
      assert.equal(await duplicates(stage), 0);
    });
  }

  for (const kind of ["error-before", "error-after", "cut-before", "cut-after"] as const) {
    const isThere = kind.endsWith("after") ? 1 : 0;

    if (!canSettle(network)) {
      test(`${network.type}: a post that met ${kind} fails, since it is not known whether readers see it`, async () => {
        const { place, text } = await met(network, kind);
        await later(2 * 3600);
        assert.deepEqual(await statusesOf(place), ["FAILED"]);
        assert.equal(await seen(network.slug, text), isThere);
      });
      continue;
    }

    const { statuses, times } = isThere === 1 ? { statuses: ["PUBLISHED"], times: 1 } : missing;
    const outcome = times === 1 ? "readers see it once" : "nothing is sent again";

    test(`${network.type}: a post that met ${kind} is in no list until it is settled, and ${outcome}`, async () => {
      const { place, text } = await met(network, kind);
      assert.equal(await seen(network.slug, text), isThere);
      assert.deepEqual(await statusesOf(place), []);
      await later(2 * 3600);
      assert.deepEqual(await statusesOf(place), statuses);
      assert.equal(await seen(network.slug, text), times);
      assert.equal(await duplicates(stage), 0);
    });
  }

  test(`${network.type}: a slow answer is waited for`, async () => {
    const { place, text } = await met(network, "slow", { seconds: 1 });
    // Some networks look at a post before they show it.
    if ((await statusesOf(place)).length === 0) await stage.live(60, 5);
    assert.deepEqual(await statusesOf(place), ["PUBLISHED"]);
    assert.equal(await seen(network.slug, text), 1);
  });

  test(`${network.type}: a token that is refused once is no end: the post goes out within two hours`, async () => {
    const { place, text } = await met(network, "revoked");
    await later(2 * 3600);
    assert.deepEqual(await statusesOf(place), ["PUBLISHED"]);
    assert.deepEqual(await channelStatuses(place), ["ACTIVE"]);
    assert.equal(await seen(network.slug, text), 1);
  });

  test(`${network.type}: a token that stays refused fails the post for good and makes the channel inactive`, async () => {
    const place = await aPlace(stage, { channels: [network.type] });
    const text = `select grant_id is not null "hasLogIn" from channels where id = $1`;
    const { hasLogIn } = await one<{ hasLogIn: boolean }>(stage.app.db, { text, values: [place.channelIds[0]] });
    await aFault(stage, {
      network: network.slug,
      ...(hasLogIn ? { kind: "access-revoked" } : { kind: "revoked", requests: "all", count: 1000 }),
    });
    const words = `Refused for good on ${network.type}`;
    await aPost(place, { publishMode: "IMMEDIATE", caption: words, ...(await neededMedia(stage, place, network.type)) });
    await later(2 * 3600);
    assert.deepEqual(await statusesOf(place), ["FAILED"]);
    assert.deepEqual(await channelStatuses(place), ["INACTIVE"]);
    await stage.live(86_400, 3600);
    assert.deepEqual(await statusesOf(place), ["FAILED"]);
    assert.equal(await seen(network.slug, words), 0);
  });

  test(`${network.type}: random faults over many posts duplicate none of them`, async () => {
    const place = await aPlace(stage, { channels: [network.type] });
    for (const kind of ["refuse-429", "error-before", "cut-before", "error-after", "cut-after"] as const) {
      await aFault(stage, { network: network.slug, kind, percent: 25, seed: 3 });
    }
    const texts = Array.from({ length: 8 }, (_, index) => `Chance ${index} of ${network.type}`);
    const media = await neededMedia(stage, place, network.type);
    for (const caption of texts) await aPost(place, { publishMode: "IMMEDIATE", caption, ...media });
    await later(6 * 3600);
    const statuses = await statusesOf(place);
    assert.equal(statuses.length, texts.length);
    const shown = await Promise.all(texts.map((text) => seen(network.slug, text)));
    if (canSettle(network) && missing.times === 1) {
      assert.ok(statuses.every((status) => status === "PUBLISHED"));
      assert.ok(shown.every((count) => count === 1));
    }
    assert.ok(shown.every((count) => count <= 1));
    assert.ok(shown.reduce((sum, count) => sum + count, 0) >= statuses.filter((status) => status === "PUBLISHED").length);
    assert.equal(await duplicates(stage), 0);
    const struck = (await faults(stage)).reduce((sum, fault) => sum + fault.struck, 0);
    assert.ok(struck > 4, `${struck} faults are too few to prove anything`);
  });
}

for (const network of networks.filter((one) => isPossible(one, "duplicate", toInstant("2026-11-21T09:00:00Z")))) {
  test(`${network.type}: a post refused as a duplicate fails for good`, async () => {
    const { place, text } = await met(network, "duplicate");
    await stage.live(86_400, 3600);
    assert.deepEqual(await statusesOf(place), ["FAILED"]);
    assert.deepEqual(await channelStatuses(place), ["ACTIVE"]);
    assert.equal(await seen(network.slug, text), 0);
  });
}

for (const kind of ["torn-after", "garbled-after", "large-after"] as const) {
  test(`Social Media: a receiver that says yes with ${kind} has the post, and is not asked again`, async () => {
    let asked = 0;
    stage.intercept = (request) => {
      if (request.headers["rostrum-event"] === "post") asked += 1;
      return null;
    };
    const { place } = await met(networks.find(({ type }) => type === "Social Media") ?? assert.fail(), kind);
    stage.intercept = null;
    assert.deepEqual([await statusesOf(place), asked], [["SENT"], 1]);
  });
}

test("Mastodon: a post waits while its picture is being processed, and is then published once", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  const media = await uploaded(stage, place, { bytes: await aPicture(), name: "rolls.png" });
  await aFault(stage, { network: "mastodon", kind: "processing", seconds: 120 });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Pictured rolls", media: [{ id: media }] });
  // The attempt waits for the file in real time, not in the stage's simulated time.
  let asked = 0;
  stage.intercept = ({ method, url }) => {
    if (method === "GET" && /\/api\/v1\/media\//.test(url)) asked += 1;
    return null;
  };
  const attempt = stage.settle();
  await eventually("the state of the picture is asked for again and again", () => asked >= 2);
  stage.intercept = null;
  assert.equal(await seen("mastodon", "Pictured rolls"), 0);
  stage.pass(120);
  await attempt;
  assert.deepEqual(await statusesOf(place), ["PUBLISHED"]);
  assert.equal(await seen("mastodon", "Pictured rolls"), 1);
});
