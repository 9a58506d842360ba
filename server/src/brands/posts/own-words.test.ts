import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { CHANNEL_TYPES, type ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import { sandboxNetworks, sandboxWorld } from "../../networks/sandbox/networks.ts";
import { aPlace, aPost, bodies, entries, must, type Place, readPost } from "../../testing/builders.ts";
import { aPhoto, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const READ = CHANNEL_TYPES.filter((type) => sandboxNetworks.some((network) => network.type === type));
const LONG = "Rye with walnuts, caraway and a long crust. ".repeat(9).trim();

let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  stage.intercept = null;
});

const operate = (method: string, path: string, body?: unknown) => stage.admin(method, `/..${path}`, body);
const whole = (id: number) => must(operate("GET", `/posts/${id}`));

/** A draft with own words, which leaves by the same edit if it says so. */
async function aWordyPost(place: Place, { publishMode, ...body }: Readonly<Record<string, unknown>>): Promise<number> {
  const id = await aPost(place, { publishMode: "DRAFT" });
  const { version } = await whole(id);
  await must(operate("PATCH", `/posts/${id}`, { version, publishMode: publishMode ?? "IMMEDIATE", ...body }));
  return id;
}

const foretell = (place: Place, body: object): Promise<PreviewedChannel[]> =>
  must(stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, body));

/** What readers of a network see of what came since then, oldest first. */
async function seenOn(type: ChannelType | null, since: string): Promise<string[]> {
  const network = sandboxNetworks.find((one) => one.type === type);
  assert.ok(network);
  const world = sandboxWorld(network, { db: stage.app.db, now: () => stage.now(), sandboxUrl: `${stage.url}/sandbox` });
  const feed = await network.feed(world, { limit: 250 });
  return feed
    .filter((post) => post.createdAt >= since)
    .reverse()
    .map(({ text }) => evened(text));
}

const evened = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();

test("a post with own words for two networks: readers of every network see theirs, as the preview says", async (t) => {
  const place = await aPlace(stage, { channels: READ });
  const photo = await uploaded(stage, place, { bytes: await aPhoto(), name: "loaf.jpg" });
  const captions = [
    { type: "X", caption: "Short for X" },
    { type: "Instagram", caption: "With tags for Instagram #rye #bread" },
  ];
  const content = { caption: "The common words", captions };
  const preview = await foretell(place, { ...content, mediaIds: [photo] });
  stage.pass(60);
  const since = stage.now();
  await aWordyPost(place, { ...content, media: [{ id: photo }] });
  await stage.liveUntil(addSeconds(stage.now(), 1800));
  let published = 0;
  for (const { channelType, outcome, shown, texts } of preview) {
    await t.test(channelType, async () => {
      const own = captions.find(({ type }) => type === channelType)?.caption ?? content.caption;
      assert.deepEqual(
        texts.map(({ text }) => text),
        [own],
      );
      const seen = await seenOn(channelType, since);
      if (outcome !== "PUBLISHED") return assert.deepEqual(seen, []);
      assert.ok(shown);
      published += 1;
      assert.equal(seen.length, 1);
      assert.ok(seen[0]?.includes(evened(own)), `${seen[0]}`);
      assert.deepEqual(
        shown.parts.map(({ text }) => evened(text)),
        [evened(own)],
      );
    });
  }
  assert.ok(published > 6, `${published}`);
  const bodies = new Map(
    (await entries(place, "PUBLISHED")).map((entry: { channel: { type: string }; body: string }) => [entry.channel.type, entry.body]),
  );
  assert.deepEqual(
    [bodies.get("X"), bodies.get("Instagram"), bodies.get("Mastodon")],
    ["Short for X", "With tags for Instagram #rye #bread", "The common words"],
  );
});

test("each network has a thread of its own, or none, and its entry the type that it got", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky", "X", "Telegram"] });
  const content = {
    caption: "One\n\n\nTwo",
    autoThreadText: true,
    captions: [
      { type: "Mastodon", caption: "All in one" },
      { type: "Bluesky", caption: LONG },
      { type: "X", caption: "First\n\n\nSecond\n\n\nThird" },
    ],
  };
  const preview = await foretell(place, content);
  stage.pass(60);
  const since = stage.now();
  const id = await aWordyPost(place, content);
  await stage.liveUntil(addSeconds(stage.now(), 600));
  for (const { channelType, shown } of preview) {
    assert.deepEqual(
      await seenOn(channelType, since),
      (shown?.parts ?? []).map(({ text }) => evened(text)),
      channelType,
    );
  }
  assert.deepEqual(await seenOn("Mastodon", since), ["All in one"]);
  assert.deepEqual(await seenOn("X", since), ["First", "Second", "Third"]);
  assert.ok((await seenOn("Bluesky", since)).length > 1);
  const types = (await entries(place, "PUBLISHED")).map((entry: { channel: { type: string }; postType: string }) => [
    entry.channel.type,
    entry.postType,
  ]);
  assert.deepEqual(Object.fromEntries(types), { Mastodon: "TEXT", Bluesky: "THREAD", X: "THREAD", Telegram: "THREAD" });
  assert.equal((await readPost(place, id)).postType, "THREAD");
});

test("an interrupted delivery goes on with the same words", async () => {
  const place = await aPlace(stage);
  let asked = 0;
  stage.intercept = (request, reply) => {
    if (request.method !== "POST" || request.url !== "/sandbox/mastodon/api/v1/statuses") return null;
    asked += 1;
    return asked === 2 ? reply.code(429).send({ error: "Too many requests" }) : null;
  };
  stage.pass(60);
  const since = stage.now();
  await aWordyPost(place, {
    caption: "Common",
    autoThreadText: true,
    captions: [{ type: "Mastodon", caption: "Mine, first\n\n\nMine, second" }],
  });
  await stage.settle();
  const [waiting] = await entries(place, "RETRYING");
  assert.deepEqual([waiting.body, waiting.postType], ["Mine, first\n\n\nMine, second", "THREAD"]);
  await stage.live(3600, 300);
  assert.deepEqual(await seenOn("Mastodon", since), ["Mine, first", "Mine, second"]);
});

test("an evergreen post has its own words in every round", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 09:00"], maxRepublish: -1 });
  await aWordyPost(place, { caption: "Common", captions: [{ type: "Mastodon", caption: "Ever mine" }], publishMode: "QUEUE" });
  await stage.liveUntil(addSeconds(stage.now(), 8 * 24 * 3600));
  const published = await bodies(place, "PUBLISHED");
  assert.ok(published.length >= 2);
  assert.deepEqual(new Set(published), new Set(["Ever mine"]));
});

test("what one network would refuse is mended by words for it alone, and the other way round", async () => {
  const place = await aPlace(stage, { channels: ["Bluesky", "Mastodon"] });
  const outcomes = async (id: number) =>
    (await must(stage.admin("GET", `/posts/${id}/explanation`))).channels.map(
      ({ channelType, obstacle, ownWords }: Record<string, unknown>) => [channelType, obstacle, ownWords],
    );
  const mended = await aWordyPost(place, {
    caption: LONG,
    captions: [{ type: "Bluesky", caption: "In short: rye" }],
    publishMode: "DRAFT",
  });
  assert.deepEqual(await outcomes(mended), [
    ["Bluesky", null, true],
    ["Mastodon", null, false],
  ]);
  const broken = await aWordyPost(place, {
    caption: "In short: rye",
    captions: [{ type: "Mastodon", caption: "x".repeat(501) }],
    publishMode: "DRAFT",
  });
  assert.deepEqual(await outcomes(broken), [
    ["Bluesky", null, false],
    ["Mastodon", "text_too_long", true],
  ]);
  const { version } = await whole(broken);
  await must(operate("POST", `/posts/${broken}/departure`, { version }));
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED"))[0].body, "In short: rye");
  assert.match((await entries(place, "FAILED"))[0].message, /The text has 501 characters; Mastodon takes at most 500/);
});

test("own words stay with moves, with edits that do not speak of them and with copies, and an edit takes them back", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const captions = [
    { type: "Instagram", caption: "For Instagram" },
    { type: "X", caption: "For X" },
  ];
  const id = await aWordyPost(place, { caption: "Common", captions: [...captions].reverse(), publishMode: "DRAFT" });
  assert.deepEqual((await whole(id)).captions, captions);
  await must(place.api("PATCH", `/posts/${id}`, { publishMode: "QUEUE" }));
  const moved = await whole(id);
  assert.deepEqual(moved.captions, captions);
  const kept = await must(operate("PATCH", `/posts/${id}`, { version: moved.version, caption: "Common, better" }));
  assert.deepEqual([kept.caption, kept.captions], ["Common, better", captions]);
  const copy = await must(operate("POST", `/posts/${id}/copies`));
  assert.deepEqual((await whole(copy.id)).captions, captions);
  const stale = await operate("PATCH", `/posts/${id}`, {
    version: moved.version,
    caption: "Common, better",
    captions: captions.slice(0, 1),
  });
  assert.deepEqual(
    [stale.status, stale.body.errors],
    [409, { version: "Somebody else has changed this post in the meantime. Different from yours: text for X." }],
  );
  const { captions: none } = await must(operate("PATCH", `/posts/${id}`, { version: kept.version, caption: "Common", captions: [] }));
  assert.deepEqual(none, []);
  assert.deepEqual((await whole(copy.id)).captions, captions);
  // The public list knows the common words alone.
  assert.deepEqual([(await readPost(place, copy.id)).body, "captions" in (await readPost(place, copy.id))], ["Common, better", false]);
});

test("own words are refused next to their field if they are empty, too long, doubled, for no known network, or too many parts", async () => {
  const place = await aPlace(stage);
  const id = await aPost(place, { publishMode: "DRAFT" });
  const { version } = await whole(id);
  const errorsOf = async (captions: unknown, more: object = {}) => {
    const { status, body } = await operate("PATCH", `/posts/${id}`, { version, caption: "Common", captions, ...more });
    assert.equal(status, 422);
    return Object.keys(body.errors);
  };
  assert.deepEqual(await errorsOf([{ type: "X", caption: " " }]), ["captions.0.caption"]);
  assert.deepEqual(await errorsOf([{ type: "X", caption: "x".repeat(3001) }]), ["captions.0.caption"]);
  assert.deepEqual(await errorsOf([{ type: "Smoke signals", caption: "x" }]), ["captions.0.type"]);
  assert.deepEqual(
    await errorsOf([
      { type: "X", caption: "a" },
      { type: "X", caption: "b" },
    ]),
    ["captions"],
  );
  const parts = Array.from({ length: 11 }, (_, index) => `${index}`).join("\n\n\n");
  assert.deepEqual(await errorsOf([{ type: "X", caption: parts }], { autoThreadText: true }), ["captions.0.caption"]);
});
