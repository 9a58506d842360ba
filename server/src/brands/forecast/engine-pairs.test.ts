import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { maybeOne, query } from "../../ground/database/query.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { rejoinAt } from "../queue/rules.ts";

/** The ledger's SQL and the forecast's rules must agree on who gets an entry, with which message, and what rejoins the queue. */
let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
});
after(() => stage[Symbol.asyncDispose]());

const LONG = "x".repeat(3000);
const CHANNELS = ["Mastodon", "Bluesky", "Telegram"] as const;

interface Case {
  readonly what: string;
  readonly channels: readonly (typeof CHANNELS)[number][];
  readonly inactive: readonly (typeof CHANNELS)[number][];
  readonly body: Readonly<Record<string, unknown>>;
}

const cases: readonly Case[] = [
  { what: "every channel takes it", channels: CHANNELS, inactive: [], body: { caption: "Rye" } },
  { what: "a channel is inactive", channels: CHANNELS, inactive: ["Bluesky"], body: { caption: "Rye" } },
  { what: "every channel is inactive", channels: ["Mastodon", "Bluesky"], inactive: ["Mastodon", "Bluesky"], body: { caption: "Rye" } },
  { what: "the collection has no channel", channels: [], inactive: [], body: { caption: "Rye" } },
  { what: "the text is too long for some", channels: CHANNELS, inactive: ["Telegram"], body: { caption: LONG } },
];

for (const { what, channels, inactive, body } of cases) {
  test(`the forecast's entries match the engine's, messages included: ${what}`, async () => {
    const place = await aPlace(stage, { channels });
    for (const type of inactive) {
      await must(stage.admin("PATCH", `/channels/${place.channelIds[channels.indexOf(type)]}`, { status: "INACTIVE" }));
    }
    const id = await aPost(place, { ...body, publishMode: "IMMEDIATE" });
    const { channels: told } = await must(stage.admin("GET", `/posts/${id}/explanation`));
    await stage.settle();
    const entries = await query<{ channelId: number | null; status: string; reason: string; message: string | null }>(stage.app.db, {
      text: `select channel_id "channelId", status, reason, message from deliveries where post_id = $1 order by id`,
      values: [id],
    });
    const foretold = told.map((entry: { channelId: number | null; outcome: string; reason: string | null; message: string | null }) => [
      entry.channelId,
      entry.outcome,
      entry.reason ?? "published",
      entry.message,
    ]);
    assert.ok(entries.length > 0);
    assert.deepEqual(
      entries.map(({ channelId, status, reason, message }) => [channelId, status, reason, message]),
      foretold,
    );
  });
}

const REJOINS: readonly (readonly [maxRepublish: number, at: string | null])[] = [
  [-1, "2026-11-21T09:00:00.000000Z"],
  [0, null],
  [1, "2026-11-28T09:00:00.000000Z"],
  [2, "2026-12-05T09:00:00.000000Z"],
  [520, "2036-11-08T09:00:00.000000Z"],
];

for (const [maxRepublish, at] of REJOINS) {
  test(`with maxRepublish ${maxRepublish} the rule says when a published post rejoins`, () => {
    assert.equal(rejoinAt(toInstant("2026-11-21T09:00:00Z"), maxRepublish), at);
  });
  test(`with maxRepublish ${maxRepublish} the ledger has a published post rejoin when the rule says so`, async () => {
    const place = await aPlace(stage, { maxRepublish });
    const id = await aPost(place, { publishMode: "IMMEDIATE" });
    const publishedAt = stage.now();
    await stage.settle();
    const expected = rejoinAt(publishedAt, maxRepublish);
    const post = await rejoinOf(place, id);
    // Immediate: it has rejoined by now.
    if (maxRepublish < 0) assert.deepEqual(post, { rejoinAt: null, postingType: "QUEUE" });
    else assert.deepEqual(post, { rejoinAt: expected, postingType: "NOW" });
  });
}

test("a post that reached no reader never rejoins", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"], maxRepublish: 1 });
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption: LONG });
  await stage.settle();
  assert.deepEqual(await rejoinOf(place, id), { rejoinAt: null, postingType: "NOW" });
});

async function rejoinOf({ brandId }: Place, postId: number) {
  return maybeOne(stage.app.db, {
    text: `select rejoin_at "rejoinAt", posting_type "postingType" from posts where brand_id = $1 and id = $2`,
    values: [brandId, postId],
  });
}
