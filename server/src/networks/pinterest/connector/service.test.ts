import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { storeVerified, verify } from "../../../brands/channels/connect.ts";
import { query, transaction } from "../../../ground/database/query.ts";
import { aPlace, aPost, entries, must, type Place } from "../../../testing/builders.ts";
import { aPicture, uploaded } from "../../../testing/media.ts";
import { openStage, type Stage } from "../../../testing/stage.ts";
import { keepGrants } from "../../grants/loop.ts";
import { setFault } from "../../sandbox/faults.ts";
import { sandboxOn } from "../../sandbox/networks.ts";
import { pinterestSandbox } from "../sandbox/index.ts";

/** The whole service, with its engine, database and grants, and the sandbox network that fetches files from it. */
let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => settings({}));

const world = () => sandboxOn({ db: stage.app.db, now: stage.now, sandboxUrl: stage.app.sandboxUrl ?? "" }).world(pinterestSandbox);
const settings = (values: Readonly<Record<string, unknown>>) => world().objects.put("settings", "pinterest", values);
const seen = async (words: string) =>
  (await pinterestSandbox.feed(world(), { limit: 1000 })).filter(({ text }) => text.includes(words)).reverse();
const minutes = (count: number) => stage.liveUntil(addSeconds(stage.now(), count * 60));

/** A place whose channels are boards of one person. */
async function boards(...names: readonly string[]): Promise<Place> {
  const place = await aPlace(stage, { channels: [] });
  const person = `Baker ${crypto.randomUUID().slice(0, 8)}`;
  const { credentials } = await pinterestSandbox.account(person, world());
  const ids: number[] = [];
  for (const name of names) {
    const reply = await fetch(`${world().baseUrl}/v5/boards`, {
      method: "POST",
      headers: { authorization: `Bearer ${credentials.accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ name }),
    });
    const { id: boardId }: { id: string } = JSON.parse(await reply.text());
    const account = await verify(stage.app, { type: "Pinterest", sandbox: true, credentials: { ...credentials, boardId } });
    const channel = { brandId: place.brandId, type: "Pinterest", name, sandbox: true, account, now: stage.now() } as const;
    ids.push(await transaction(stage.app.db, (tx) => storeVerified(stage.app, tx, channel)));
  }
  const collection = await must(place.api("POST", "/collections", { title: "Pins", channels: ids }));
  return { ...place, channelIds: ids, collectionId: collection.id };
}

async function aPin(place: Place, caption: string, body: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const media = [{ id: await uploaded(stage, place, { bytes: await aPicture(), name: "mug.png" }) }];
  await aPost(place, { publishMode: "IMMEDIATE", caption, media, ...body });
}

test("one post on three boards is three pins, each with an entry and an address of its own", async () => {
  const place = await boards("Mugs", "Cups", "Gifts");
  await aPin(place, "Three times");
  await minutes(5);
  const published = await entries(place, "PUBLISHED");
  const pins = await seen("Three times");
  assert.deepEqual(new Set(published.map(({ url }: { url: string }) => url)), new Set(pins.map(({ url }) => url)));
  assert.equal(pins.length, 3);
  assert.equal(new Set(pins.map(({ author }) => author)).size, 3);
});

test("an automatic comment, which pins cannot have, leaves a note in the entry", async () => {
  const place = await boards("Mugs");
  await aPin(place, "Without comment", { comment: { comment: "Order until noon.", delay: 0 } });
  await minutes(5);
  const [entry] = await entries(place, "PUBLISHED");
  assert.equal(entry.message, "Pinterest takes no comments, so the first comment was left out.");
});

test("boards of one account share its log-in; only boards are listed, and their account is counted once", async () => {
  const place = await boards("Mugs", "Cups");
  const { body } = await place.api("GET", "/channels");
  assert.deepEqual([body.data.map(({ name }: { name: string }) => name).sort(), body.pagination.total], [["Cups", "Mugs"], 3]);
  const grants = await query<{ id: number }>(stage.app.db, {
    text: "select distinct grant_id id from channels where brand_id = $1 and grant_id is not null",
    values: [place.brandId],
  });
  assert.equal(grants.length, 1);
});

test("lost answers and lists that lag leave one pin on each board", async () => {
  const place = await boards("Mugs", "Cups");
  await settings({ listed_after_seconds: 200, list_order: "shuffled" });
  await setFault(world(), { network: "pinterest", kind: "cut-after", requests: "posts", seed: 1, count: 2 });
  await aPin(place, "Only once");
  await minutes(40);
  assert.equal((await entries(place, "PUBLISHED")).length, 2);
  assert.equal((await seen("Only once")).length, 2);
});

test("a request that never arrived is repeated once, although the same post is on another board of the account", async () => {
  const place = await boards("Mugs", "Cups");
  await setFault(world(), { network: "pinterest", kind: "cut-before", requests: "posts", seed: 1, count: 1 });
  await aPin(place, "Both boards");
  await minutes(40);
  assert.equal((await entries(place, "PUBLISHED")).length, 2);
  assert.equal((await seen("Both boards")).length, 2);
});

test("when nothing can tell whether a pin was made, the entry says so and a person settles it", async () => {
  const place = await boards("Mugs");
  await setFault(world(), { network: "pinterest", kind: "cut-before", requests: "posts", seed: 1, count: 2 });
  await aPin(place, "Who knows");
  await minutes(60);
  const [entry] = await entries(place, "FAILED");
  assert.match(entry.message, /could not be determined.*Look on Pinterest/);
  assert.deepEqual(await seen("Who knows"), []);
});

test("Trial access holds every board until the application has Standard access", async () => {
  const place = await boards("Mugs", "Cups");
  await settings({ trial: true });
  await aPin(place, "Patience");
  await minutes(30);
  // The other board's post is not even tried.
  const [waiting, ...others] = await entries(place, "RETRYING");
  assert.deepEqual(others, []);
  assert.match(waiting.message, /ask Pinterest for Standard access/);
  await settings({});
  await minutes(120);
  assert.equal((await entries(place, "PUBLISHED")).length, 2);
});

test("tokens that were pasted are renewed within the hour, and posts go out with the new ones", async () => {
  const place = await boards("Mugs");
  stage.pass(3700);
  await keepGrants(stage.app, new AbortController().signal);
  const [grant] = await query<{ endsAt: string | null; accessEndsAt: string | null }>(stage.app.db, {
    text: `select g.ends_at "endsAt", g.access_ends_at "accessEndsAt" from grants g join channels h on h.grant_id = g.id where h.brand_id = $1`,
    values: [place.brandId],
  });
  assert.deepEqual(grant, { endsAt: addSeconds(stage.now(), 60 * 86_400), accessEndsAt: addSeconds(stage.now(), 30 * 86_400) });
  await aPin(place, "Renewed");
  await minutes(5);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("access that the person takes back makes every board inactive", async () => {
  const place = await boards("Mugs", "Cups");
  await setFault(world(), { network: "pinterest", kind: "access-revoked", requests: "all", seed: 1, count: 1 });
  await aPin(place, "Nobody sees this");
  await minutes(10);
  const channels = await must(stage.admin("GET", `/brands/${place.brandId}/channels`));
  assert.deepEqual(
    channels.map(({ status }: { status: string }) => status),
    ["INACTIVE", "INACTIVE"],
  );
});
