import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { deliveryWords } from "@rostrum/contract/reasons.ts";
import { maybeOne, query } from "../../ground/database/query.ts";
import type { FindOutcome, Located, OutgoingPost, PublishOutcome } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, bodies, entries, must, type Place } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

/** The test's platform: its response to each kind of step. */
interface Platform {
  publish(post: OutgoingPost): PublishOutcome;
  /** To a call that goes on with what it is processing. */
  check(): PublishOutcome;
  find(): FindOutcome;
  firstPart: Located | null;
}
const takes = (post: OutgoingPost): PublishOutcome => ({ kind: "published", remoteId: post.key, url: null });
const processing = (live: "no" | "maybe", checkAfterSeconds = 10): Extract<PublishOutcome, { kind: "pending" }> => ({
  kind: "pending",
  live,
  checkAfterSeconds,
});

let platform: Platform;
/** Delays the platform's answers. */
let slow: () => Promise<void>;
/** What the platform is processing, by the post's key, and whether readers may see it. */
let underway: Map<string, "no" | "maybe">;

function keepUnderway({ key }: OutgoingPost, outcome: PublishOutcome): void {
  if (outcome.kind === "pending") underway.set(key, outcome.live);
  else if (outcome.kind !== "notAsked" && underway.get(key) !== "maybe") underway.delete(key);
}

/** Of each publish attempt, whether it was told to start over. */
let begins: boolean[];
let stage: Stage;
before(async () => {
  const connector = instantConnector("Mastodon");
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-21T09:00:00Z", {
    Mastodon: {
      ...connector,
      publish: async (post, _account, { startsOver }) => {
        const isBegun = underway.has(post.key);
        if (!isBegun) begins.push(startsOver ?? false);
        await slow();
        const outcome = isBegun ? platform.check() : platform.publish(post);
        keepUnderway(post, outcome);
        return outcome;
      },
      find: async () => platform.find(),
      firstPart: () => platform.firstPart,
    },
  });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  begins = [];
  underway = new Map();
  slow = async () => {};
  platform = { publish: takes, check: () => processing("no"), find: () => ({ kind: "absent" }), firstPart: null };
});

async function aFreePlace(): Promise<Place> {
  const place = await aPlace(stage);
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  return place;
}

async function live(seconds: number): Promise<void> {
  await stage.liveUntil(addSeconds(stage.now(), seconds));
}

/** Since when the place's first channel has let nothing through. */
async function heldSince({ channelIds }: Place): Promise<string | null> {
  const text = "select since from holds where channel_id = $1";
  return (await maybeOne<{ since: string }>(stage.app.db, { text, values: [channelIds[0]] }))?.since ?? null;
}

async function deliveryOf(place: Place) {
  return maybeOne<{ readonly status: string }>(stage.app.db, {
    text: `select d.status, d.tries, d.checks, d.looks, (select count(*) from attempts a where a.delivery_id = d.id)::int as rows,
             (select sum(times) from attempts a where a.delivery_id = d.id and step = 'check')::int as checked
           from deliveries d where d.brand_id = $1 order by d.id desc limit 1`,
    values: [place.brandId],
  });
}

/** A review of twenty hours, asked about once a minute unless the environment says more often. */
const REVIEW_SECONDS = 20 * 3600;
const CHECKS = Number(process.env.ROSTRUM_CHECKS ?? 1200);

test(`a review of 20 hours with ${CHECKS} checks ends as published, with no try used and one ledger row for its checks`, async () => {
  const place = await aPlace(stage);
  const everySeconds = REVIEW_SECONDS / CHECKS;
  let asked = 0;
  platform.publish = () => processing("maybe", everySeconds);
  platform.check = () => {
    asked += 1;
    return asked < CHECKS ? processing("maybe", everySeconds) : { kind: "published", remoteId: "42", url: null };
  };
  await aPost(place, { publishMode: "IMMEDIATE" });
  await live(REVIEW_SECONDS - 1);
  assert.deepEqual(await entries(place, "PUBLISHED"), []);
  await live(60);
  assert.deepEqual(await deliveryOf(place), { status: "PUBLISHED", tries: 1, checks: CHECKS, looks: 0, rows: 2, checked: CHECKS });
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("a temporary refusal after many checks is one try, and the post is published after it", async () => {
  const place = await aPlace(stage);
  let steps = 0;
  platform.publish = (post) => (steps === 0 ? processing("no") : takes(post));
  platform.check = () => {
    steps += 1;
    return steps < 60 ? processing("no") : { kind: "busy", reason: "slow down", retryAfterSeconds: 30 };
  };
  await aPost(place, { publishMode: "IMMEDIATE" });
  await live(3600);
  assert.deepEqual(await deliveryOf(place), { status: "PUBLISHED", tries: 2, checks: 0, looks: 0, rows: 3, checked: 60 });
});

test("a lookup that ended with an internal error has decided nothing, and nothing is sent", async () => {
  const place = await aPlace(stage);
  const steps: string[] = [];
  platform.publish = () => {
    steps.push("publish");
    return { kind: "unknown", reason: "no answer" };
  };
  platform.find = () => {
    steps.push("find");
    if (steps.length < 4) throw new Error("cannot read this list");
    return { kind: "published", remoteId: "42", url: null };
  };
  await aPost(place, { publishMode: "IMMEDIATE" });
  await live(3600);
  assert.deepEqual(steps, ["publish", "find", "find", "find"]);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("a post deleted while its files are processed and nobody can see it is not published", async () => {
  const place = await aFreePlace();
  let asked = 0;
  platform.publish = () => processing("no");
  platform.check = () => {
    asked += 1;
    return { kind: "published", remoteId: "42", url: null };
  };
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await must(place.api("DELETE", `/posts/${id}`));
  await live(3600);
  assert.equal(asked, 0);
  assert.deepEqual(await entries(place, "PUBLISHED"), []);
  assert.equal((await deliveryOf(place))?.status, "cancelled");
});

test("a post deleted while readers may already see it is looked up first, and a check, which might go on with it, is not made", async () => {
  const place = await aFreePlace();
  let checks = 0;
  platform.publish = () => processing("maybe");
  platform.check = () => {
    checks += 1;
    return { kind: "published", remoteId: "41", url: null };
  };
  platform.find = () => ({ kind: "published", remoteId: "42", url: null });
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await must(place.api("DELETE", `/posts/${id}`));
  await live(3600);
  assert.deepEqual([checks, (await entries(place, "PUBLISHED")).length], [0, 1]);
});

test("a post deleted while readers may see it is looked up although the channel is held, and has a day for its processing", async () => {
  const place = await aFreePlace();
  const looked: string[] = [];
  platform.publish = () => processing("maybe");
  platform.find = () => {
    looked.push(stage.now());
    return looked.length < 4
      ? { kind: "undecided", reason: "The video is being processed.", retryAfterSeconds: 600 }
      : { kind: "published", remoteId: "42", url: null };
  };
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const until = addSeconds(stage.now(), 12 * 3600);
  await query(stage.app.db, {
    text: "insert into holds (channel_id, until, since, reason, scope) values ($1, $2, $3, 'Quota', 'channel')",
    values: [place.channelIds[0], until, stage.now()],
  });
  await must(place.api("DELETE", `/posts/${id}`));
  await live(3600);
  assert.equal(looked.length, 4, "as often as its waits say, and no more");
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("after a channel-wide refusal nothing is sent on the channel, and waiting posts keep their order", async () => {
  const place = await aPlace(stage);
  const arrived: string[] = [];
  let limitedUntil = "";
  platform.publish = (post) => {
    arrived.push(`${post.text} ${stage.now() < limitedUntil ? "refused" : "taken"}`);
    return stage.now() < limitedUntil
      ? { kind: "busy", reason: "Too many requests", retryAfterSeconds: 300, scope: "channel" }
      : takes(post);
  };
  await aPost(place, { publishMode: "IMMEDIATE", caption: "43" });
  await stage.settle();
  limitedUntil = addSeconds(stage.now(), 300);
  for (const caption of ["44", "45", "46"]) await aPost(place, { publishMode: "IMMEDIATE", caption });
  await live(200);
  for (const caption of ["47", "48", "49"]) await aPost(place, { publishMode: "IMMEDIATE", caption });
  await live(3600);
  assert.deepEqual(arrived, ["43 taken", "44 refused", "44 taken", "45 taken", "46 taken", "47 taken", "48 taken", "49 taken"]);
});

test("a held channel does not hold up others, and explain says why and until when", async () => {
  const place = await aPlace(stage);
  const other = await aPlace(stage);
  platform.publish = () => ({ kind: "busy", reason: "Too many requests", retryAfterSeconds: 300, scope: "channel" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "first" });
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption: "second" });
  await stage.settle();
  platform.publish = takes;
  await aPost(other, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.equal((await entries(other, "PUBLISHED")).length, 1);
  const [delivery] = (await must(stage.admin("GET", `/posts/${id}/explanation`))).deliveries;
  assert.deepEqual(
    [delivery.status, delivery.reason, delivery.message, delivery.nextTryAt],
    ["waiting", "channel_held", deliveryWords.held("Too many requests", addSeconds(stage.now(), 300)), addSeconds(stage.now(), 300)],
  );
});

test("reconnecting a channel ends its hold", async () => {
  const place = await aPlace(stage);
  platform.publish = () => ({ kind: "busy", reason: "Too many requests", retryAfterSeconds: 7200, scope: "channel" });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await must(stage.admin("PATCH", `/channels/${place.channelIds[0]}`, { status: "INACTIVE" }));
  await must(stage.admin("PATCH", `/channels/${place.channelIds[0]}`, { status: "ACTIVE" }));
  const rows = await query(stage.app.db, { text: "select until from holds where channel_id = $1", values: [place.channelIds[0]] });
  assert.deepEqual(rows, []);
});

const DAY_SECONDS = 24 * 3600;
const quota = (scope: "channel" | "application", retryAfterSeconds = 3600): PublishOutcome => ({
  kind: "held",
  reason: "The day's 50 posts are used up.",
  retryAfterSeconds,
  scope,
});

test("a used-up quota costs no tries and none of the 24 hours: two and a half days later all goes out in order", async () => {
  const place = await aPlace(stage);
  const captions = ["quota 1", "quota 2", "quota 3"];
  const asked: string[] = [];
  const freeAt = addSeconds(stage.now(), 2.5 * DAY_SECONDS);
  platform.publish = (post) => {
    if (captions.includes(post.text)) asked.push(post.text);
    return stage.now() < freeAt ? quota("channel") : takes(post);
  };
  for (const caption of captions) await aPost(place, { publishMode: "IMMEDIATE", caption });
  await live(2.5 * DAY_SECONDS - 60);
  assert.deepEqual([...new Set(asked)], ["quota 1"], "those behind do not find out by themselves");
  const [entry] = await entries(place, "RETRYING");
  assert.deepEqual([entry.message.includes("The day's 50 posts are used up."), (await entries(place, "RETRYING")).length], [true, 1]);
  await live(3600);
  assert.deepEqual(asked.slice(-3), captions);
  assert.equal((await entries(place, "PUBLISHED")).length, 3);
  const tries = await query(stage.app.db, { text: "select distinct tries from deliveries where brand_id = $1", values: [place.brandId] });
  assert.deepEqual(tries, [{ tries: 1 }]);
});

test("what a network lets nothing through for 72 hours ends, and so does what was due behind it all that time", async () => {
  const place = await aPlace(stage);
  platform.publish = () => quota("channel");
  for (const caption of ["first", "second"]) await aPost(place, { publishMode: "IMMEDIATE", caption });
  await live(2 * DAY_SECONDS);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "two days later" });
  await live(DAY_SECONDS + 7200);
  const failed = await entries(place, "FAILED");
  assert.deepEqual(
    failed.map((entry: { body: string }) => entry.body),
    ["first", "second"],
  );
  assert.match(failed[0].message, /^Nothing was let through for 72 hours\. The day's 50 posts are used up\. Nothing is sent until/);
  platform.publish = takes;
  await live(7200);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("a network that is gone for good keeps nothing waiting for more than 72 hours, and is still asked", async () => {
  const place = await aFreePlace();
  let asked = 0;
  platform.publish = () => {
    asked += 1;
    return away;
  };
  const captions = Array.from({ length: 20 }, (_, index) => `gone ${index}`);
  for (const caption of captions) await aPost(place, { publishMode: "IMMEDIATE", caption });
  await live(3 * DAY_SECONDS);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "three days later" });
  const before = asked;
  // The longest wait between two tries is less.
  await live(6 * 3600);
  assert.ok(asked > before);
  const failed = await entries(place, "FAILED");
  assert.equal(failed.length, captions.length);
  const messages = failed.map(({ message }: { message: string }) => message);
  assert.deepEqual(
    new Set(messages.map((message: string) => message.replace(/(?<=The server could not be reached\.).*/, ""))),
    new Set([
      "Given up after 12 tries. The last answer: The server could not be reached.",
      "Nothing was let through for 72 hours. The server could not be reached.",
    ]),
  );
  platform.publish = takes;
  await live(6 * 3600);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

const away = { kind: "busy", reason: "The server could not be reached.", retryAfterSeconds: 60, scope: "channel" } as const;

test("a network that comes back before the 72 hours are over gets what has not been given up, however late it is asked again", async () => {
  const place = await aFreePlace();
  platform.publish = () => away;
  for (let index = 0; index < 14; index += 1) await aPost(place, { publishMode: "IMMEDIATE", caption: `waits ${index}` });
  await live(69 * 3600);
  const givenUp = await bodies(place, "FAILED");
  assert.ok(givenUp.length < 14);
  platform.publish = takes;
  // The longest wait between two tries is less.
  await live(6 * 3600);
  assert.deepEqual(await bodies(place, "FAILED"), givenUp);
  assert.equal((await bodies(place, "PUBLISHED")).length, 14 - givenUp.length);
});

test("an outcome that is unknown is looked up before it ends, although the network has let nothing through for 72 hours", async () => {
  const place = await aFreePlace();
  platform.publish = () => ({ kind: "unknown", reason: "No answer came." });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "arrived" });
  await stage.settle();
  platform.publish = () => away;
  for (let index = 0; index < 12; index += 1) await aPost(place, { publishMode: "IMMEDIATE", caption: `behind ${index}` });
  await stage.settle();
  platform.find = () => ({ kind: "published", remoteId: "42", url: null });
  await live(4 * DAY_SECONDS);
  assert.deepEqual(await bodies(place, "PUBLISHED"), ["arrived"]);
});

test("the 72 hours begin anew when something gets through, and not when nobody was asked or an answer was lost", async () => {
  const place = await aFreePlace();
  platform.publish = () => away;
  await aPost(place, { publishMode: "IMMEDIATE", caption: "first" });
  await stage.settle();
  const begun = await heldSince(place);
  assert.equal(begun, stage.now());
  for (const answer of [
    { kind: "rejected", reason: "The file cannot be read." },
    { kind: "unknown", reason: "No answer came." },
  ] as const) {
    platform.publish = () => answer;
    await aPost(place, { publishMode: "IMMEDIATE" });
    await live(600);
    assert.equal(await heldSince(place), begun, answer.kind);
  }
  platform.publish = takes;
  await aPost(place, { publishMode: "IMMEDIATE" });
  await live(600);
  assert.equal(await heldSince(place), null);
});

for (const { what, refusal } of [
  { what: "a pause", refusal: away },
  { what: "a used-up quota", refusal: quota("channel", 60) },
]) {
  test(`four days in which the service was off are not four days of waiting for ${what}`, async () => {
    const place = await aFreePlace();
    platform.publish = () => refusal;
    for (const caption of ["first", "second", "third"]) await aPost(place, { publishMode: "IMMEDIATE", caption });
    await stage.settle();
    stage.pass(4 * DAY_SECONDS);
    await stage.settle();
    platform.publish = takes;
    await live(3600);
    assert.deepEqual((await bodies(place, "PUBLISHED")).toSorted(), ["first", "second", "third"]);
  });
}

test("an application's limit holds every channel of the network, and each goes on when it is over", async () => {
  const places = [await aPlace(stage), await aPlace(stage)];
  const asked = new Set<string>();
  platform.publish = (post) => {
    asked.add(post.text);
    return quota("application", 7200);
  };
  for (const [index, place] of places.entries()) {
    await aPost(place, { publishMode: "IMMEDIATE", caption: `brand ${index}` });
    await stage.settle();
  }
  assert.deepEqual([...asked], ["brand 0"]);
  const conditions = await must(stage.admin("GET", `/brands/${places[1]?.brandId}/channels`));
  // A minute later than the one that finds out for all.
  assert.deepEqual([conditions[0].heldUntil, conditions[0].heldReason], [addSeconds(stage.now(), 7260), "The day's 50 posts are used up."]);
  platform.publish = takes;
  await live(7260);
  for (const place of places) assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("what the platform is processing goes on while a quota holds the channel, and uses no try", async () => {
  const place = await aPlace(stage);
  platform.publish = () => processing("no", 600);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "processing" });
  await stage.settle();
  platform.publish = () => quota("channel", 7200);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "held" });
  await stage.settle();
  platform.check = () => ({ kind: "published", remoteId: "77", url: null });
  await live(600);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.equal(await heldSince(place), addSeconds(stage.now(), -600));
  platform.publish = takes;
  await live(7200);
  assert.equal((await entries(place, "PUBLISHED")).length, 2);
});

test("a quota that shows in a check gives no try back that was not one", async () => {
  const place = await aPlace(stage);
  platform.publish = () => processing("no", 60);
  platform.check = () => quota("channel", 3600);
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await live(60);
  const held = await deliveryOf(place);
  assert.deepEqual([held?.status, held && "tries" in held && held.tries], ["RETRYING", 1]);
  platform.publish = takes;
  await live(3600);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("what a quota has held does not start over when it is asked again", async () => {
  const place = await aPlace(stage);
  platform.publish = () => quota("channel", 3600);
  await aPost(place, { publishMode: "IMMEDIATE" });
  await live(2 * 3600);
  platform.publish = takes;
  await live(3600);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.ok(begins.length >= 3);
  assert.deepEqual(begins, [true, ...begins.slice(1).map(() => false)]);
});

test("a quota that held a channel once is forgotten when something gets through", async () => {
  const place = await aPlace(stage);
  platform.publish = () => quota("channel");
  await aPost(place, { publishMode: "IMMEDIATE", caption: "first" });
  await live(2 * DAY_SECONDS);
  platform.publish = takes;
  await live(3600);
  platform.publish = () => quota("channel");
  await aPost(place, { publishMode: "IMMEDIATE", caption: "second" });
  await live(2 * DAY_SECONDS);
  assert.equal((await entries(place, "FAILED")).length, 0);
  platform.publish = takes;
  await live(3600);
  assert.equal((await entries(place, "PUBLISHED")).length, 2);
});

test("a log-in that has ended makes the channel INACTIVE, also after a quota has held it", async () => {
  const place = await aPlace(stage);
  platform.publish = () => quota("channel");
  await aPost(place, { publishMode: "IMMEDIATE" });
  await live(60);
  platform.publish = () => ({ kind: "unauthorized", reason: "The account is gone.", probed: "ended" });
  await live(3600);
  assert.equal((await entries(place, "FAILED")).length, 1);
  const [channel] = await query(stage.app.db, {
    text: "select status, needs_log_in, inactive_reason from channels where id = $1",
    values: [place.channelIds[0]],
  });
  const reason = "The platform refused the channel's access: The account is gone.";
  assert.deepEqual(channel, { status: "INACTIVE", needs_log_in: true, inactive_reason: reason });
  assert.equal(await heldSince(place), null);
});

test("a log-in that has ended makes the channel INACTIVE, also if it is renamed during the attempt", async () => {
  const place = await aPlace(stage);
  slow = async () => {
    await must(stage.admin("PATCH", `/channels/${place.channelIds[0]}`, { name: "Bread" }));
  };
  platform.publish = () => ({ kind: "unauthorized", reason: "The account is gone.", probed: "ended" });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await live(60);
  const [channel] = await query(stage.app.db, { text: "select name, status from channels where id = $1", values: [place.channelIds[0]] });
  assert.deepEqual(channel, { name: "Bread", status: "INACTIVE" });
});

test("what could not be sent for more than a day has its own day for processing", async () => {
  const place = await aPlace(stage);
  platform.publish = () => ({ kind: "unknown", reason: "No answer came." });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  stage.pass(26 * 3600);
  platform.publish = () => processing("no", 3600);
  await live(3 * 3600);
  assert.equal((await deliveryOf(place))?.status, "pending");
  platform.check = () => ({ kind: "published", remoteId: "77", url: null });
  await live(3600);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

/** A thread whose first part is out, and whose second one a quota holds. */
async function aHalfThread(): Promise<Place> {
  const place = await aPlace(stage);
  platform.publish = () => processing("maybe", 5);
  platform.check = () => quota("application", 20 * DAY_SECONDS);
  await aPost(place, { publishMode: "IMMEDIATE" });
  return place;
}

test("half of a thread that waits for a quota goes on within the hour in which the quota is over", async () => {
  const place = await aHalfThread();
  await live(2 * DAY_SECONDS);
  assert.equal((await deliveryOf(place))?.status, "pending");
  platform.check = () => ({ kind: "published", remoteId: "77", url: null });
  await live(3600);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("half of a thread that has waited for a quota for three days ends as undecided", async () => {
  const place = await aHalfThread();
  await live(3 * DAY_SECONDS + 2 * 3600);
  const [failed] = await entries(place, "FAILED");
  assert.match(failed.message, /^It could not be determined .* Nothing was let through for 72 hours\./);
});

interface Thread {
  readonly place: Place;
  readonly id: number;
}

/** A thread whose first part is out, and whose second one is sent by the next check. */
async function aThreadBetweenParts(): Promise<Thread> {
  const place = await aFreePlace();
  platform.publish = () => processing("maybe", 5);
  platform.check = () => assert.fail("a further part is sent");
  platform.firstPart = { remoteId: "1", url: ADDRESS };
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.equal((await deliveryOf(place))?.status, "pending");
  return { place, id };
}

/** A thread whose first part is out, and whose second one the platform does not take for now. */
async function aThreadWhoseRestWaits(): Promise<Thread> {
  const place = await aFreePlace();
  platform.publish = () => ({ kind: "busy", reason: "Come back later.", retryAfterSeconds: 3600 });
  platform.firstPart = { remoteId: "1", url: ADDRESS };
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  return { place, id };
}
const ADDRESS = "https://network.example/posts/1";
const DELETED_HALFWAY = /^The post was deleted before all of it could be published here\. A part of it is live: https:/;

/** Deletes the post while the platform is being asked, which it is after these seconds. */
async function deleteDuringAttempt({ place, id }: Thread, { inSeconds }: { readonly inSeconds: number }): Promise<void> {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  slow = () => {
    begun.resolve();
    return ended.promise;
  };
  stage.pass(inSeconds);
  const settled = stage.settle();
  await begun.promise;
  await must(place.api("DELETE", `/posts/${id}`));
  ended.resolve();
  await settled;
}

test("a thread of which a part is out and the rest waits is listed with that part's address, and published when the rest gets through", async () => {
  const { place } = await aThreadWhoseRestWaits();
  const [retrying] = await entries(place, "RETRYING");
  assert.equal(retrying.url, ADDRESS);
  platform.publish = () => ({ kind: "published", remoteId: "1", url: ADDRESS });
  await live(2 * 3600);
  const [published] = await entries(place, "PUBLISHED");
  assert.deepEqual([published.url, published.message], [ADDRESS, null]);
});

test("a thread of which a part is out does not end as if nothing had been sent: not when the post is deleted", async () => {
  const { place, id } = await aThreadWhoseRestWaits();
  await must(place.api("DELETE", `/posts/${id}`));
  const [failed] = await entries(place, "FAILED");
  const words = `The post was deleted before all of it could be published here. A part of it is live: ${ADDRESS}`;
  assert.deepEqual([failed.url, failed.message], [ADDRESS, words]);
  assert.deepEqual(await entries(place, "SKIPPED"), []);
});

test("… nor when it is deleted during an attempt", async () => {
  const thread = await aThreadWhoseRestWaits();
  await deleteDuringAttempt(thread, { inSeconds: 3600 });
  await live(2 * 3600);
  const [failed] = await entries(thread.place, "FAILED");
  assert.match(failed.message, DELETED_HALFWAY);
});

test("… nor when the channel is switched off or refuses the access", async () => {
  const { place } = await aThreadWhoseRestWaits();
  await query(stage.app.db, { text: "update channels set status = 'INACTIVE' where id = $1", values: [place.channelIds[0]] });
  await live(2 * 3600);
  const [failed] = await entries(place, "FAILED");
  assert.equal(failed.message, `channel is inactive. A part of it is live: ${ADDRESS}`);

  const other = await aThreadWhoseRestWaits();
  platform.publish = () => ({ kind: "unauthorized", reason: "The token has been revoked.", probed: "ended" });
  await live(2 * 3600);
  const [refused] = await entries(other.place, "FAILED");
  assert.equal(refused.message, `The platform refused the channel's access: The token has been revoked. A part of it is live: ${ADDRESS}`);
});

test("… nor when it is given up", async () => {
  const { place } = await aThreadWhoseRestWaits();
  await live(DAY_SECONDS + 3600);
  const [failed] = await entries(place, "FAILED");
  assert.match(failed.message, /^Given up after \d+ tries\. .* A part of it is live: https:/);
});

test("… nor when a lookup finds no more of it than that part", async () => {
  const place = await aFreePlace();
  platform.publish = () => ({ kind: "unknown", reason: "No answer came." });
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  platform.firstPart = { remoteId: "1", url: ADDRESS };
  await must(place.api("DELETE", `/posts/${id}`));
  await live(3600);
  const [failed] = await entries(place, "FAILED");
  assert.match(failed.message, DELETED_HALFWAY);
});

test("the deletion of the post ends a thread between two of its parts, and no further part is sent", async () => {
  const { place, id } = await aThreadBetweenParts();
  await must(place.api("DELETE", `/posts/${id}`));
  await live(3600);
  const [failed] = await entries(place, "FAILED");
  assert.equal(failed.url, ADDRESS);
  assert.match(failed.message, DELETED_HALFWAY);
});

test("… also if it is deleted while a part is on its way", async () => {
  const thread = await aThreadBetweenParts();
  let checks = 0;
  platform.check = () => {
    checks += 1;
    return processing("maybe", 5);
  };
  await deleteDuringAttempt(thread, { inSeconds: 5 });
  await live(3600);
  const [failed] = await entries(thread.place, "FAILED");
  assert.match(failed.message, DELETED_HALFWAY);
  assert.equal(checks, 1);
});

test("what the platform is processing counts as visible once a part of it is", async () => {
  const place = await aFreePlace();
  platform.publish = () => processing("no", 5);
  platform.check = () => ({ kind: "notAsked", reason: "The log-in is renewed first.", retryAfterSeconds: 60 });
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  platform.firstPart = { remoteId: "1", url: ADDRESS };
  await live(10);
  await must(place.api("DELETE", `/posts/${id}`));
  await live(3600);
  const [failed] = await entries(place, "FAILED");
  assert.match(failed.message, DELETED_HALFWAY);
});

for (const refusal of [
  { kind: "busy", reason: "Too many requests.", retryAfterSeconds: 60 },
  { kind: "rejected", reason: "No." },
  { kind: "unauthorized", reason: "The token has been revoked.", probed: "ended" },
] as const) {
  test(`a repeated call that ends as ${refusal.kind} says nothing about the one whose outcome is unknown`, async () => {
    const place = await aPlace(stage);
    platform.publish = () => ({ kind: "unknown", reason: "No answer came." });
    platform.find = () => refusal;
    await aPost(place, { publishMode: "IMMEDIATE" });
    await stage.settle();
    await live(2 * DAY_SECONDS);
    const [failed] = await entries(place, "FAILED");
    assert.match(failed.message, /^It could not be determined whether the post was published/);
  });
}

test("a post deleted while it is unknown whether it arrived is looked up, and not sent again", async () => {
  const place = await aFreePlace();
  let sent = 0;
  platform.publish = () => {
    sent += 1;
    return { kind: "unknown", reason: "No answer came." };
  };
  platform.find = () => ({ kind: "undecided", reason: "The server is down." });
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await must(place.api("DELETE", `/posts/${id}`));
  await live(2 * DAY_SECONDS);
  assert.equal(sent, 1);
  const [failed] = await entries(place, "FAILED");
  assert.match(failed.message, /^It could not be determined/);
});
