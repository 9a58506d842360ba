import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { sealCredentials } from "../../brands/channels/account.ts";
import { type Account, ConnectedAgain, type OutgoingPost, type PublishOutcome } from "../../networks/connectors/connector.ts";
import type { Json } from "../../networks/connectors/json.ts";
import { aPlace, aPost, entries, must, type Place } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

/** What the platform does with a post; it may read and change the ledger meanwhile. */
type Platform = (post: OutgoingPost, account: Account) => Promise<PublishOutcome>;
const takesAll: Platform = async ({ key }) => ({ kind: "published", remoteId: key, url: null });

let platform = takesAll;
let comments: string[];
let stage: Stage;
before(async () => {
  const connector = instantConnector("Mastodon");
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-21T09:00:00Z", {
    Mastodon: {
      ...connector,
      publish: (post, account) => platform(post, account),
      comment: async ({ text, key }) => {
        comments.push(text);
        return { kind: "published", remoteId: key, url: null };
      },
    },
  });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  platform = takesAll;
  comments = [];
});

/** Scheduled posts on one channel, all due in ten minutes, in the order in which they leave. */
async function dueTogether(place: Place, captions: readonly string[]): Promise<number[]> {
  const ids = [];
  for (const [index, caption] of captions.entries()) {
    const scheduledAt = `2026-11-21T10:10:${String(index).padStart(2, "0")}`;
    ids.push(await aPost(place, { caption, publishMode: "SCHEDULE", scheduledAt: scheduledAt.replace("T", " ") }));
  }
  stage.jump("2026-11-21T09:11:00Z");
  return ids;
}

async function aFreshPlace(): Promise<Place> {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage);
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  return place;
}

test("posts of a channel go out one after the other, in their order, each in one attempt", async () => {
  const place = await aFreshPlace();
  const captions = Array.from({ length: 12 }, (_, number) => `loaf ${number}`);
  const seen: string[] = [];
  let underWay = 0;
  platform = async (post, account) => {
    underWay += 1;
    assert.equal(underWay, 1, "two posts at once");
    seen.push(post.text);
    // A moment in which another post would come, if it did not wait.
    await new Promise((resolve) => setTimeout(resolve, 5));
    underWay -= 1;
    return takesAll(post, account);
  };
  await dueTogether(place, captions);
  await stage.settle();
  assert.deepEqual(seen, captions);
  assert.equal((await entries(place, "PUBLISHED")).length, 12);
  const { rows } = await stage.app.db.query(
    "select distinct a.number, a.outcome ->> 'kind' kind from attempts a join deliveries d on d.id = a.delivery_id where d.brand_id = $1",
    [place.brandId],
  );
  assert.deepEqual(rows, [{ number: 1, kind: "published" }]);
});

test("a comment whose post is deleted while the post before it is in flight is not made", async () => {
  const place = await aFreshPlace();
  const id = await aPost(place, { caption: "commented", publishMode: "IMMEDIATE", comment: { comment: "Recipe", delay: 630 } });
  await stage.settle();
  await aPost(place, { caption: "before", publishMode: "SCHEDULE", scheduledAt: "2026-11-21 10:10:00" });
  // Tried again before the comment is due, so that it is first in line.
  platform = async () => ({ kind: "busy", reason: "later", retryAfterSeconds: 1 });
  stage.jump("2026-11-21T09:10:00Z");
  await stage.settle();
  platform = async (post, account) => {
    await must(place.api("DELETE", `/posts/${id}`));
    return takesAll(post, account);
  };
  stage.jump("2026-11-21T09:11:00Z");
  await stage.settle();
  assert.deepEqual([(await entries(place, "PUBLISHED")).length, comments], [2, []]);
});

test("a post deleted while the one before it is in flight does not go out", async () => {
  const place = await aFreshPlace();
  const seen: string[] = [];
  platform = async (post, account) => {
    seen.push(post.text);
    if (seen.length === 1) await must(place.api("DELETE", `/posts/${ids[1]}`));
    return takesAll(post, account);
  };
  const ids = await dueTogether(place, ["first", "second", "third"]);
  await stage.settle();
  assert.deepEqual(seen, ["first", "third"]);
});

test("the next post uses the credentials that the previous one renewed", async () => {
  const place = await aFreshPlace();
  const used: Json[] = [];
  platform = async (post, account) => {
    used.push(account.credentials);
    await account.saveCredentials({ token: `renewed by ${post.text}` });
    return takesAll(post, account);
  };
  await dueTogether(place, ["first", "second", "third"]);
  await stage.settle();
  assert.deepEqual(used, [{}, { token: "renewed by first" }, { token: "renewed by second" }]);
});

/** As somebody does who gives a channel new access, a second later by the clock. */
async function connectAgain(place: Place): Promise<void> {
  const { app } = stage;
  const [id = 0] = place.channelIds;
  await app.db.query("update channels set credentials = $2, updated_at = $3, access_given_at = $3 where id = $1", [
    id,
    sealCredentials(app, id, { token: "given again" }),
    addSeconds(stage.now(), 1),
  ]);
}

test("a channel that is connected again while a post is in flight keeps the access it was given", async () => {
  const place = await aFreshPlace();
  const used: Json[] = [];
  const saved: boolean[] = [];
  platform = async (post, account) => {
    used.push(account.credentials);
    if (used.length === 1) await connectAgain(place);
    saved.push(await account.saveCredentials({ token: `renewed by ${post.text}` }));
    return takesAll(post, account);
  };
  await dueTogether(place, ["first", "second"]);
  await stage.settle();
  assert.deepEqual(
    [used, saved],
    [
      [{}, { token: "given again" }],
      [false, true],
    ],
  );
  assert.equal((await entries(place, "PUBLISHED")).length, 2);
});

test("a channel that is connected again while its old access is refused stays ACTIVE", async () => {
  const place = await aFreshPlace();
  platform = async () => {
    await connectAgain(place);
    return { kind: "unauthorized", reason: "revoked", probed: "ended" };
  };
  await dueTogether(place, ["first"]);
  await stage.settle();
  assert.equal((await entries(place, "FAILED")).length, 1);
  assert.equal((await place.api("GET", "/channels")).body.data[0].status, "ACTIVE");
});

test("what was not sent because the channel was connected again is sent with the new access", async () => {
  const place = await aFreshPlace();
  const used: Json[] = [];
  platform = async (post, account) => {
    used.push(account.credentials);
    if (used.length > 1) return takesAll(post, account);
    await connectAgain(place);
    throw new ConnectedAgain();
  };
  await dueTogether(place, ["first"]);
  await stage.settle();
  assert.equal((await entries(place, "RETRYING")).length, 1);
  await stage.liveUntil(addSeconds(stage.now(), 60));
  assert.deepEqual(used, [{}, { token: "given again" }]);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("after a rejected token, nothing else that was due at the same time is sent", async () => {
  const place = await aFreshPlace();
  const seen: string[] = [];
  platform = async ({ text }) => {
    seen.push(text);
    return { kind: "unauthorized", reason: "revoked", probed: "ended" };
  };
  await dueTogether(place, ["first", "second", "third"]);
  await stage.settle();
  assert.deepEqual(seen, ["first"]);
  assert.equal((await entries(place, "FAILED")).length, 1);
  const skipped: { message: string }[] = await entries(place, "SKIPPED");
  assert.deepEqual(
    skipped.map(({ message }) => message),
    ["channel is inactive", "channel is inactive"],
  );
});

test("a channel made inactive while a post is in flight sends no further posts", async () => {
  const place = await aFreshPlace();
  const seen: string[] = [];
  platform = async (post, account) => {
    seen.push(post.text);
    if (seen.length === 1) await must(stage.admin("PATCH", `/channels/${place.channelIds[0]}`, { status: "INACTIVE" }));
    return takesAll(post, account);
  };
  await dueTogether(place, ["first", "second"]);
  await stage.settle();
  assert.deepEqual(seen, ["first"]);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.equal((await entries(place, "SKIPPED")).length, 1);
});
