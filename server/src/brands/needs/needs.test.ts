import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Need } from "@rostrum/contract/private/needs.ts";
import { execute } from "../../ground/database/query.ts";
import type { PublishOutcome } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../testing/stage.ts";

const published = (): PublishOutcome => ({ kind: "published", remoteId: "1", url: "https://network.example/1" });
const rejected = (): PublishOutcome => ({ kind: "rejected", reason: "Too rude." });

let stage: Stage;
/** What each network makes of a post. */
let publish: Record<"Mastodon" | "Telegram", () => PublishOutcome>;

before(async () => {
  stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: { ...instantConnector("Mastodon"), publish: async () => publish.Mastodon() },
    Telegram: { ...instantConnector("Telegram"), publish: async () => publish.Telegram() },
  });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  publish = { Mastodon: published, Telegram: published };
  stage.jump("2026-11-21T09:00:00Z");
});

async function needsOf(place: Place): Promise<Need[]> {
  return must(call(`${stage.url}/app/api/brands/${place.brandId}/needs`, "GET", ADMIN_TOKEN));
}

async function kindsOf(place: Place): Promise<string[]> {
  return (await needsOf(place)).map(({ kind }) => kind);
}

function act(path: string, body?: unknown) {
  return must(call(`${stage.url}/app/api/deliveries/${path}`, "POST", ADMIN_TOKEN, body));
}

async function theFailure(place: Place) {
  const [need] = await needsOf(place);
  if (need?.kind !== "FAILED" && need?.kind !== "UNDECIDED") throw new Error(`${need?.kind} instead of a failure`);
  return need;
}

test("a post that did not reach one of its networks needs somebody, with what went wrong and where it is out", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Telegram"] });
  publish.Telegram = rejected;
  const postId = await aPost(place, { publishMode: "IMMEDIATE", caption: "Friday rolls" });
  await stage.settle();
  const need = await theFailure(place);
  const { missed, reached, ...rest } = need;
  const [mastodon, telegram] = place.channelIds;
  assert.deepEqual(rest, {
    kind: "FAILED",
    brandId: place.brandId,
    key: need.key,
    postId,
    post: "Friday rolls",
    picture: null,
    at: stage.now(),
    underWay: 0,
  });
  assert.deepEqual(
    missed.map(({ id, type, reason, message, isComment, canTryAgain }) => ({ id, type, reason, message, isComment, canTryAgain })),
    [{ id: telegram, type: "Telegram", reason: "rejected", message: "Too rude.", isComment: false, canTryAgain: true }],
  );
  assert.deepEqual(
    reached.map(({ id, type }) => ({ id, type })),
    [{ id: mastodon, type: "Mastodon" }],
  );
});

test("a failure stays until it is left as it is, which can be taken back, or until it is mended", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Telegram"] });
  publish.Telegram = rejected;
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  stage.pass(30 * 24 * 3600);
  const { deliveryId = 0 } = (await theFailure(place)).missed[0] ?? {};
  assert.deepEqual(await act(`${deliveryId}/left`, { left: true }), { deliveries: 1 });
  assert.deepEqual(await needsOf(place), []);
  assert.deepEqual(await act(`${deliveryId}/left`, { left: true }), { deliveries: 0 });
  assert.deepEqual(await act(`${deliveryId}/left`, { left: false }), { deliveries: 1 });
  assert.equal((await theFailure(place)).missed.length, 1);
  publish.Telegram = published;
  await act(`${deliveryId}/retry`);
  await stage.settle();
  assert.deepEqual(await needsOf(place), []);
});

test("a failure that was left as it is needs somebody again when another try fails", async () => {
  const place = await aPlace(stage, { channels: ["Telegram"] });
  publish.Telegram = rejected;
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const { deliveryId = 0 } = (await theFailure(place)).missed[0] ?? {};
  await act(`${deliveryId}/left`, { left: true });
  await act(`${deliveryId}/retry`);
  await stage.settle();
  assert.deepEqual(await kindsOf(place), ["FAILED"]);
});

test("a failure of a post that has been deleted needs nobody", async () => {
  const place = await aPlace(stage, { channels: ["Telegram"] });
  publish.Telegram = rejected;
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  await must(place.api("DELETE", `/posts/${id}`));
  assert.deepEqual(await needsOf(place), []);
});

test("a post of which nobody knows whether it arrived comes before one that certainly failed", async () => {
  const place = await aPlace(stage, { channels: ["Telegram"] });
  publish.Telegram = rejected;
  await aPost(place, { publishMode: "IMMEDIATE" });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const lost = (await needsOf(place)).at(-1)?.key.split(" ")[1];
  await execute(stage.app.db, { text: "update deliveries set reason = 'undecided' where publication_id = $1", values: [Number(lost)] });
  assert.deepEqual(await kindsOf(place), ["UNDECIDED", "FAILED"]);
  assert.equal((await theFailure(place)).missed[0]?.canTryAgain, false);
});

test("a channel whose log-in has ended needs somebody, with how many posts leave without it", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Telegram"], queues: ["Mon 09:00", "Tue 09:00"] });
  for (const scheduledAt of ["2026-11-24 12:00:00", "2026-12-24 12:00:00"]) await aPost(place, { publishMode: "SCHEDULE", scheduledAt });
  for (let post = 0; post < 3; post += 1) await aPost(place, { publishMode: "QUEUE" });
  publish.Mastodon = () => ({ kind: "unauthorized", reason: "The token was taken back.", probed: "ended" });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const [logIn, failed] = await needsOf(place);
  assert.equal(failed?.kind, "FAILED");
  assert.ok(logIn?.kind === "LOG_IN_ENDED");
  const { channel, posts, since, message } = logIn;
  assert.deepEqual([channel.type, posts, since], ["Mastodon", 3, stage.now()]);
  assert.match(message ?? "", /taken back/);
});

test("a log-in that ends within a week needs somebody if it does not renew itself", async () => {
  const place = await aPlace(stage, { channels: ["Telegram"] });
  const ends = async (facts: { endsAt: string; renewAt: string | null; problem: string | null }) => {
    await execute(stage.app.db, { text: "delete from grants" });
    await execute(stage.app.db, {
      text: `with given as (
               insert into grants (application, client_id, sandbox, remote_id, name, scopes, version, renew_at, ends_at, renewal_problem, probe_at, created_at, updated_at)
               values ('telegram', '', true, '1', 'Ada', '{}', 1, $2, $1, $3, $1, $4, $4) returning id
             ) update channels set grant_id = given.id from given where channels.id = $5`,
      values: [facts.endsAt, facts.renewAt, facts.problem, stage.now(), place.channelIds[0]],
    });
    return kindsOf(place);
  };
  const soon = "2026-11-24T09:00:00Z";
  assert.deepEqual(await ends({ endsAt: soon, renewAt: null, problem: null }), ["LOG_IN_ENDS"]);
  assert.deepEqual(await ends({ endsAt: soon, renewAt: "2026-11-23T09:00:00Z", problem: null }), []);
  assert.deepEqual(await ends({ endsAt: soon, renewAt: "2026-11-23T09:00:00Z", problem: "The network did not answer." }), ["LOG_IN_ENDS"]);
  assert.deepEqual(await ends({ endsAt: "2026-11-30T09:00:00Z", renewAt: null, problem: null }), []);
});

test("posts that wait where there are no times or no channels, or in a paused queue, need somebody", async () => {
  const place = await aPlace(stage, { channels: ["Telegram"] });
  await aPost(place, { publishMode: "QUEUE" });
  const [need] = await needsOf(place);
  assert.deepEqual(need, {
    kind: "NO_TIMES",
    brandId: place.brandId,
    key: `queue ${place.collectionId}`,
    collection: { id: place.collectionId, title: "Bread" },
    posts: 1,
  });
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { queueStatus: "PAUSED" }));
  assert.deepEqual(await needsOf(place), [{ kind: "QUEUE_PAUSED", brandId: place.brandId, key: `paused ${place.brandId}`, posts: 1 }]);
  const other = await aPlace(stage, { channels: [], queues: ["Mon 09:00"] });
  await aPost(other, { publishMode: "QUEUE" });
  assert.deepEqual(await kindsOf(other), ["NO_CHANNELS"]);
});

test("a queue runs dry when fewer posts wait than the slots of two days take, and not if its posts come back", async () => {
  const queues = ["Sun 09:00", "Mon 09:00", "Wed 09:00"];
  const place = await aPlace(stage, { channels: ["Telegram"], queues });
  await aPost(place, { publishMode: "QUEUE" });
  const [need] = await needsOf(place);
  assert.deepEqual(need, {
    kind: "RUNS_DRY",
    brandId: place.brandId,
    key: `queue ${place.collectionId}`,
    collection: { id: place.collectionId, title: "Bread" },
    posts: 1,
    lastAt: "2026-11-22T08:00:00.000000Z",
    free: 2,
  });
  await aPost(place, { publishMode: "QUEUE" });
  assert.deepEqual(await needsOf(place), []);
  const evergreen = await aPlace(stage, { channels: ["Telegram"], queues, maxRepublish: -1 });
  await aPost(evergreen, { publishMode: "QUEUE" });
  await stage.liveUntil("2026-11-22T08:00:00.000000Z" as ReturnType<Stage["now"]>);
  assert.deepEqual(await needsOf(evergreen), []);
});
