import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { refreshAccounts } from "../../../brands/channels/refresh-accounts.ts";
import { query } from "../../../ground/database/query.ts";
import { aPlace, aPost, entries, must, type Place } from "../../../testing/builders.ts";
import { eventually } from "../../../testing/eventually.ts";
import { uploaded } from "../../../testing/media.ts";
import { openStage, type Stage } from "../../../testing/stage.ts";
import { aVideoFile } from "../../../testing/videos.ts";
import { keepGrants } from "../../grants/loop.ts";
import { setFault } from "../../sandbox/faults.ts";
import { sandboxOn } from "../../sandbox/networks.ts";
import { xSandbox } from "../sandbox/index.ts";
import { weightedLength } from "./text.ts";

/** The whole service, with its engine, database and grants. */
let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
});
after(() => stage[Symbol.asyncDispose]());

const world = () => sandboxOn({ db: stage.app.db, now: stage.now, sandboxUrl: stage.app.sandboxUrl ?? "" }).world(xSandbox);
const seen = async (words: string) => (await xSandbox.feed(world(), { limit: 1000 })).filter(({ text }) => text.includes(words)).reverse();
const minutes = (count: number) => stage.liveUntil(addSeconds(stage.now(), count * 60));
const onX = () => aPlace(stage, { channels: ["X"] });
const settings = (values: Readonly<Record<string, string | number>>) => world().objects.put("settings", "server", values);

async function published(place: Place, body: Readonly<Record<string, unknown>>, during = 10) {
  await aPost(place, { publishMode: "IMMEDIATE", ...body });
  await minutes(during);
  return entries(place, "PUBLISHED");
}

// Shows X: address of the post
test("a post goes out with its address", async () => {
  const place = await onX();
  const [entry] = await published(place, { caption: "Plain rye" }, 1);
  const [post] = await seen("Plain rye");
  assert.deepEqual([entry.postType, entry.url], ["TEXT", post?.url]);
  assert.equal((await fetch(entry.url)).status, 200);
});

test("a caption that is too long becomes a chain of replies that each fit, and a comment follows", async () => {
  const place = await onX();
  const caption = `Frühstück ist fertig 🥐. ${"Wir kneten lange, würzen später und backen früh. ".repeat(12)}`.trim();
  const [entry] = await published(place, { caption, autoThreadText: true, comment: { comment: "Bestellen bis zwölf.", delay: 0 } });
  assert.equal(entry.postType, "THREAD");
  const [comment] = await seen("Bestellen bis zwölf.");
  const parts = (await xSandbox.feed(world(), { limit: 10 })).toReversed().filter(({ text }) => caption.includes(text));
  assert.ok(parts.length >= 3 && parts.every(({ text }) => weightedLength(text) <= 280));
  assert.equal(parts.map(({ text }) => text).join(" "), caption);
  assert.deepEqual(
    parts.map(({ replyTo }) => replyTo),
    [null, ...parts.slice(0, -1).map(({ id }) => id)],
  );
  assert.equal(comment?.replyTo, parts[0]?.id);
});

test("a video is published once X has processed it, which uses up no try", async () => {
  const place = await onX();
  await settings({ video_seconds: 240 });
  const media = [{ id: await uploaded(stage, place, { bytes: await aVideoFile(), name: "oven.mp4" }) }];
  const [entry] = await published(place, { caption: "The oven", media });
  assert.equal(entry.postType, "VIDEO");
  assert.equal((await seen("The oven"))[0]?.media[0]?.mime, "video/mp4");
  await settings({});
});

test("a text with too many weighted characters has failed before anything is sent, with both figures", async () => {
  const place = await onX();
  await aPost(place, { publishMode: "IMMEDIATE", caption: "日本語".repeat(50) });
  await minutes(1);
  const [entry] = await entries(place, "FAILED");
  assert.match(entry.message, /^The text has 300 characters; X takes at most 280/);
});

test("what the account may write is asked every day, and a person's word counts before it", async () => {
  const place = await onX();
  const caption = "Sourdough takes its time. ".repeat(20).trim();
  const fails = async () => {
    await aPost(place, { publishMode: "IMMEDIATE", caption });
    await minutes(1);
    return (await entries(place, "FAILED")).length;
  };
  assert.equal(await fails(), 1);
  await settings({ subscription: "Basic" });
  // The service's own loop may be looking after the log-in at the moment.
  await eventually("the account is known anew", async () => {
    await stage.app.db.query("update grants set probe_at = $1", [stage.now()]);
    await keepGrants(stage.app, new AbortController().signal, refreshAccounts);
    const [{ limits }] = (await must(stage.admin("GET", `/../collections/${place.collectionId}/writing`))).channels;
    return limits.videoSeconds === 4 * 3600;
  });
  assert.equal(await fails(), 1);
  assert.equal((await seen(caption)).length, 1);
  await settings({});
  const prefer = (longPosts: string | null) =>
    must(stage.admin("PATCH", `/channels/${place.channelIds[0]}/preferences`, { preferences: { longPosts } }));
  await prefer("no");
  assert.equal(await fails(), 2);
  await prefer("yes");
  const [shown] = (await must(stage.admin("GET", `/../collections/${place.collectionId}/writing`))).channels;
  assert.equal(shown.limits.videoSeconds, 4 * 3600);
  await prefer(null);
});

test("a response that is lost and a list that lags leave one post", async () => {
  const place = await onX();
  await setFault(world(), { network: "x", kind: "cut-after", requests: "posts", seed: 1, count: 1 });
  await setFault(world(), { network: "x", kind: "late-lists", requests: "posts", seed: 1, seconds: 200 });
  await published(place, { caption: "Only one loaf" }, 30);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.equal((await seen("Only one loaf")).length, 1);
});

test("a request that never arrived is repeated a quarter of an hour later", async () => {
  const place = await onX();
  await setFault(world(), { network: "x", kind: "cut-before", requests: "posts", seed: 1, count: 1 });
  await published(place, { caption: "A late loaf" }, 12);
  assert.deepEqual(await seen("A late loaf"), []);
  await minutes(20);
  assert.equal((await seen("A late loaf")).length, 1);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("without credits the application's posts wait, and go out when there are some", async () => {
  const [place, other] = [await onX(), await onX()];
  await settings({ billing: "credits-depleted" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "An unpaid loaf" });
  await aPost(other, { publishMode: "IMMEDIATE", caption: "An unpaid roll" });
  await minutes(5 * 60);
  const [waiting] = await entries(place, "RETRYING");
  assert.match(waiting.message, /does not have any credits.*The operator has to buy credits at X\. Nothing is sent until .* UTC\.$/);
  await settings({});
  await minutes(2 * 60);
  assert.deepEqual([(await seen("An unpaid loaf")).length, (await seen("An unpaid roll")).length], [1, 1]);
});

test("tokens are renewed every two hours, and posts go out with the new ones", async () => {
  const place = await onX();
  const { keepGrants } = await import("../../grants/loop.ts");
  const version = async () =>
    (await query<{ version: number }>(stage.app.db, { text: "select max(version) as version from grants" }))[0]?.version ?? 0;
  for (let time = 0; time < 3; time += 1) {
    const before = await version();
    stage.pass(7000);
    await keepGrants(stage.app, new AbortController().signal);
    assert.ok((await version()) > before);
  }
  assert.equal((await published(place, { caption: "After the renewals" })).length, 1);
});

test("access that the person takes back makes the channel inactive, with the reason", async () => {
  const place = await onX();
  await setFault(world(), { network: "x", kind: "access-revoked", requests: "all", seed: 1, count: 1 });
  await published(place, { caption: "Nobody reads this" });
  const [entry] = await entries(place, "FAILED");
  assert.match(entry.message, /The platform refused the channel's access: X: Unauthorized/);
  const channels = await must(stage.admin("GET", `/brands/${place.brandId}/channels`));
  assert.deepEqual(
    channels.map(({ status }: { status: string }) => status),
    ["INACTIVE"],
  );
});
