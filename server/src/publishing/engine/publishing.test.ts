import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Counts } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, entries, must, readPost } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  stage.intercept = null;
});

const STATUSES = "/sandbox/mastodon/api/v1/statuses";

/** How many posts with this text the readers of the sandbox Mastodon see. */
async function seen(text: string): Promise<number> {
  const { rows } = await stage.app.db.query(
    `select count(*) n from sandbox_objects where network = 'mastodon' and kind = 'status' and document::text like $1`,
    [`%${text}%`],
  );
  return rows[0].n;
}

/** Answers the next `times` requests for a new status with this instead, and counts all requests. */
function refuseStatuses(times: number, answer: { status: number; headers?: Record<string, string>; body: unknown }): { count: number } {
  const tally = { count: 0 };
  stage.intercept = (request, reply) => {
    if (request.method !== "POST" || request.url !== STATUSES) return null;
    tally.count += 1;
    if (tally.count > times) return null;
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send(answer.body);
  };
  return tally;
}

test("an immediate post is published at once and reads back as PUBLISHED", async () => {
  const place = await aPlace(stage);
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption: "Rolls at seven" });
  assert.equal((await readPost(place, id)).status, "PENDING");
  await stage.settle();
  const [entry] = await entries(place, "PUBLISHED");
  assert.match(entry.url, /^http:\/\/127\.0\.0\.1:\d+\/sandbox\/mastodon\/@/);
  assert.deepEqual(
    { ...entry, id: 0, url: null },
    {
      id: 0,
      postId: id,
      collectionId: place.collectionId,
      channel: { id: place.channelIds[0], name: entry.channel.name, type: "Mastodon" },
      postType: "TEXT",
      body: "Rolls at seven",
      url: null,
      status: "PUBLISHED",
      message: null,
      publishedAt: stage.now(),
      results: { likes: 0, comments: 0, shares: 0 },
    },
  );
  const post = await readPost(place, id);
  assert.deepEqual([post.status, post.postingType], ["PUBLISHED", "NOW"]);
});

test("a scheduled post leaves at its time, not before", async () => {
  const place = await aPlace(stage);
  stage.jump("2026-11-22T09:00:00Z");
  const id = await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-22 10:30:00" });
  stage.jump("2026-11-22T09:29:59Z");
  await stage.settle();
  assert.equal((await readPost(place, id)).status, "PENDING");
  stage.jump("2026-11-22T09:30:00Z");
  await stage.settle();
  assert.equal((await readPost(place, id)).status, "PUBLISHED");
});

test("a scheduled post that is overdue because the service was down goes out on return", async () => {
  const place = await aPlace(stage);
  stage.jump("2026-11-22T12:00:00Z");
  const first = await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-22 13:30:00", caption: "older" });
  const second = await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-22 13:20:00", caption: "oldest" });
  stage.pass(3 * 24 * 3600);
  await stage.settle();
  const published = await entries(place, "PUBLISHED");
  assert.deepEqual(
    published.map((entry: { postId: number }) => entry.postId),
    [second, first],
  );
});

test("an inactive channel is SKIPPED while the others publish", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Mastodon"] });
  await must(stage.admin("PATCH", `/channels/${place.channelIds[1]}`, { status: "INACTIVE" }));
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  const [skipped] = await entries(place, "SKIPPED");
  assert.deepEqual([skipped.channel.id, skipped.message], [place.channelIds[1], "channel is inactive"]);
});

test("no active channel at all gives one SKIPPED entry with null channel fields", async () => {
  const place = await aPlace(stage, { channels: [] });
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const skipped = await entries(place, "SKIPPED");
  assert.equal(skipped.length, 1);
  assert.deepEqual([skipped[0].channel, skipped[0].postId], [{ id: null, name: null, type: null }, id]);
  assert.equal((await readPost(place, id)).status, "PUBLISHED");
});

test("a refusal is RETRYING, at least as long as Retry-After says, and then published once", async () => {
  const place = await aPlace(stage);
  const reset = new Date(Date.parse(stage.now()) + 600_000).toISOString();
  const tally = refuseStatuses(1, { status: 429, headers: { "X-RateLimit-Reset": reset }, body: { error: "Too many requests" } });
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption: "after the limit" });
  await stage.settle();
  assert.equal((await entries(place, "RETRYING")).length, 1);
  assert.equal((await readPost(place, id)).status, "PENDING");
  const { status, body } = await place.api("PATCH", `/posts/${id}`, { publishMode: "DRAFT" });
  assert.deepEqual([status, Object.keys(body.errors)], [409, ["post_id"]]);
  stage.pass(590);
  await stage.settle();
  assert.equal(tally.count, 1);
  stage.pass(400);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.equal((await entries(place, "RETRYING")).length, 0);
  assert.equal(await seen("after the limit"), 1);
});

test("a refusal that persists is given up after at most 12 tries in 24 hours", async () => {
  const place = await aPlace(stage);
  const tally = refuseStatuses(1000, { status: 429, body: { error: "Too many requests" } });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.live(25 * 3600, 300);
  const [failed] = await entries(place, "FAILED");
  assert.match(failed.message, /Given up after \d+ tries/);
  assert.ok(tally.count > 6 && tally.count <= 12, String(tally.count));
});

test("a token that is refused for one post after the other makes the channel INACTIVE and the entries FAILED", async () => {
  const place = await aPlace(stage);
  refuseStatuses(1000, { status: 401, body: { error: "The access token was revoked" } });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.liveUntil(addSeconds(stage.now(), 3700));
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.equal((await entries(place, "FAILED")).length, 2);
  const { body } = await place.api("GET", "/channels");
  assert.equal(body.data[0].status, "INACTIVE");
});

test("an attempt with an unknown outcome is left alone for half a minute and settled without a second post", async () => {
  const place = await aPlace(stage);
  let cut = 0;
  stage.intercept = (request, reply) => {
    if (request.method !== "POST" || request.url !== STATUSES || cut > 0) return null;
    cut += 1;
    // The platform has the post, but its response is lost.
    reply.raw.end = () => reply.raw.destroy() as never;
    return null;
  };
  await aPost(place, { publishMode: "IMMEDIATE", caption: "cut after the effect" });
  await stage.settle();
  assert.equal(await seen("cut after the effect"), 1);
  for (const status of ["PUBLISHED", "RETRYING", "FAILED"]) assert.equal((await entries(place, status)).length, 0);
  stage.pass(29);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).length, 0);
  stage.pass(30);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.equal(await seen("cut after the effect"), 1);
});

test("text above the platform's limit is FAILED with the count and the limit, never cut", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "x".repeat(501) });
  await stage.settle();
  const [failed] = await entries(place, "FAILED");
  assert.match(failed.message, /501/);
  assert.match(failed.message, /500/);
});

test("the automatic comment follows after its delay and has no entry of its own", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "with a comment", comment: { comment: "order by noon", delay: 120 } });
  await stage.settle();
  stage.pass(119);
  await stage.settle();
  assert.equal(await seen("order by noon"), 0);
  stage.pass(1);
  await stage.settle();
  assert.equal(await seen("order by noon"), 1);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("an automatic comment that fails has an entry of type ENGAGE_COMMENT", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE", comment: { comment: "x".repeat(900), delay: 0 } });
  await stage.settle();
  const [failed] = await entries(place, "FAILED");
  assert.deepEqual([failed.postType, failed.status], ["ENGAGE_COMMENT", "FAILED"]);
});

test("counts are refreshed after 15 minutes", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "liked by many" });
  await stage.settle();
  const [entry] = await entries(place, "PUBLISHED");
  const remoteId = new URL(entry.url).pathname.split("/").at(-1);
  const reaction = await fetch(`${stage.url}/sandbox/mastodon/_react`, {
    method: "POST",
    body: new URLSearchParams({ post: String(remoteId), kind: "like" }),
    redirect: "manual",
  });
  assert.ok(reaction.status < 400, String(reaction.status));
  stage.pass(899);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED"))[0].results.likes, 0);
  stage.pass(1);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED"))[0].results.likes, 1);
});

test("a channel that was inactive when counts were due goes on counting once it is active again", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "liked in the meantime" });
  await stage.settle();
  const status = (to: string) => must(stage.admin("PATCH", `/channels/${place.channelIds[0]}`, { status: to }));
  await status("INACTIVE");
  stage.pass(900);
  await stage.settle();
  await status("ACTIVE");
  const [entry] = await entries(place, "PUBLISHED");
  const form = new URLSearchParams({ post: String(new URL(entry.url).pathname.split("/").at(-1)), kind: "like" });
  await fetch(`${stage.url}/sandbox/mastodon/_react`, { method: "POST", body: form, redirect: "manual" });
  stage.pass(2700);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED"))[0].results.likes, 1);
});

test("counts that the platform refuses for now are read when it allows, not only the next day", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "counted late" });
  await stage.settle();
  const [entry] = await entries(place, "PUBLISHED");
  const form = new URLSearchParams({ post: String(new URL(entry.url).pathname.split("/").at(-1)), kind: "like" });
  await fetch(`${stage.url}/sandbox/mastodon/_react`, { method: "POST", body: form, redirect: "manual" });
  stage.intercept = ({ method, url }, reply) => {
    if (method !== "GET" || !/\/api\/v1\/statuses/.test(url)) return null;
    stage.intercept = null;
    return reply
      .status(429)
      .header("x-ratelimit-reset", new Date(Date.parse(stage.now()) + 300_000).toISOString())
      .send({ error: "Too many requests" });
  };
  stage.pass(900);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED"))[0].results.likes, 0);
  stage.pass(299);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED"))[0].results.likes, 0);
  stage.pass(1);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED"))[0].results.likes, 1);
});

test("a figure that the platform does not tell this time stays as it was read before", async () => {
  const told: Counts[] = [
    { likes: 2, comments: null, shares: 5 },
    { likes: null, comments: 1, shares: null },
  ];
  const mastodon = instantConnector("Mastodon");
  const counts = async ([id]: readonly string[]) => ({ kind: "counted", counts: { [id ?? ""]: told.shift() ?? assert.fail() } }) as const;
  await using stage = await openStage({}, "2026-11-21T09:00:00Z", { Mastodon: { ...mastodon, counts } });
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  stage.pass(900);
  await stage.settle();
  assert.deepEqual((await entries(place, "PUBLISHED"))[0].results, { likes: 2, comments: 0, shares: 5 });
  stage.pass(2700);
  await stage.settle();
  assert.deepEqual((await entries(place, "PUBLISHED"))[0].results, { likes: 2, comments: 1, shares: 5 });
});

test("deleting a post keeps its published entries with postId null", async () => {
  const place = await aPlace(stage);
  await must(stage.admin("PATCH", `/account?owner=${place.person.email}`, { sensitiveActions: true }));
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await must(place.api("DELETE", `/posts/${id}`));
  const [entry] = await entries(place, "PUBLISHED");
  assert.equal(entry.postId, null);
});

test("deleting a post stops deliveries that have not gone out yet", async () => {
  const place = await aPlace(stage);
  await must(stage.admin("PATCH", `/account?owner=${place.person.email}`, { sensitiveActions: true }));
  refuseStatuses(1, { status: 429, body: { error: "Too many requests" } });
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption: "never to be seen" });
  await stage.settle();
  await must(place.api("DELETE", `/posts/${id}`));
  stage.pass(3600);
  await stage.settle();
  assert.equal(await seen("never to be seen"), 0);
  const [skipped] = await entries(place, "SKIPPED");
  assert.equal(skipped.postId, null);
});
