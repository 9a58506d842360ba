import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { maybeOne, query } from "../../ground/database/query.ts";
import { aPlace, aPost, entries, must, type Place, readPost } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "100" });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  stage.intercept = null;
});

const ADDRESS = `https://shop.example/${"bread/".repeat(30)}`;
const PARAGRAPHS = [
  `Rye takes a day. ${"We knead it slowly. ".repeat(11)}`.trim(),
  `More at ${ADDRESS} for all who bake. ${"It keeps for a week. ".repeat(8)}`.trim(),
  `Ask @baker@social.example about #sourdough. ${"They know it well. ".repeat(9)}`.trim(),
];
const CAPTION = PARAGRAPHS.join("\n\n");
const STATUSES = "/sandbox/mastodon/api/v1/statuses";

/** What readers of a sandbox network see of the post, in order, each part with whether it is a reply. */
async function chainOn(network: string): Promise<{ text: string; isAnswer: boolean }[]> {
  const rows = await query<{ document: Record<string, unknown> }>(stage.app.db, {
    text: "select document from sandbox_objects where network = $1 and kind in ('status', 'record') order by id",
    values: [network],
  });
  return rows.map(({ document }) => ({
    text: JSON.stringify(document),
    isAnswer: /"in_reply_to_id":"|"reply":\{/.test(JSON.stringify(document)),
  }));
}

async function published(place: Place, body: Readonly<Record<string, unknown>>) {
  const id = await aPost(place, { publishMode: "IMMEDIATE", autoThreadText: true, ...body });
  await stage.settle();
  return { id, entries: await entries(place, "PUBLISHED") };
}

for (const type of ["Mastodon", "Bluesky"]) {
  test(`${type}: a caption above the limit becomes a chain of posts split at paragraph ends, and its entry a THREAD`, async () => {
    const place = await aPlace(stage, { channels: [type] });
    const before = (await chainOn(type.toLowerCase())).length;
    const { id, entries } = await published(place, { caption: CAPTION });
    const [entry] = entries;
    assert.deepEqual([entry.postType, entry.status], ["THREAD", "PUBLISHED"]);
    assert.equal((await readPost(place, id)).postType, "TEXT");
    const chain = (await chainOn(type.toLowerCase())).slice(before);
    assert.ok(chain.length > 1 && chain.length <= 3, String(chain.length));
    assert.deepEqual(
      chain.map(({ isAnswer }) => isAnswer),
      chain.map((_, index) => index > 0),
    );
    const whole = chain.map(({ text }) => text).join("");
    for (const words of ["Rye takes a day.", "social.example", "#sourdough", "It keeps for a week."])
      assert.ok(whole.includes(words), words);
    const page = await (await fetch(entry.url)).text();
    for (const words of ["Rye takes a day.", "sourdough"]) assert.ok(page.includes(words), words);
  });
}

test("a caption that fits by the platform's own count is one post of its own type, however long its links are", async () => {
  const place = await aPlace(stage);
  const { entries } = await published(place, { caption: `${"Fresh bread. ".repeat(35)} ${ADDRESS}` });
  assert.equal(entries[0].postType, "TEXT");
});

test("Mastodon counts mentions without their hosts", async () => {
  const place = await aPlace(stage);
  const { entries } = await published(place, { caption: "@baker@social.example ".repeat(40), autoThreadText: false });
  assert.equal(entries[0].postType, "TEXT");
});

test("without autoThreadText, or if more than ten parts are needed, the text is too long", async () => {
  const place = await aPlace(stage, { channels: ["Bluesky"] });
  for (const body of [{ caption: CAPTION }, { caption: `${"x".repeat(160)} `.repeat(11), autoThreadText: true }]) {
    await aPost(place, { publishMode: "IMMEDIATE", ...body });
  }
  await stage.settle();
  const failed = await entries(place, "FAILED");
  assert.deepEqual(
    failed.map(({ postType }: { postType: string }) => postType),
    ["TEXT", "TEXT"],
  );
  for (const { message } of failed) assert.match(message, /The text has \d+ characters; Bluesky takes at most 300\./);
});

test("every attempt uses the parts of the first one, even if the limit changes in between", async () => {
  const place = await aPlace(stage);
  const [channelId] = place.channelIds;
  let asked = 0;
  stage.intercept = (request, reply) => {
    if (request.method !== "POST" || request.url !== STATUSES) return null;
    asked += 1;
    return asked === 2 ? reply.code(429).send({ error: "Too many requests" }) : null;
  };
  const before = (await chainOn("mastodon")).length;
  await aPost(place, { publishMode: "IMMEDIATE", caption: CAPTION, autoThreadText: true });
  await stage.settle();
  assert.equal((await entries(place, "RETRYING"))[0].postType, "THREAD");
  const parts = async () =>
    (await maybeOne<{ split: string[] }>(stage.app.db, { text: "select split from deliveries where channel_id = $1", values: [channelId] }))
      ?.split;
  const first = await parts();
  assert.ok(first && first.length > 1);
  await query(stage.app.db, {
    text: `update channels set settings = settings || '{"maxCharacters": 5000}' where id = $1`,
    values: [channelId],
  });
  await stage.live(3600, 300);
  assert.equal((await entries(place, "PUBLISHED"))[0].postType, "THREAD");
  assert.deepEqual(await parts(), first);
  assert.equal((await chainOn("mastodon")).length - before, first.length);
});

test("preview and explanation match what then happens, by each network's own count", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky", "Telegram"] });
  const captions = {
    "a text with long links": `${"Fresh bread. ".repeat(20)} ${ADDRESS} ${ADDRESS}`,
    "many mentions": "@baker@social.example ".repeat(40).trim(),
    "short links, which Mastodon counts as long ones": "https://a.example ".repeat(25).trim(),
    "more bytes than Bluesky takes": "👨‍👩‍👧‍👦 ".repeat(140).trim(),
    "more UTF-16 units than Telegram takes": "🥐🥐🥐🥐 ".repeat(500).trim(),
    "a word that is too long": `Bread ${"x".repeat(501)}`,
    "more than ten parts on Bluesky": `${"x".repeat(160)} `.repeat(12).trim(),
    paragraphs: CAPTION,
  };
  for (const [what, caption] of Object.entries(captions)) {
    for (const autoThreadText of [false, true]) {
      const preview = await must(stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, { caption, autoThreadText }));
      const id = await aPost(place, { publishMode: "IMMEDIATE", caption, autoThreadText });
      const { channels } = await must(stage.admin("GET", `/posts/${id}/explanation`));
      // No faster than Telegram accepts them.
      await stage.live(600, 60);
      const { deliveries } = await must(stage.admin("GET", `/posts/${id}/explanation`));
      const became = deliveries.map(({ channelType, status, message }: Told) => [
        channelType,
        status,
        status === "FAILED" ? message : null,
      ]);
      const told = (entries: Told[]) => entries.map(({ channelType, outcome, message }) => [channelType, outcome, message]);
      assert.deepEqual(told(preview), became, `${what} ${autoThreadText}`);
      assert.deepEqual(told(channels), became, `${what} ${autoThreadText}`);
    }
  }
});

interface Told {
  readonly channelType: string;
  readonly outcome: string;
  readonly status: string;
  readonly message: string | null;
}
