import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { FaultKind } from "@rostrum/contract/private/sandbox.ts";
import { query } from "../../ground/database/query.ts";
import { mastodonSandbox } from "../../networks/mastodon/sandbox/index.ts";
import type { SandboxPost } from "../../networks/sandbox/network.ts";
import { sandboxWorld } from "../../networks/sandbox/networks.ts";
import { aPlace, aPost, entries, type Place } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { aFault, clearFaults } from "../../testing/faults.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

/** A server that ignores idempotency keys, as GoToSocial does: whatever is sent twice appears twice. */

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());
afterEach(() => clearFaults(stage));

const world = () => sandboxWorld(mastodonSandbox, { db: stage.app.db, now: () => stage.now(), sandboxUrl: stage.app.sandboxUrl ?? "" });
const shown = async (word: string): Promise<SandboxPost[]> =>
  (await mastodonSandbox.feed(world(), { limit: 5000 })).filter((post) => post.text.includes(word));

/** A channel on such a server. */
async function aForgetfulPlace(): Promise<Place> {
  await aFault(stage, { network: "mastodon", kind: "ignore-keys" });
  return aPlace(stage, { channels: ["Mastodon"] });
}

const lose = (fault: { kind: FaultKind; seconds?: number; count?: number }) => aFault(stage, { network: "mastodon", ...fault });
/** Enough time for two rounds of lookups and their follow-ups. */
const live = () => stage.live(4 * 3600, 60);

/** Every way of losing a response. The delay is longer than the connector waits. */
const LOSSES = [
  { kind: "cut-after" },
  { kind: "error-after" },
  { kind: "cut-before" },
  { kind: "error-before" },
] as const satisfies readonly { kind: FaultKind }[];

let number = 0;
const word = () => `word${++number}z`;

for (const loss of LOSSES) {
  test(`${loss.kind}: a text appears once, and its entry links to it`, async () => {
    const [place, text] = [await aForgetfulPlace(), word()];
    await lose(loss);
    await aPost(place, { publishMode: "IMMEDIATE", caption: `Fresh ${text} & <more> https://shop.example/a/long/path?q=1 #bread` });
    await live();
    await isPublishedAt(place, await shown(text));
  });

  test(`${loss.kind}: a picture appears once, and its entry links to it`, async () => {
    const [place, text] = [await aForgetfulPlace(), word()];
    const media = await uploaded(stage, place, { bytes: await aPicture(), name: "rolls.png" });
    await lose(loss);
    await aPost(place, { publishMode: "IMMEDIATE", caption: text, media: [{ id: media }] });
    await live();
    await isPublishedAt(place, await shown(text));
  });

  test(`${loss.kind}: each part of a thread appears once, as a reply to the one before`, async () => {
    const [place, text] = [await aForgetfulPlace(), word()];
    // The fault strikes two requests: the first part's and, once that is settled, the second's.
    await lose({ ...loss, count: 2 });
    const caption = ["one", "two", "three"].map((part) => `${part} ${text}`).join("\n\n\n");
    await aPost(place, { publishMode: "IMMEDIATE", caption, autoThreadText: true });
    await live();
    const parts = (await shown(text)).toReversed();
    assert.deepEqual(
      parts.map((part) => [part.text, part.replyTo]),
      [
        [`one ${text}`, null],
        [`two ${text}`, parts[0]?.id],
        [`three ${text}`, parts[1]?.id],
      ],
    );
    await isPublishedAt(place, parts.slice(0, 1));
  });

  test(`${loss.kind}: a comment appears once below its post`, async () => {
    const [place, text, below] = [await aForgetfulPlace(), word(), word()];
    await aPost(place, { publishMode: "IMMEDIATE", caption: text, comment: { comment: below, delay: 60 } });
    await stage.settle();
    await lose(loss);
    await live();
    const [post, ...others] = await shown(text);
    assert.equal(others.length, 0);
    const comments = await shown(below);
    assert.deepEqual(
      comments.map(({ replyTo }) => replyTo),
      [post?.id],
    );
    assert.deepEqual(await entries(place, "FAILED"), []);
  });
}

test("looking once more before each call uses up no try: a limit of six hours after a lost call is outlived", async () => {
  const [place, text] = [await aForgetfulPlace(), word()];
  await lose({ kind: "cut-before" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: text });
  await stage.live(30, 10);
  await aFault(stage, { network: "mastodon", kind: "refuse-429", percent: 100, seconds: 1 });
  await stage.live(6 * 3600, 60);
  assert.deepEqual([await entries(place, "FAILED"), await shown(text)], [[], []]);
  await clearFaults(stage);
  await live();
  await isPublishedAt(place, await shown(text));
});

test("two posts with the same text, one of which lost its response, are two posts with two addresses", async () => {
  const [place, text] = [await aForgetfulPlace(), word()];
  for (const kind of ["cut-after", "cut-before"] as const) {
    const each = `${text} ${kind}`;
    await lose({ kind });
    for (let index = 0; index < 2; index += 1) await aPost(place, { publishMode: "IMMEDIATE", caption: each });
    await live();
    const posts = await shown(each);
    assert.equal(posts.length, 2, kind);
    const found: { url: string; body: string }[] = (await entries(place, "PUBLISHED")).filter(
      (entry: { body: string }) => entry.body === each,
    );
    assert.deepEqual(found.map(({ url }) => url).toSorted(), posts.map(({ url }) => url).toSorted(), kind);
  }
});

test("two posts with the same text that both lost their responses are two posts with two addresses", async () => {
  const [place, text] = [await aForgetfulPlace(), word()];
  await lose({ kind: "cut-after", count: 2 });
  for (let index = 0; index < 2; index += 1) await aPost(place, { publishMode: "IMMEDIATE", caption: text });
  await live();
  const posts = await shown(text);
  assert.equal(posts.length, 2);
  const found: { url: string }[] = await entries(place, "PUBLISHED");
  assert.deepEqual(found.map(({ url }) => url).toSorted(), posts.map(({ url }) => url).toSorted());
});

test("a comment is not mistaken for the thread part with the same text below the same post", async () => {
  const [place, text] = [await aForgetfulPlace(), word()];
  await aPost(place, {
    publishMode: "IMMEDIATE",
    caption: `one\n\n\n${text}`,
    autoThreadText: true,
    comment: { comment: text, delay: 60 },
  });
  await stage.settle();
  await lose({ kind: "cut-before" });
  await live();
  const below = await shown(text);
  assert.equal(below.length, 2);
  assert.equal(new Set(below.map(({ replyTo }) => replyTo)).size, 1);
  assert.deepEqual(await entries(place, "FAILED"), []);
});

test("a lost status is found behind more than two hundred later ones", async () => {
  const [place, text] = [await aForgetfulPlace(), word()];
  await lose({ kind: "cut-after" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: text });
  await stage.settle();
  const [stored] = await world().objects.list("status", { limit: 1 });
  for (let index = 0; index < 250; index += 1) {
    await world().objects.insert("status", await world().objects.nextId(), { ...stored?.document, text: `Later ${index}` });
  }
  await stage.live(120, 15);
  await isPublishedAt(place, await shown(text));
});

test("a list that shows statuses more than a minute late causes no duplicates", async () => {
  const [place, text] = [await aForgetfulPlace(), word()];
  await aFault(stage, { network: "mastodon", kind: "late-lists", seconds: 80 });
  await lose({ kind: "cut-after" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: text });
  await live();
  await isPublishedAt(place, await shown(text));
});

test("a response that arrives after the time-out is settled like one that never arrived", async () => {
  const [place, text] = [await aForgetfulPlace(), word()];
  // Holds the response back until the connection is given up, so that the test need not wait in real time.
  stage.intercept = (request) => {
    if (request.method !== "POST" || !request.url.endsWith("/api/v1/statuses")) return null;
    stage.intercept = null;
    void eventually("the post is there", async () => (await shown(text)).length > 0).finally(() => request.raw.socket.destroy());
    return null;
  };
  await lose({ kind: "slow", seconds: 3600 });
  await aPost(place, { publishMode: "IMMEDIATE", caption: text });
  await live();
  await isPublishedAt(place, await shown(text));
});

test("a day of downtime after a lost response ends with one post", async () => {
  for (const kind of ["cut-after", "cut-before"] as const) {
    const [place, text] = [await aForgetfulPlace(), word()];
    await lose({ kind });
    await aPost(place, { publishMode: "IMMEDIATE", caption: text });
    await stage.settle();
    stage.pass(26 * 3600);
    await live();
    await isPublishedAt(place, await shown(text));
  }
});

test("many posts on a server that forgets keys and loses a third of its responses each appear once", async () => {
  const place = await aForgetfulPlace();
  for (const kind of ["error-after", "cut-after"] as const) await aFault(stage, { network: "mastodon", kind, percent: 20, seed: 7 });
  const texts = Array.from({ length: 10 }, word);
  for (const caption of texts) await aPost(place, { publishMode: "IMMEDIATE", caption });
  await stage.live(6 * 3600, 60);
  for (const text of texts) assert.equal((await shown(text)).length, 1, text);
  assert.equal((await entries(place, "PUBLISHED")).length, texts.length);
});

/** Readers see one post, and the only entry is published with its address. */
async function isPublishedAt(place: Place, posts: readonly SandboxPost[]): Promise<void> {
  assert.equal(posts.length, 1);
  const published: { url: string }[] = await entries(place, "PUBLISHED");
  assert.deepEqual(
    published.map(({ url }) => url),
    posts.map(({ url }) => url),
  );
  for (const status of ["SENT", "FAILED", "SKIPPED", "RETRYING"]) assert.deepEqual(await entries(place, status), []);
}

test("a lookup that was interrupted has decided nothing: the post is looked for again before anything is sent again", async () => {
  // Honoured keys when it was connected.
  const [place, text] = [await aPlace(stage, { channels: ["Mastodon"] }), word()];
  await aFault(stage, { network: "mastodon", kind: "ignore-keys" });
  await lose({ kind: "cut-after" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: text });
  await stage.settle();
  await interruptLookup(place);
  await live();
  await isPublishedAt(place, await shown(text));
});

test("a lookup to which the server gave no answer has decided nothing: the post is looked for again before anything is sent again", async () => {
  const [place, text] = [await aPlace(stage, { channels: ["Mastodon"] }), word()];
  await aFault(stage, { network: "mastodon", kind: "ignore-keys" });
  await lose({ kind: "cut-after" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: text });
  await stage.settle();
  await aFault(stage, { network: "mastodon", kind: "error-before", requests: "all", count: 3 });
  await live();
  await isPublishedAt(place, await shown(text));
});

/** As the ledger is when a process dies during a lookup. */
async function interruptLookup({ brandId }: Place): Promise<void> {
  await query(stage.app.db, {
    text: `with delivery as (
             update deliveries set steps = steps + 1, looks = looks + 1, lease_until = $2 where brand_id = $1 and status = 'unknown' returning id, steps
           )
           insert into attempts (delivery_id, number, step, started_at) select id, steps, 'find', $2 from delivery`,
    values: [brandId, stage.now()],
  });
}
