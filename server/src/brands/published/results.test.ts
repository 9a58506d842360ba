import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { deliveryReasons, deliveryWords } from "@rostrum/contract/reasons.ts";
import { query } from "../../ground/database/query.ts";
import type { Connector, FindOutcome, OutgoingPost, PublishOutcome } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { aPhoto, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const takes = ({ key }: OutgoingPost): PublishOutcome => ({
  kind: "published",
  remoteId: key,
  url: `https://network.example/posts/${key}`,
});
const DAY_SECONDS = 24 * 3600;

let stage: Stage;
let sent: { readonly key: string; readonly part: unknown }[];
let publish: (post: OutgoingPost) => PublishOutcome;
let find: () => FindOutcome;
let counts: { likes: number; comments: number; shares: number };
before(async () => {
  const connector = instantConnector("Mastodon");
  const scripted: Connector = {
    ...connector,
    publish: async (post, _account, call) => {
      sent.push({ key: post.key, part: call.checkpoint.get("part 1") ?? null });
      await call.checkpoint.set("part 1", { id: "77" });
      return publish(post);
    },
    find: async () => find(),
    counts: async (remoteIds) => ({ kind: "counted", counts: Object.fromEntries(remoteIds.map((id) => [id, counts])) }),
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
  publish = takes;
  find = () => ({ kind: "undecidable", reason: "This network's posts cannot be listed." });
  counts = { likes: 3, comments: 2, shares: 1 };
});

async function live(seconds: number): Promise<void> {
  await stage.liveUntil(addSeconds(stage.now(), seconds));
}

async function aMember(place: Place, role: string): Promise<Dashboard> {
  const email = `${role}-${place.brandId}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Grace Miller", email, password: "correct horse" }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role }));
  return aDashboard(stage, email);
}

/** The brand's results as a viewer's page asks for them. */
async function aReader(place: Place) {
  const dashboard = await aMember(place, "viewer");
  return async (search = "", path = "results") => {
    const { status, body } = await dashboard.call("GET", `/brands/${place.brandId}/${path}?${search}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
}

function states({ results }: { readonly results: readonly { readonly state: string; readonly reason: string | null }[] }) {
  return results.map(({ state, reason }) => [state, reason]);
}

/** A post that has left; returns its id. */
async function published(place: Place, body: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const postId = await aPost(place, { publishMode: "IMMEDIATE", ...body });
  await stage.settle();
  return postId;
}

test("an entry is told with its post, its reason in a sentence, its counts and their age", async () => {
  const place = await aPlace(stage);
  const at = stage.now();
  const postId = await published(place, { caption: "Rye" });
  const read = await aReader(place);
  const { timezone, total, results } = await read();
  assert.deepEqual([timezone, total], ["Europe/Berlin", 1]);
  const [{ id, channel, url, ...rest }] = results;
  assert.equal(channel.id, place.channelIds[0]);
  assert.match(url, /^https:\/\/network\.example\/posts\//);
  assert.deepEqual(rest, {
    postId,
    collectionId: place.collectionId,
    collection: "Bread",
    isComment: false,
    postType: "TEXT",
    body: "Rye",
    thumbnailUrl: null,
    state: "PUBLISHED",
    reason: "published",
    meaning: deliveryReasons.published,
    message: null,
    dueAt: at,
    at,
    nextTryAt: null,
    counts: null,
    countsNextAt: addSeconds(at, 900),
    canTryAgain: false,
    whyNotAgain: null,
    needsSettling: false,
    isLeft: false,
  });
  stage.pass(900);
  await stage.settle();
  const counted = (await read(`entry_id=${id}`)).results[0];
  assert.deepEqual(counted.counts, { likes: 3, comments: 2, shares: 1, readAt: addSeconds(at, 900) });
});

test("what is under way is told too, in each of its states, and by filters like everything else", async () => {
  const place = await aPlace(stage);
  const read = await aReader(place);
  publish = () => ({ kind: "pending", live: "no", checkAfterSeconds: 3600 });
  const pending = await published(place, { caption: "First Crumbs, τέλος" });
  publish = () => ({ kind: "unknown", reason: "The connection was cut." });
  await published(place, { caption: "Second" });
  publish = () => ({ kind: "busy", reason: "Later", retryAfterSeconds: 7200, scope: "channel" });
  await published(place, { caption: "Third" });
  await published(place, { caption: "Fourth" });
  const all = await read("sort_order=asc");
  assert.deepEqual(states(all), [
    ["pending", "processing"],
    ["unknown", "outcome_unknown"],
    ["RETRYING", "retry_later"],
    ["waiting", "channel_held"],
  ]);
  assert.match(all.results[3].message, /^Later\. Nothing is sent until /);
  assert.equal(all.results[3].nextTryAt, addSeconds(stage.now(), 7200));
  for (const state of ["pending", "unknown", "RETRYING", "waiting"]) {
    const found = await read(`state=${state}`);
    assert.deepEqual([found.total, found.results[0].state], [1, state]);
  }
  assert.equal((await read("state=publishing")).total, 0);
  assert.equal((await read(`post_id=${pending}&channel_id=${place.channelIds[0]}&collection_id=${place.collectionId}`)).total, 1);
  assert.equal((await read("search=crumbs")).total, 1);
  assert.equal((await read(`search=${encodeURIComponent("ΤΈΛΟΣ")}`)).total, 1);
  await query(stage.app.db, {
    text: "update deliveries set lease_until = $2::timestamptz + interval '1 hour' where brand_id = $1 and status = 'RETRYING'",
    values: [place.brandId, stage.now()],
  });
  assert.deepEqual(states(await read("state=publishing")), [["publishing", "retry_later"]]);
  assert.equal((await read("state=RETRYING")).total, 0);
});

test("pages follow the order over all states, and no entry is missing or told twice", async () => {
  const place = await aPlace(stage);
  const read = await aReader(place);
  const outcomes: PublishOutcome[] = [
    { kind: "rejected", reason: "No." },
    { kind: "handedOver", note: "In the inbox." },
    { kind: "unsuitable", reason: "Not here." },
    { kind: "pending", live: "no", checkAfterSeconds: 72_000 },
  ];
  for (let number = 0; number < 10; number += 1) {
    publish = (post) => outcomes[number] ?? takes(post);
    await published(place, { caption: `Number ${number}` });
    stage.pass(60);
  }
  const bodies: string[] = [];
  for (const page of [1, 2, 3, 4]) {
    const { results, total } = await read(`page=${page}&per_page=3`);
    assert.equal(total, 10);
    bodies.push(...results.map(({ body }: { body: string }) => body));
  }
  assert.deepEqual(
    bodies,
    Array.from({ length: 10 }, (_, index) => `Number ${9 - index}`),
  );
  assert.deepEqual(await read("page=9&per_page=3"), { timezone: "Europe/Berlin", total: 10, results: [] });
});

test("results are sorted by their counts", async () => {
  const place = await aPlace(stage);
  const read = await aReader(place);
  for (const likes of [1, 5, 2]) {
    counts = { likes, comments: 0, shares: 0 };
    await published(place, { caption: `${likes} likes` });
    stage.pass(900);
    await stage.settle();
  }
  const { results } = await read("sort_by=likes");
  assert.deepEqual(
    results.map(({ body }: { body: string }) => body),
    ["5 likes", "2 likes", "1 likes"],
  );
});

test("days are those of the brand, and the last one is a whole day", async () => {
  const place = await aPlace(stage);
  stage.jump("2029-03-09T22:59:59Z");
  await published(place, { caption: "Just before midnight in Berlin" });
  stage.jump("2029-03-09T23:00:00Z");
  await published(place, { caption: "Midnight in Berlin" });
  const read = await aReader(place);
  assert.deepEqual(
    (await read("from=2029-03-09&to=2029-03-09")).results.map(({ body }: { body: string }) => body),
    ["Just before midnight in Berlin"],
  );
  assert.equal((await read("from=2029-03-10")).total, 1);
  const dashboard = await aMember(place, "admin");
  const wrong = await dashboard.call("GET", `/brands/${place.brandId}/results?from=2029-03-10&to=2029-03-09`);
  assert.deepEqual([wrong.status, wrong.body.errors], [422, { to: ["The to field must not be earlier than from."] }]);
  const impossible = await dashboard.call("GET", `/brands/${place.brandId}/results?from=2029-02-30`);
  assert.deepEqual(impossible.body.errors, { from: ["The from field must be a date in the form YYYY-MM-DD."] });
});

test("other brands' entries are in no list", async () => {
  const place = await aPlace(stage);
  await published(await aPlace(stage));
  const read = await aReader(place);
  assert.deepEqual([(await read()).total, (await read("", "results/table")).rows], [0, 0]);
});

test("the table has all columns; formulas in texts are text, and unknown counts are empty", async () => {
  const place = await aPlace(stage, { channels: ["Bluesky"] });
  stage.jump("2030-01-15T12:00:00Z");
  await published(place, { caption: '=HYPERLINK("https://evil.example")' });
  const read = await aReader(place);
  const { csv, rows, total } = await read("", "results/table");
  assert.deepEqual([rows, total], [1, 1]);
  const [head, line, end] = csv.split("\r\n");
  assert.equal(
    head,
    '"Time (Europe/Berlin)","Time (UTC)","State","Reason","Message","Channel","Network","Collection","Type","Text","Link","Likes","Comments","Shares","Counts read (UTC)","Entry","Post"',
  );
  assert.match(line, /^"2030-01-15 13:00:00","2030-01-15 12:00:00","PUBLISHED","published","","Bluesky \w+","Bluesky","Bread","TEXT",/);
  assert.match(line, /"'=HYPERLINK\(""https:\/\/evil\.example""\)","","","","","","\d+","\d+"$/);
  assert.equal(end, "");
});

test("what was refused is tried again under the same key with what is known of it, and its tries begin anew", async () => {
  const place = await aPlace(stage);
  publish = () => ({ kind: "rejected", reason: "Your account is limited." });
  const postId = await published(place);
  const read = await aReader(place);
  const [failed] = (await read()).results;
  assert.deepEqual([failed.state, failed.reason, failed.canTryAgain, failed.whyNotAgain], ["FAILED", "rejected", true, null]);
  publish = takes;
  const editor = await aMember(place, "editor");
  const settledAt = stage.now();
  const { status, body } = await editor.call("POST", `/deliveries/${failed.id}/retry`);
  assert.deepEqual([status, body.data], [200, { deliveryId: failed.id, status: "RETRYING", url: null, message: deliveryWords.triedAgain }]);
  assert.equal((await editor.call("POST", `/deliveries/${failed.id}/retry`)).status, 409);
  await stage.settle();
  assert.deepEqual(sent, [
    { key: sent[0]?.key, part: null },
    { key: sent[0]?.key, part: { id: "77" } },
  ]);
  assert.deepEqual(states(await read()), [["PUBLISHED", "published"]]);
  const [delivery] = (await must(stage.admin("GET", `/posts/${postId}/explanation`))).deliveries;
  assert.deepEqual(delivery.settlements, [{ at: settledAt, by: "Grace Miller", decision: "retry", url: null }]);
});

test("what ended while it waited and nobody could see it is tried again", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
  const [channelId] = place.channelIds;
  publish = () => ({ kind: "pending", live: "no", checkAfterSeconds: 3600 });
  await published(place);
  await must(stage.admin("PATCH", `/channels/${channelId}`, { status: "INACTIVE" }));
  await live(2 * 3600);
  await must(stage.admin("PATCH", `/channels/${channelId}`, { status: "ACTIVE" }));
  const read = await aReader(place);
  const [ended] = (await read(`channel_id=${channelId}`)).results;
  assert.deepEqual([ended.reason, ended.canTryAgain, ended.whyNotAgain], ["channel_inactive", true, null]);
  publish = takes;
  const editor = await aMember(place, "editor");
  assert.equal((await editor.call("POST", `/deliveries/${ended.id}/retry`)).status, 200);
  await stage.settle();
  assert.deepEqual(states(await read(`channel_id=${channelId}`)), [["PUBLISHED", "published"]]);
});

test("what was skipped on an inactive channel is tried again once that is active", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
  const [channelId] = place.channelIds;
  await must(stage.admin("PATCH", `/channels/${channelId}`, { status: "INACTIVE" }));
  await published(place);
  const read = await aReader(place);
  const editor = await aMember(place, "editor");
  const [skipped] = (await read(`channel_id=${channelId}`)).results;
  assert.deepEqual([skipped.state, skipped.reason, skipped.canTryAgain], ["SKIPPED", "channel_inactive", false]);
  const why = "Its channel is not active. Reconnect it or switch it on, then try again.";
  assert.equal(skipped.whyNotAgain, why);
  const early = await editor.call("POST", `/deliveries/${skipped.id}/retry`);
  assert.deepEqual([early.status, early.body.errors], [409, { delivery: why }]);
  await must(stage.admin("PATCH", `/channels/${channelId}`, { status: "ACTIVE" }));
  assert.equal((await editor.call("POST", `/deliveries/${skipped.id}/retry`)).status, 200);
  await stage.settle();
  assert.deepEqual([sent.length, states(await read(`channel_id=${channelId}`))], [1, [["PUBLISHED", "published"]]]);
  assert.equal((await place.api("GET", "/posts")).body.data[0].status, "PUBLISHED");
});

test("what may have arrived is never tried again: undecided, or refused after an answer that was lost", async () => {
  const place = await aPlace(stage);
  const read = await aReader(place);
  const editor = await aMember(place, "editor");
  publish = () => ({ kind: "unknown", reason: "The connection was cut." });
  await published(place);
  await live(60);
  const [undecided] = (await read()).results;
  assert.deepEqual([undecided.reason, undecided.needsSettling, undecided.canTryAgain], ["undecided", true, false]);
  const why = "It may have been published. Look on the network, then say what you found.";
  const reply = await editor.call("POST", `/deliveries/${undecided.id}/retry`);
  assert.deepEqual([reply.status, reply.body.errors], [409, { delivery: why }]);
  await query(stage.app.db, { text: "update deliveries set reason = 'rejected' where id = $1", values: [undecided.id] });
  const doubtful = await editor.call("POST", `/deliveries/${undecided.id}/retry`);
  assert.equal(doubtful.status, 409);
  assert.match(doubtful.body.errors.delivery, /^An earlier attempt may have arrived/);
  await live(DAY_SECONDS);
  assert.equal(sent.length, 1);
});

test("what was skipped is not tried again without its file, which has been deleted meanwhile", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
  const [channelId] = place.channelIds;
  const mediaId = await uploaded(stage, place, { bytes: await aPhoto(), name: "bread.jpg" });
  await must(stage.admin("PATCH", `/channels/${channelId}`, { status: "INACTIVE" }));
  await published(place, { media: [{ id: mediaId }] });
  await must(stage.admin("PATCH", `/channels/${channelId}`, { status: "ACTIVE" }));
  const editor = await aMember(place, "editor");
  const removed = await must(editor.call("POST", `/brands/${place.brandId}/media/deletion`, { ids: [mediaId] }));
  assert.equal(removed.deleted.length, 1, JSON.stringify(removed));
  const [skipped] = (await (await aReader(place))(`channel_id=${channelId}`)).results;
  const reply = await editor.call("POST", `/deliveries/${skipped.id}/retry`);
  assert.equal(reply.status, 409);
  assert.match(reply.body.errors.delivery, /^A file of it has been deleted/);
});

test("what left for no channel, and what belongs to a deleted post, cannot be tried again", async () => {
  const place = await aPlace(stage);
  const read = await aReader(place);
  const editor = await aMember(place, "editor");
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  publish = () => ({ kind: "rejected", reason: "No." });
  await must(place.api("DELETE", `/posts/${await published(place)}`));
  const [deleted] = (await read()).results;
  assert.deepEqual([deleted.postId, deleted.whyNotAgain], [null, "The post has been deleted."]);
  assert.equal((await editor.call("POST", `/deliveries/${deleted.id}/retry`)).status, 409);
  await must(stage.admin("PATCH", `/channels/${place.channelIds[0]}`, { status: "INACTIVE" }));
  await published(place);
  const [nowhere] = (await read("reason=no_active_channel")).results;
  assert.equal(nowhere.canTryAgain, false);
  assert.equal((await editor.call("POST", `/deliveries/${nowhere.id}/retry`)).status, 409);
});

test("of several retries at the same moment only one counts", async () => {
  const place = await aPlace(stage);
  publish = () => ({ kind: "rejected", reason: "No." });
  await published(place);
  const read = await aReader(place);
  const editor = await aMember(place, "editor");
  const [{ id }] = (await read()).results;
  publish = takes;
  const replies = await Promise.all(Array.from({ length: 5 }, () => editor.call("POST", `/deliveries/${id}/retry`)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
  await live(3600);
  assert.equal(sent.length, 2);
});

test("a member settles under their own name", async () => {
  const place = await aPlace(stage);
  publish = () => ({ kind: "unknown", reason: "The connection was cut." });
  const postId = await published(place);
  await live(60);
  const read = await aReader(place);
  const editor = await aMember(place, "editor");
  const [{ id }] = (await read("state=FAILED&reason=undecided")).results;
  const settled = { published: "https://network.example/posts/1", by: "Somebody else" };
  assert.equal((await editor.call("POST", `/admin/deliveries/${id}/settlement`, settled)).status, 200);
  const [delivery] = (await must(stage.admin("GET", `/posts/${postId}/explanation`))).deliveries;
  assert.deepEqual(
    delivery.settlements.map(({ by }: { by: string }) => by),
    ["Grace Miller"],
  );
});

test("a reading is kept when a figure has changed or the last one is a day old, for 400 days", async () => {
  const place = await aPlace(stage);
  await published(place);
  const at = stage.now();
  const readings = async () =>
    query<{ after: number; likes: number; gained: number }>(stage.app.db, {
      text: `select extract(epoch from read_at - $2::timestamptz)::integer "after", likes, likes_gained gained from count_readings where brand_id = $1 order by read_at`,
      values: [place.brandId, at],
    });
  const countAfter = async (seconds: number, likes: number) => {
    counts = { likes, comments: 0, shares: 0 };
    stage.jump(addSeconds(at, seconds));
    await stage.settle();
  };
  await countAfter(900, 0);
  await countAfter(3600, 0);
  await countAfter(6 * 3600, 2);
  await countAfter(DAY_SECONDS, 2);
  await countAfter(2 * DAY_SECONDS, 2);
  assert.deepEqual(await readings(), [
    { after: 900, likes: 0, gained: 0 },
    { after: 6 * 3600, likes: 2, gained: 2 },
    { after: 2 * DAY_SECONDS, likes: 2, gained: 0 },
  ]);
  const read = await aReader(place);
  assert.equal((await read()).results[0].counts.readAt, addSeconds(at, 2 * DAY_SECONDS));
  stage.jump(addSeconds(at, 401 * DAY_SECONDS));
  await published(place);
  stage.pass(900);
  await stage.settle();
  assert.deepEqual(
    (await readings()).map(({ after }) => after),
    [2 * DAY_SECONDS, 401 * DAY_SECONDS, 401 * DAY_SECONDS + 900],
  );
});

test("figures tell each day what was published and what was gained, and channels without counts from channels with none", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
  stage.jump("2031-06-02T22:30:00Z");
  const first = await published(place, { caption: "Best" });
  stage.pass(900);
  await stage.settle();
  counts = { likes: 10, comments: 2, shares: 1 };
  stage.jump("2031-06-04T06:00:00Z");
  await stage.settle();
  const read = await aReader(place);
  const figures = await read("from=2031-06-02&to=2031-06-04", "figures");
  const none = { likes: 0, comments: 0, shares: 0 };
  const now = { likes: 10, comments: 2, shares: 1 };
  assert.deepEqual([figures.timezone, figures.readAt], ["Europe/Berlin", "2031-06-04T06:00:00.000000Z"]);
  assert.deepEqual(figures.totals, { posts: 1, counted: 1, ...now });
  assert.deepEqual(figures.days, [
    { day: "2031-06-02", published: { posts: 0, counted: 0, ...none }, gained: none },
    { day: "2031-06-03", published: { posts: 1, counted: 1, ...now }, gained: { likes: 3, comments: 2, shares: 1 } },
    { day: "2031-06-04", published: { posts: 0, counted: 0, ...none }, gained: { likes: 7, comments: 0, shares: 0 } },
  ]);
  assert.deepEqual(
    figures.channels.map(({ channelId, type, posts, counted, likes }: Record<string, unknown>) => [channelId, type, posts, counted, likes]),
    [
      [place.channelIds[0], "Mastodon", 1, 1, 10],
      [place.channelIds[1], "Bluesky", 1, 0, 0],
    ],
  );
  assert.deepEqual(figures.collections, [{ collectionId: place.collectionId, title: "Bread", posts: 1, counted: 1, ...now }]);
  assert.deepEqual(figures.hours, [{ weekday: 2, hour: 0, posts: 1, counted: 1, ...now }]);
  assert.deepEqual(
    figures.best.map(({ postId, text, likes, networks }: Record<string, unknown>) => [postId, text, likes, networks]),
    [[first, "Best", 10, ["Bluesky", "Mastodon"]]],
  );
  const other = await read(`from=2031-06-02&to=2031-06-04&channel_id=${place.channelIds[1]}`, "figures");
  assert.deepEqual([other.totals, other.readAt, other.best], [{ posts: 1, counted: 0, ...none }, null, []]);
  assert.deepEqual(other.days[1].gained, none);
});

test("figures go back a year and cover a year at most", async () => {
  const place = await aPlace(stage);
  stage.jump("2032-06-02T12:00:00Z");
  const dashboard = await aMember(place, "viewer");
  const asked = (search: string) => dashboard.call("GET", `/brands/${place.brandId}/figures?${search}`);
  assert.deepEqual((await asked("from=2031-05-31&to=2031-06-30")).body.errors, {
    from: "Figures begin at most 366 days ago, on 2031-06-02.",
  });
  assert.deepEqual((await asked("from=2032-06-01&to=2039-06-01")).body.errors, { to: "Figures cover at most 366 days." });
  assert.deepEqual(Object.keys((await asked("")).body.errors), ["from", "to"]);
  assert.equal((await asked("from=2031-06-02&to=2032-06-02")).body.data.days.length, 367);
});
