import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { query } from "../../../ground/database/query.ts";
import { aBitmap } from "../../../testing/bitmaps.ts";
import { aPlace, aPost, entries, must, type Place } from "../../../testing/builders.ts";
import { aPicture, uploaded } from "../../../testing/media.ts";
import { openStage, type Stage } from "../../../testing/stage.ts";
import { setFault } from "../../sandbox/faults.ts";
import { sandboxOn } from "../../sandbox/networks.ts";
import { threadsSandbox } from "../sandbox/index.ts";

/** The whole service, with its engine, database and grants, and the sandbox network that fetches files from it. */
let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
});
after(() => stage[Symbol.asyncDispose]());

const world = () => sandboxOn({ db: stage.app.db, now: stage.now, sandboxUrl: stage.app.sandboxUrl ?? "" }).world(threadsSandbox);
const seen = async (words: string) =>
  (await threadsSandbox.feed(world(), { limit: 1000 })).filter(({ text }) => text.includes(words)).reverse();
const minutes = (count: number) => stage.liveUntil(addSeconds(stage.now(), count * 60));
const onThreads = () => aPlace(stage, { channels: ["Threads"] });

async function published(place: Place, body: Readonly<Record<string, unknown>>) {
  await aPost(place, { publishMode: "IMMEDIATE", ...body });
  await minutes(10);
  return entries(place, "PUBLISHED");
}

// Shows Threads: address of the post
test("a post goes out half a minute after it is due, with its address", async () => {
  const place = await onThreads();
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Plain rye" });
  await stage.settle();
  assert.deepEqual(await seen("Plain rye"), []);
  await minutes(1);
  const [entry] = await entries(place, "PUBLISHED");
  const [post] = await seen("Plain rye");
  assert.deepEqual([entry.postType, entry.url], ["TEXT", post?.url]);
  assert.equal((await fetch(entry.url)).status, 200);
});

// Shows Threads: several pictures
test("the network fetches converted pictures from the service, and a carousel shows them with their text", async () => {
  const place = await onThreads();
  const png = await aPicture("#c80");
  const bitmap = aBitmap({ width: 400, height: 400, bits: 24, data: new Uint8Array(400 * 400 * 3) });
  const media = [
    { id: await uploaded(stage, place, { bytes: png, name: "one.png" }) },
    { id: await uploaded(stage, place, { bytes: bitmap, name: "two.bmp" }) },
  ];
  const [entry] = await published(place, { caption: "Two rolls", alt: "Rolls", media });
  const [post] = await seen("Two rolls");
  assert.equal(entry.status, "PUBLISHED");
  assert.deepEqual(
    post?.media.map(({ mime, alt }) => [/^image\/(jpeg|png)$/.test(mime), alt]),
    [
      [true, "Rolls"],
      [true, "Rolls"],
    ],
  );
});

test("a caption that is too long becomes a chain of replies, and a comment follows", async () => {
  const place = await onThreads();
  const caption = `Frühstück ist fertig. ${"Wir kneten lange, würzen später und backen früh. ".repeat(20)}`.trim();
  const [entry] = await published(place, { caption, autoThreadText: true, comment: { comment: "Bestellen bis zwölf.", delay: 0 } });
  assert.equal(entry.postType, "THREAD");
  const chain = (await threadsSandbox.feed(world(), { limit: 4 })).toReversed();
  const parts = chain.filter(({ text }) => caption.includes(text));
  assert.ok(parts.length >= 3 && parts.every(({ text }) => Buffer.byteLength(text) <= 500));
  assert.equal(parts.map(({ text }) => text).join(" "), caption);
  assert.deepEqual(
    parts.map(({ replyTo }) => replyTo),
    [null, ...parts.slice(0, -1).map(({ id }) => id)],
  );
  const [comment] = await seen("Bestellen bis zwölf.");
  assert.equal(comment?.replyTo, parts[0]?.id);
});

test("responses that are lost and lists that lag leave one post", async () => {
  const place = await onThreads();
  await setFault(world(), { network: "threads", kind: "cut-after", requests: "posts", seed: 1, count: 1 });
  await setFault(world(), { network: "threads", kind: "late-lists", requests: "posts", seed: 1, seconds: 90 });
  await published(place, { caption: "Only one loaf" });
  await minutes(30);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.equal((await seen("Only one loaf")).length, 1);
});

test("a used-up quota holds the channel, costs no tries, and lets the post out when the day is over", async () => {
  const place = await onThreads();
  await world().objects.put("settings", "server", { posts_per_day: 1 });
  await published(place, { caption: "The one loaf of today" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "The loaf of tomorrow" });
  await minutes(90);
  const [waiting] = await entries(place, "RETRYING");
  assert.match(
    waiting.message,
    /^The profile has published 1 of the 1 posts that Threads allows within 24 hours\. Nothing is sent until [\d-]+ [\d:]+ UTC\.$/,
  );
  await minutes(25 * 60);
  await world().objects.put("settings", "server", {});
  assert.equal((await entries(place, "PUBLISHED")).length, 2);
  assert.equal((await seen("The loaf of tomorrow")).length, 1);
});

test("a token is renewed within its second week, and posts go out with the new one", async () => {
  const place = await onThreads();
  const { keepGrants } = await import("../../grants/loop.ts");
  const tokens = () => query<{ version: number }>(stage.app.db, { text: "select max(version) as version from grants" });
  const [before] = await tokens();
  stage.pass(9 * 86_400);
  await keepGrants(stage.app, new AbortController().signal);
  const [after] = await tokens();
  assert.ok((after?.version ?? 0) > (before?.version ?? 0));
  assert.equal((await published(place, { caption: "After the renewal" })).length, 1);
});

test("access that the person takes back makes the channel inactive, with the reason", async () => {
  const place = await onThreads();
  await setFault(world(), { network: "threads", kind: "access-revoked", requests: "all", seed: 1, count: 1 });
  await published(place, { caption: "Nobody reads this" });
  const [entry] = await entries(place, "FAILED");
  assert.match(entry.message, /The platform refused the channel's access: Threads: .*code 190/);
  const channels = await must(stage.admin("GET", `/brands/${place.brandId}/channels`));
  assert.deepEqual(
    channels.map(({ status }: { status: string }) => status),
    ["INACTIVE"],
  );
});
