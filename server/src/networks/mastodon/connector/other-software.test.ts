import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Account, FindOutcome, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import type { Fault } from "../../connectors/testing/faults.ts";
import { anImage, aPost, aVideo } from "../../connectors/testing/posts.ts";
import { setFault } from "../../sandbox/faults.ts";
import { mastodon } from "./index.ts";
import { keepsKeys } from "./keys.ts";
import { plainText } from "./plain-text.ts";
import { openStage, type Stage, stateAsked } from "./testing/stage.ts";

/** Software that implements Mastodon's API without idempotency keys, GoToSocial above all. */

const { find, findComment, comment, publish, counts } = mastodon;
assert.ok(find && findComment && comment && counts);

let stage: Stage;
let account: Account;
beforeEach(async () => {
  stage = await openStage();
  await setFault(stage.world, { network: "mastodon", kind: "ignore-keys", requests: "posts", seed: 1 });
  account = await stage.reconnect();
});
afterEach(() => stage[Symbol.asyncDispose]());

const CREATE = { method: "POST", path: /\/api\/v1\/statuses$/ } as const;
const CUT: Fault = { ...CREATE, act: "cut" };
/** The proxy gives up while the server behind it completes the request. */
const BROKEN: Fault = { ...CREATE, act: { status: 502, body: "<h1>Bad gateway</h1>" } };

interface Delivery {
  publish(): Promise<PublishOutcome>;
  find(): Promise<FindOutcome>;
}

/** One delivery, whose checkpoint outlives its attempts. */
function delivery(post: OutgoingPost): Delivery {
  const call = stage.call(memoryCheckpoint());
  return { publish: () => publish(post, account, call), find: async () => (await find?.(post, account, call)) as FindOutcome };
}

function commentOn(remoteId: string, text: string): Delivery {
  const call = stage.call(memoryCheckpoint());
  const order = { key: crypto.randomUUID(), dueAt: aPost().dueAt, text, remoteId };
  return {
    publish: async () => (await comment?.(order, account, call)) as PublishOutcome,
    find: async () => (await findComment?.(order, account, call)) as FindOutcome,
  };
}

const posting = () => stage.exchanges.filter(({ request }) => request.method === "POST" && request.url.endsWith("/statuses")).length;
const texts = async () => (await stage.statuses()).map(({ content }) => plainText(content));

/** What the engine does after a lost response: it sends nothing before a lookup. */
async function settled({ publish, find }: Delivery): Promise<PublishOutcome> {
  for (let step = 0; step < 10; step += 1) {
    stage.pass(60);
    const found = await find();
    if (found.kind === "published") return found;
    if (found.kind === "undecided") continue;
    const outcome = await publish();
    if (outcome.kind !== "unknown") return outcome;
  }
  throw new Error("not settled after ten steps");
}

test("a server that is not Mastodon is recognized and never trusted with a repeat", () => {
  assert.deepEqual(Object(account.settings).software, { name: "gotosocial", version: "0.20.0+git-sandbox" });
  assert.equal(keepsKeys(account.settings), false);
});

const KINDS: Readonly<Record<string, () => Promise<Delivery>>> = {
  "a text": async () => delivery(aPost({ text: "Bread & <rolls>, see https://shop.example/a/very/long/path?q=1 #bread" })),
  "a picture": async () => delivery(aPost({ type: "IMAGE", text: "Pictured", media: [await anImage()] })),
  "a thread's first part": async () => delivery(aPost({ type: "THREAD", segments: ["One", "Two", "Three"] })),
  "a poll": async () => delivery(aPost({ type: "POLL", text: "", poll: { question: "Which?", options: ["A", "B"], period: "1d" } })),
  "a comment": async () => {
    const post = await delivery(aPost({ text: "Above" })).publish();
    assert.ok(post.kind === "published");
    return commentOn(post.remoteId, "Below");
  },
};

for (const [kind, begin] of Object.entries(KINDS)) {
  test(`${kind} whose response is lost appears once and is found`, async () => {
    const lost = await begin();
    const before = (await stage.statuses()).length;
    stage.fault(CUT);
    assert.equal((await lost.publish()).kind, "unknown");
    const sent = posting();
    assert.equal((await lost.publish()).kind, "unknown");
    assert.equal(posting(), sent, "nothing is sent again before a lookup");
    const outcome = await settled(lost);
    const first = (await stage.statuses())[before];
    assert.ok(outcome.kind === "published");
    assert.deepEqual([outcome.remoteId, outcome.url], [first?.id, first?.url]);
    assert.equal(new Set(await texts()).size, (await texts()).length);
  });

  test(`${kind} whose request never arrived is sent again and appears once`, async () => {
    const lost = await begin();
    stage.fault(BROKEN);
    assert.equal((await lost.publish()).kind, "unknown");
    assert.equal((await settled(lost)).kind, "published");
    assert.equal(new Set(await texts()).size, (await texts()).length);
  });
}

test("a thread whose second part lost its response continues after it", async () => {
  const { publish, find } = delivery(aPost({ type: "THREAD", segments: ["One", "Two", "Three"] }));
  // The first request succeeds, the second is cut off.
  stage.fault({ ...CREATE, act: { status: 429, body: { error: "Too many requests" } } });
  await publish();
  stage.fault(CUT);
  assert.equal((await publish()).kind, "unknown");
  assert.equal((await settled({ publish, find })).kind, "published");
  assert.deepEqual(await texts(), ["One", "Two", "Three"]);
});

test("absence is only certain once two lookups agree, at least a minute and a half apart", async () => {
  const { publish, find } = delivery(aPost({ text: "Never arrived" }));
  stage.fault(BROKEN);
  await publish();
  const kinds: [number, string][] = [];
  for (const seconds of [10, 10, 30, 30, 15]) {
    stage.pass(seconds);
    kinds.push([seconds, (await find()).kind]);
  }
  assert.deepEqual(kinds, [
    [10, "undecided"],
    [10, "undecided"],
    [30, "undecided"],
    [30, "undecided"],
    [15, "absent"],
  ]);
  assert.equal((await publish()).kind, "published");
});

test("even a late first lookup needs a second one", async () => {
  const { publish, find } = delivery(aPost({ text: "Never arrived" }));
  stage.fault(BROKEN);
  await publish();
  stage.pass(26 * 3600);
  assert.equal((await find()).kind, "undecided");
  stage.pass(44);
  assert.equal((await find()).kind, "undecided");
  stage.pass(1);
  assert.equal((await find()).kind, "absent");
});

test("a list that shows new statuses a minute late causes no duplicate", async () => {
  await setFault(stage.world, { network: "mastodon", kind: "late-lists", seconds: 60, requests: "posts", seed: 1 });
  const { publish, find } = delivery(aPost({ text: "Late" }));
  stage.fault(CUT);
  await publish();
  stage.pass(50);
  assert.equal((await find()).kind, "undecided");
  const outcome = await settled({ publish, find });
  stage.pass(60);
  const statuses = await stage.statuses();
  assert.equal(statuses.length, 1);
  assert.ok(outcome.kind === "published");
  assert.equal(outcome.remoteId, statuses[0]?.id);
});

test("two posts with the same text, one of which lost its response, each get their own status", async () => {
  const lost = delivery(aPost({ text: "The same" }));
  stage.fault(BROKEN);
  await lost.publish();
  const other = await delivery(aPost({ text: "The same" })).publish();
  assert.ok(other.kind === "published");
  stage.owned.add(other.remoteId);
  const outcome = await settled(lost);
  assert.ok(outcome.kind === "published");
  assert.notEqual(outcome.remoteId, other.remoteId);
  assert.deepEqual(await texts(), ["The same", "The same"]);
});

test("a status with identical text is preferred to one that is merely similar", async () => {
  const { publish, find } = delivery(aPost({ text: "Fresh bread!" }));
  await delivery(aPost({ text: "Fresh bread" })).publish();
  stage.fault(CUT);
  await publish();
  const found = await find();
  assert.ok(found.kind === "published");
  assert.equal(found.remoteId, (await stage.statuses())[1]?.id);
});

test("however many statuses came later, the search continues until it has covered the whole period", async () => {
  const { publish, find } = delivery(aPost({ text: "Deep down" }));
  stage.fault(CUT);
  await publish();
  const [first] = await stage.statuses();
  const [stored] = await stage.world.objects.list("status");
  for (let index = 0; index < 1050; index += 1) {
    const id = await stage.world.objects.nextId();
    await stage.world.objects.insert("status", id, { ...stored?.document, text: `Later ${index}` });
  }
  const before = stage.exchanges.length;
  assert.deepEqual(await find(), {
    kind: "notAsked",
    reason: "Mastodon: there are many newer statuses; the search through them continues.",
    retryAfterSeconds: 60,
  });
  assert.equal(stage.exchanges.length - before, 25);
  // An error on the way does not restart the search.
  stage.fault({ method: "GET", path: /accounts\/\d+\/statuses/, act: { status: 503, body: "" } });
  assert.equal((await find()).kind, "notAsked");
  const again = stage.exchanges.length;
  assert.deepEqual(await find(), { kind: "published", remoteId: first?.id, url: first?.url });
  assert.ok(stage.exchanges.length - again <= 3);
});

test("files already attached are refused with 400 there, which says nothing about a lost request", async () => {
  const post = aPost({ type: "IMAGE", text: "Pictured", media: [await anImage()] });
  const checkpoint = memoryCheckpoint();
  // The channel was connected when the server still honored keys.
  const trusting = { ...account, settings: { ...Object(account.settings), keepsKeys: true } };
  stage.fault(CUT);
  assert.equal((await publish(post, trusting, stage.call(checkpoint))).kind, "unknown");
  const again = await publish(post, trusting, stage.call(checkpoint));
  assert.equal(again.kind, "unknown");
  assert.match(JSON.stringify(again), /media already attached to status: \d+ \(status 400\)/);
  assert.equal((await find(post, account, stage.call(checkpoint))).kind, "published");
});

test("uploaded files that are gone before any status had them are uploaded again", async () => {
  const { publish } = delivery(aPost({ type: "IMAGE", media: [await anImage()] }));
  stage.fault({ ...CREATE, act: { status: 429, body: { error: "Too many requests" } } });
  await publish();
  for (const { id } of await stage.world.objects.list("media")) await stage.world.objects.delete("media", id);
  assert.deepEqual(await publish(), {
    kind: "busy",
    reason: "Mastodon: the uploaded files are gone and will be uploaded again",
    retryAfterSeconds: 5,
  });
  assert.equal((await publish()).kind, "published");
});

test("text is sent as plain text, whatever markup the account prefers", async () => {
  await delivery(aPost({ text: "*Bread*" })).publish();
  const sent = stage.exchanges.find(({ request }) => request.method === "POST" && request.url.endsWith("/statuses"));
  assert.equal(JSON.parse(String(sent?.request.body)).content_type, "text/plain");
});

test("counts are read one by one if batch requests are not supported, which is tried once", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 22; index += 1) {
    const outcome = await delivery(aPost({ text: `Post ${index}` })).publish();
    assert.ok(outcome.kind === "published");
    ids.push(outcome.remoteId);
  }
  const before = stage.exchanges.length;
  const outcome = await counts(ids, account, stage.call());
  assert.ok(outcome.kind === "counted");
  assert.deepEqual(Object.keys(outcome.counts).toSorted(), ids.toSorted());
  assert.equal(stage.exchanges.length - before, 23);
});

test("going on reports notAsked for an unreachable file state, lost for a file that is gone, and what is live", async () => {
  await stage.settings({ processing_seconds: 3600 });
  const post = aPost({ type: "VIDEO", media: [aVideo()] });
  const checkpoint = memoryCheckpoint();
  const stopped = () => {
    const stop = new AbortController();
    void stateAsked(stage).then(() => stop.abort());
    return { ...stage.call(checkpoint), signal: stop.signal };
  };
  const outcome = await publish(post, account, stopped());
  assert.ok(outcome.kind === "pending");
  assert.equal(outcome.live, "no");
  const asking = { method: "GET", path: /api\/v1\/media\// } as const;
  stage.fault({ ...asking, act: { status: 429, body: { error: "Too many requests" }, headers: { "retry-after": "77" } } });
  assert.deepEqual(await publish(post, account, stage.call(checkpoint)), {
    kind: "notAsked",
    reason: "Mastodon: Too many requests (status 429)",
    retryAfterSeconds: 77,
    live: "no",
  });
  stage.fault({ ...asking, act: { status: 503, body: "" } });
  const silent = await publish(post, account, stopped());
  assert.equal(silent.kind, "notAsked");
  for (const { id } of await stage.world.objects.list("media")) await stage.world.objects.delete("media", id);
  assert.equal((await publish(post, account, stage.call(checkpoint))).kind, "lost");
  // Publishing begins again.
  await stage.settings({ processing_seconds: 0 });
  assert.equal((await publish(post, account, stage.call(checkpoint))).kind, "published");
});

test("an unreachable instance and a rate limit apply to the whole channel", async () => {
  const away = await publish(aPost(), account, { ...stage.call(), baseUrl: "http://127.0.0.1:1" });
  assert.ok(away.kind === "busy");
  assert.equal(away.scope, "channel");
  const reset = addSeconds(stage.world.now(), 90);
  stage.fault({ ...CREATE, act: { status: 429, body: { error: "Too many requests" }, headers: { "x-ratelimit-reset": reset } } });
  const limited = await publish(aPost(), account, stage.call());
  assert.ok(limited.kind === "busy");
  assert.equal(limited.scope, "channel");
  // Uploads have a rate limit of their own.
  stage.fault({ method: "POST", path: /media$/, act: { status: 429, body: { error: "Too many requests" } } });
  const upload = await publish(aPost({ type: "IMAGE", media: [await anImage()] }), account, stage.call());
  assert.ok(upload.kind === "busy");
  assert.equal(upload.scope, undefined);
});
