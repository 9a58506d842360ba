import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { deliveryReasons, deliveryWords } from "@rostrum/contract/reasons.ts";
import { query } from "../../ground/database/query.ts";
import type { FindOutcome, OutgoingComment, OutgoingPost, PublishOutcome } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, entries, must, type Place, readPost } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const cut: PublishOutcome = { kind: "unknown", reason: "The connection was cut." };
const takes = ({ key }: { readonly key: string }): PublishOutcome => ({
  kind: "published",
  remoteId: key,
  url: `https://network.example/posts/${key}`,
});
const DAY_SECONDS = 24 * 3600;

let sent: { readonly text: string; readonly key: string; readonly part: unknown }[];
let commented: string[];
let counted: string[];
let publish: (post: OutgoingPost) => PublishOutcome;
let comment: (comment: OutgoingComment) => PublishOutcome;
let find: () => FindOutcome;
let stage: Stage;
before(async () => {
  const connector = instantConnector("Mastodon");
  const scripted = {
    ...connector,
    publish: async (post: OutgoingPost, _account: unknown, call: Parameters<typeof connector.publish>[2]) => {
      sent.push({ text: post.text, key: post.key, part: call.checkpoint.get("part 1") ?? null });
      await call.checkpoint.set("part 1", { id: "77" });
      return publish(post);
    },
    find: async () => find(),
    comment: async (given: OutgoingComment) => {
      commented.push(given.remoteId);
      return comment(given);
    },
    findComment: async () => find(),
    remoteIdOf: (url: string) => /^https:\/\/network\.example\/posts\/(\w+)$/.exec(url)?.[1] ?? null,
    counts: async (remoteIds: readonly string[]) => {
      counted.push(...remoteIds);
      return { kind: "counted" as const, counts: Object.fromEntries(remoteIds.map((id) => [id, { likes: 3, comments: 2, shares: 1 }])) };
    },
  };
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-21T09:00:00Z", {
    Mastodon: scripted,
    Bluesky: instantConnector("Bluesky"),
  });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  stage.jump(addSeconds(stage.now(), 40 * DAY_SECONDS));
  sent = [];
  commented = [];
  counted = [];
  publish = () => cut;
  comment = takes;
  find = () => ({ kind: "undecidable", reason: "This network's posts cannot be listed." });
});

async function live(seconds: number): Promise<void> {
  await stage.liveUntil(addSeconds(stage.now(), seconds));
}

/** The entry of a post whose outcome could not be determined. */
async function anUndecidedEntry(place: Place, body: Readonly<Record<string, unknown>> = {}) {
  const postId = await aPost(place, { publishMode: "IMMEDIATE", ...body });
  await stage.settle();
  await live(60);
  const [entry] = await entries(place, "FAILED");
  assert.match(entry.message, /^It could not be determined .* This network's posts cannot be listed\.$/);
  return { postId, entryId: Number(entry.id) };
}

function settle(entryId: number, decision: Readonly<Record<string, unknown>>) {
  return stage.admin("POST", `/deliveries/${entryId}/settlement`, decision);
}

function explained(postId: number) {
  return must(stage.admin("GET", `/posts/${postId}/explanation`));
}

const URL = "https://network.example/posts/42";

test("a post that a person found is published with its address, since it was sent, and its counts are read", async () => {
  const place = await aPlace(stage);
  const sentAt = stage.now();
  const { postId, entryId } = await anUndecidedEntry(place);
  assert.deepEqual(await must(settle(entryId, { published: URL, by: "Ada" })), {
    deliveryId: entryId,
    status: "PUBLISHED",
    url: URL,
    message: null,
  });
  const [entry] = await entries(place, "PUBLISHED");
  const { id, url, message, publishedAt, results } = entry;
  assert.deepEqual([id, url, message, publishedAt, results], [entryId, URL, null, sentAt, { likes: 0, comments: 0, shares: 0 }]);
  assert.deepEqual(await entries(place, "FAILED"), []);
  await live(3600);
  await stage.settle();
  assert.equal(sent.length, 1);
  assert.deepEqual(counted, ["42"]);
  assert.equal((await entries(place, "PUBLISHED"))[0].results.likes, 3);
  const [delivery] = (await explained(postId)).deliveries;
  assert.deepEqual([delivery.status, delivery.reason, delivery.meaning], ["PUBLISHED", "published", deliveryReasons.published]);
  assert.deepEqual(delivery.settlements, [{ at: addSeconds(sentAt, 60), by: "Ada", decision: "published", url: URL }]);
});

test("an address that does not tell the id gives an entry without counts and without an automatic comment", async () => {
  const place = await aPlace(stage);
  const { entryId } = await anUndecidedEntry(place, { comment: { comment: "More soon", delay: 60 } });
  const url = "https://short.example/a1";
  await must(settle(entryId, { published: url }));
  await live(DAY_SECONDS);
  await stage.settle();
  const [entry] = await entries(place, "PUBLISHED");
  assert.deepEqual([entry.url, entry.results, commented], [url, { likes: 0, comments: 0, shares: 0 }, []]);
});

test("a post that a person found gets its automatic comment", async () => {
  const place = await aPlace(stage);
  const { entryId } = await anUndecidedEntry(place, { comment: { comment: "More soon", delay: 60 } });
  await must(settle(entryId, { published: URL }));
  await live(59);
  assert.deepEqual(commented, []);
  await live(1);
  assert.deepEqual(commented, ["42"]);
});

test("what is sent again is published once, under the same key, from the start, and in the same entry", async () => {
  const place = await aPlace(stage);
  const { postId, entryId } = await anUndecidedEntry(place);
  publish = takes;
  const settledAt = stage.now();
  assert.deepEqual(await must(settle(entryId, { again: true })), {
    deliveryId: entryId,
    status: "RETRYING",
    url: null,
    message: deliveryWords.sentAgain,
  });
  const [waiting] = await entries(place, "RETRYING");
  assert.deepEqual([waiting.id, waiting.message], [entryId, deliveryWords.sentAgain]);
  const [first] = sent;
  await live(DAY_SECONDS);
  assert.deepEqual(sent, [first, first]);
  assert.equal(first?.part, null);
  const published = await entries(place, "PUBLISHED");
  assert.deepEqual(
    published.map(({ id, url, publishedAt }: Record<string, unknown>) => [id, url, publishedAt]),
    [[entryId, `https://network.example/posts/${first?.key}`, settledAt]],
  );
  const [delivery] = (await explained(postId)).deliveries;
  assert.deepEqual(delivery.settlements, [{ at: settledAt, by: "the operator", decision: "again", url: null }]);
  assert.deepEqual(
    delivery.attempts.map(({ number, outcome }: Record<string, unknown>) => [number, outcome]),
    [
      [1, "unknown"],
      [2, "undecidable"],
      [3, "published"],
    ],
  );
  assert.equal((await settle(entryId, { again: true })).status, 409);
});

test("tries begin anew: what is sent again is tried twelve times", async () => {
  const place = await aPlace(stage);
  const { entryId } = await anUndecidedEntry(place);
  publish = () => ({ kind: "busy", reason: "Too many requests", retryAfterSeconds: 1 });
  await must(settle(entryId, { again: true }));
  await live(2 * DAY_SECONDS);
  assert.equal(sent.length, 1 + 12);
  assert.match((await entries(place, "FAILED"))[0].message, /^Given up after 12 tries/);
});

test("what ends undecided again can be settled again", async () => {
  const place = await aPlace(stage);
  const { postId, entryId } = await anUndecidedEntry(place);
  await must(settle(entryId, { again: true }));
  await live(3600);
  await must(settle(entryId, { published: URL }));
  const [delivery] = (await explained(postId)).deliveries;
  assert.deepEqual(
    delivery.settlements.map(({ decision }: { decision: string }) => decision),
    ["again", "published"],
  );
});

test("of several decisions at the same moment only one counts", async () => {
  const place = await aPlace(stage);
  const { entryId } = await anUndecidedEntry(place);
  publish = takes;
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) => settle(entryId, index % 2 === 0 ? { again: true } : { published: URL })),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409]);
  await live(3600);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.equal(await settlements(), 1);

  async function settlements(): Promise<unknown> {
    const rows = await query(stage.app.db, { text: "select id from settlements where delivery_id = $1", values: [entryId] });
    return rows.length;
  }
});

test("a comment is settled like a post: found, it leaves the list of failures; sent again, it is made once", async () => {
  const place = await aPlace(stage);
  publish = takes;
  comment = () => cut;
  const failedComment = async () => {
    await aPost(place, { publishMode: "IMMEDIATE", comment: { comment: "More soon", delay: 0 } });
    await stage.settle();
    await live(60);
    const [entry] = await entries(place, "FAILED");
    assert.equal(entry.postType, "ENGAGE_COMMENT");
    return Number(entry.id);
  };
  await must(settle(await failedComment(), { published: URL }));
  assert.deepEqual(await entries(place, "FAILED"), []);
  const again = await failedComment();
  comment = takes;
  assert.equal((await must(settle(again, { again: true }))).status, "waiting");
  await live(3600);
  assert.equal(commented.length, 3);
  assert.deepEqual([(await entries(place, "FAILED")).length, (await entries(place, "PUBLISHED")).length], [0, 2]);
});

test("a thread is settled as a whole: sent again, it starts with its first part", async () => {
  const place = await aPlace(stage);
  const caption = `${"a".repeat(300)}\n\n\n${"b".repeat(300)}`;
  const { entryId } = await anUndecidedEntry(place, { caption, autoThreadText: true });
  publish = takes;
  await must(settle(entryId, { again: true }));
  await live(60);
  assert.deepEqual(
    sent.map(({ part }) => part),
    [null, null],
  );
  assert.deepEqual(
    (await entries(place, "PUBLISHED")).map(({ postType }: { postType: string }) => postType),
    ["THREAD"],
  );
});

test("an evergreen post that had reached nobody rejoins its queue once it is found", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"], maxRepublish: 1 });
  const { postId, entryId } = await anUndecidedEntry(place);
  assert.equal((await readPost(place, postId)).status, "PUBLISHED");
  await must(settle(entryId, { published: URL }));
  const foundAt = stage.now();
  const { rejoinsAt } = await explained(postId);
  assert.equal(rejoinsAt, addSeconds(foundAt, 7 * DAY_SECONDS));
});

test("an evergreen post that is sent again rejoins its queue after that", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"], maxRepublish: 1 });
  const { postId, entryId } = await anUndecidedEntry(place);
  publish = takes;
  await must(settle(entryId, { again: true }));
  assert.equal((await explained(postId)).summary, "The post is being published; its deliveries show the progress.");
  await stage.settle();
  assert.equal((await explained(postId)).rejoinsAt, addSeconds(stage.now(), 7 * DAY_SECONDS));
});

test("settling an old entry leaves a post alone that has gone on to its next round", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00"], maxRepublish: -1 });
  const { postId, entryId } = await anUndecidedEntry(place);
  const queued = await readPost(place, postId);
  assert.equal(queued.status, "PENDING");
  publish = takes;
  await must(settle(entryId, { again: true }));
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).length, 2);
  assert.deepEqual(await readPost(place, postId), queued);
  await live(8 * DAY_SECONDS);
  assert.equal(sent.filter(({ key }) => key === sent[0]?.key).length, 2);
  assert.ok((await entries(place, "PUBLISHED")).length >= 4);
});

test("what would not be sent is refused: an inactive channel, a deleted post", async () => {
  const place = await aPlace(stage);
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  const { postId, entryId } = await anUndecidedEntry(place);
  await must(stage.admin("PATCH", `/channels/${place.channelIds[0]}`, { status: "INACTIVE" }));
  const inactive = await settle(entryId, { again: true });
  assert.deepEqual(
    [inactive.status, inactive.body.errors],
    [409, { delivery: "Its channel is not active: reconnect it or switch it on, then send it again." }],
  );
  await must(place.api("DELETE", `/posts/${postId}`));
  assert.deepEqual((await settle(entryId, { again: true })).body.errors, {
    delivery: "The post has been deleted, so it cannot be sent again.",
  });
  await must(settle(entryId, { published: URL }));
  assert.equal((await entries(place, "PUBLISHED"))[0].url, URL);
});

test("only an undecided delivery can be settled, by exactly one decision", async () => {
  const place = await aPlace(stage);
  publish = takes;
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const [entry] = await entries(place, "PUBLISHED");
  const settled = await settle(entry.id, { again: true });
  assert.deepEqual(
    [settled.status, settled.body.errors],
    [409, { delivery: "Only a delivery that is FAILED with the reason undecided can be settled; this one is PUBLISHED." }],
  );
  const unknown = await settle(999_999_999, { again: true });
  assert.deepEqual([unknown.status, unknown.body.errors], [404, { delivery: "There is no delivery with the id 999999999." }]);
  for (const body of [{}, { again: true, published: URL }, { again: false }, { published: "ftp://network.example/1" }]) {
    const { status, body: reply } = await settle(entry.id, body);
    assert.deepEqual([status, Object.keys(reply.errors)], [422, ["published"]]);
  }
});
