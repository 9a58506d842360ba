import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { deliver } from "./testing/delivery.ts";
import { aGif, aVideo } from "./testing/posts.ts";
import { creations, lookups } from "./testing/requests.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  stage.exchanges.length = 0;
});
afterEach(() => stage[Symbol.asyncDispose]());

const CREATE = { method: "POST", path: /\/2\/tweets$/ } as const;
const LIST = { method: "GET", path: /\/2\/users\/\d+\/tweets/ } as const;
const forbidden = (detail: string) => ({ status: 403, body: { title: "Forbidden", detail, type: "about:blank", status: 403 } });
const DUPLICATE = forbidden("You are not allowed to create a Tweet with duplicate content.");
const NOT_PERMITTED = forbidden("You are not permitted to perform this action.");
const DOWN = { status: 503, body: { title: "Service Unavailable", status: 503 } };
const INVALID_FILES: FaultAct = {
  status: 400,
  body: { title: "Invalid Request", errors: [{ parameters: { "media.media_ids": ["1"] }, message: "Your media IDs are invalid." }] },
};

const texts = async () => (await stage.seen()).map(({ text }) => text);

/** A delivery whose request for a post has just got no answer. */
async function lost(act: FaultAct, fields: Partial<OutgoingPost> = { text: "Once" }) {
  const delivery = deliver(stage, aPost(fields));
  stage.fault({ ...CREATE, act });
  let outcome = await delivery.publish();
  while (outcome.kind === "pending") {
    stage.pass(outcome.checkAfterSeconds);
    outcome = await delivery.publish();
  }
  assert.equal(outcome.kind, "unknown");
  return delivery;
}

for (const [what, act] of [
  ["that answers without an id", { status: 201, body: { errors: [] }, when: "after" }],
  ["that is refused as not permitted after it took effect", { ...NOT_PERMITTED, when: "after" }],
  ["that is refused as a duplicate of itself", { ...DUPLICATE, when: "after" }],
] as const) {
  // Shows X: look-up after a lost answer
  test(`a request ${what} is found in the account's list, and not repeated`, async () => {
    const delivery = await lost(act);
    assert.equal((await delivery.publish()).kind, "unknown");
    assert.equal((await delivery.find()).kind, "undecided");
    stage.pass(16);
    const found = await delivery.find();
    assert.ok(found.kind === "published");
    assert.deepEqual([found.remoteId, creations(stage).length], [(await stage.seen())[0]?.id, 1]);
  });
}

test("a lookup that X refuses, limits or leaves unfinished is none", async () => {
  const delivery = await lost("drop");
  stage.pass(16);
  const refusals: readonly FaultAct[] = [
    { status: 403, body: { title: "Forbidden", type: "about:blank" } },
    { status: 401, body: { title: "Unauthorized", type: "about:blank" } },
    { status: 200, body: { errors: [{ title: "Not Found Error" }], meta: { result_count: 0 } } },
    { status: 200, body: { data: [], meta: { result_count: 0, next_token: "more" } } },
    "drop",
  ];
  for (const act of refusals) {
    stage.fault({ ...LIST, act });
    if (typeof act === "object" && act.status === 200) stage.fault({ method: "GET", path: /pagination_token=more/, act: DOWN });
    const outcome = await delivery.find();
    assert.ok(outcome.kind === "notAsked" && outcome.retryAfterSeconds >= 60, JSON.stringify(act));
  }
  const limited = { "x-rate-limit-reset": String(Math.ceil(Date.parse(stage.now()) / 1000) + 500), "x-rate-limit-remaining": "0" };
  stage.fault({ ...LIST, act: { status: 429, body: { title: "Too Many Requests" }, headers: limited } });
  const outcome = await delivery.find();
  assert.ok(outcome.kind === "notAsked" && outcome.retryAfterSeconds > 490);
  const before = lookups(stage).length;
  await delivery.toEnd();
  // `toEnd` begins with an attempt, which sends nothing, and then looks four times.
  assert.deepEqual([lookups(stage).length - before, creations(stage).length], [4, 2]);
});

test("a lookup for which there is no budget is none", async () => {
  const delivery = await lost("drop");
  stage.pass(16);
  stage.exhaust({ kind: "held", reason: "used up", retryAfterSeconds: 7200, scope: "application", budget: "reads" });
  assert.deepEqual(await delivery.find(), { kind: "notAsked", reason: "used up", retryAfterSeconds: 7200 });
  assert.deepEqual(lookups(stage), []);
});

test("a list of several pages is read to its end, and each page is reserved", async () => {
  const delivery = await lost("cut");
  for (let number = 0; number < 21; number += 1) {
    const outcome = await deliver(stage, aPost({ text: `Other ${number}` })).toEnd();
    if (outcome.kind === "published") stage.owned.add(outcome.remoteId);
  }
  stage.pass(16);
  stage.spent.length = 0;
  const found = await delivery.find();
  assert.ok(found.kind === "published");
  assert.equal(found.remoteId, (await stage.seen())[0]?.id);
  assert.deepEqual(
    stage.spent,
    Array.from({ length: 3 }, () => ({ spending: 50, reads: 10 })),
  );
});

test("a repetition that is refused because of its files ends undecided when nothing is found", async () => {
  const delivery = await lost("drop");
  stage.fault({ ...CREATE, act: INVALID_FILES });
  assert.equal((await delivery.toEnd()).kind, "undecidable");
  assert.equal(creations(stage).length, 2);
});

test("a repetition has the same files", async () => {
  const delivery = await lost("drop", { text: "Once", media: [await anImage(), await anImage()] });
  assert.equal((await delivery.toEnd()).kind, "published");
  const [first, second] = creations(stage);
  assert.deepEqual(first, second);
  assert.equal(stage.exchanges.filter(({ request }) => request.url.endsWith("/2/media/upload")).length, 2);
});

for (const [what, act] of [
  ["as a duplicate", DUPLICATE],
  ["as not permitted", NOT_PERMITTED],
] as const) {
  test(`a first request that is refused ${what} is looked up once, and has failed when it is not there`, async () => {
    const delivery = await lost(act);
    const outcome = await delivery.toEnd();
    assert.equal(outcome.kind, "rejected");
    assert.deepEqual([creations(stage).length, lookups(stage).length], [1, 1]);
  });
}

test("an account whose posts cannot be looked up gets no repetition: a person decides", async () => {
  const account = { ...stage.account, settings: { premium: false, canLookUp: false, spelling: null } };
  const delivery = deliver(stage, aPost({ text: "Once" }), { account });
  stage.fault({ ...CREATE, act: "drop" });
  assert.equal((await delivery.toEnd()).kind, "undecidable");
  assert.deepEqual([creations(stage).length, lookups(stage).length], [1, 0]);
  stage.fault({ ...CREATE, act: DUPLICATE });
  assert.equal((await deliver(stage, aPost({ text: "Again" }), { account }).toEnd()).kind, "rejected");
});

test("a long post whose answer was lost is found after the account's plan has ended, and its thread goes on as it began", async () => {
  await stage.settings({ subscription: "Premium" });
  const premium = await stage.reconnected();
  const ended = { ...premium, settings: { ...(premium.settings as object), premium: false } };
  const long = "Bread, cake and more. ".repeat(40).trim();
  const delivery = deliver(stage, aPost({ segments: [long, "Two"] }), { account: premium });
  stage.fault({ ...CREATE, act: "cut" });
  assert.equal((await delivery.publish()).kind, "unknown");
  const later = deliver(stage, aPost({ segments: [long, "Two"] }), { account: ended, checkpoint: delivery.checkpoint });
  assert.equal((await later.toEnd()).kind, "published");
  assert.deepEqual(await texts(), [long, "Two"]);
  assert.equal((await deliver(stage, aPost({ text: `${long}!` }), { account: ended }).toEnd()).kind, "rejected");
});

test("a reply with the same text is not taken for the post", async () => {
  const before = await deliver(stage, aPost({ text: "Another" })).toEnd();
  assert.ok(before.kind === "published");
  const delivery = await lost("drop");
  const order = { key: "c", dueAt: aPost().dueAt, text: "Once", remoteId: before.remoteId };
  assert.equal((await deliver(stage, order).toEnd()).kind, "published");
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal((await texts()).length, 3);
});

for (const names of ["old", "new"]) {
  for (const [what, fields] of [
    ["links, signs and accents", async () => ({ text: "See Shop.com/bread, https://shop.com & <cake>\n\ncafe\u0301" })],
    ["somebody's picture and signs in a link", async () => ({ text: "https://x.com/nasa/status/1/photo/1 https://shop.com/a?b=$&c=$'d" })],
    ["a picture", async () => ({ text: "Bread at https://shop.com/a", media: [await anImage()] })],
    ["pictures alone", async () => ({ text: "", media: [await anImage(), await anImage()] })],
    ["a GIF alone", async () => ({ text: "", media: [await aGif()] })],
    ["a poll", async () => ({ text: "", poll: { question: "Which?", options: ["A", "B"], period: "1d" as const } })],
  ] as const) {
    test(`a lost post is recognized with ${what}, with X's ${names} names of fields`, async () => {
      await stage.settings({ names });
      const delivery = await lost("cut", await fields());
      await deliver(stage, aPost({ text: "Another" })).toEnd();
      stage.pass(16);
      const found = await delivery.find();
      assert.ok(found.kind === "published", JSON.stringify(found));
      assert.equal(found.remoteId, (await stage.seen())[0]?.id);
    });
  }

  test(`a lost long post is recognized although its text is cut, with X's ${names} names of fields`, async () => {
    await stage.settings({ names, subscription: "Premium" });
    const account = await stage.reconnected();
    const text = `${"Bread & cake. ".repeat(40)}https://shop.com/a`;
    const delivery = deliver(stage, aPost({ text }), { account });
    stage.fault({ ...CREATE, act: "cut" });
    assert.equal((await delivery.toEnd()).kind, "published");
    assert.equal(creations(stage).length, 1);
  });

  test(`a lost part is recognized below its parent, with X's ${names} names of fields and names that X puts in front`, async () => {
    await stage.settings({ names, reply_mentions: true });
    const delivery = deliver(stage, aPost({ segments: ["One", "Two"] }));
    await delivery.publish();
    stage.pass(6);
    stage.fault({ ...CREATE, act: "cut" });
    assert.equal((await delivery.toEnd()).kind, "published");
    assert.equal(creations(stage).length, 2);
  });
}

test("a lost post without a text is recognized by a key that only the first answer to its upload has told", async () => {
  await stage.settings({ upload_keys: "first" });
  const delivery = await lost("cut", { text: "", media: [await aVideo()] });
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal(creations(stage).length, 1);
});

test("while X tells no keys of files, a post without a text that may be the lost one is not sent again beside it", async () => {
  await stage.settings({ upload_keys: "none" });
  const delivery = await lost("cut", { text: "", media: [await anImage()] });
  stage.pass(1000);
  const found = await delivery.find();
  assert.ok(found.kind === "notAsked");
  assert.match(found.reason, /may be the one that was sent/);
  assert.equal(creations(stage).length, 1);
});

test("… and is sent once more if none is there", async () => {
  await stage.settings({ upload_keys: "none" });
  await deliver(stage, aPost({ text: "With a text", media: [await anImage()] })).toEnd();
  stage.pass(3600);
  const delivery = await lost("drop", { text: "", media: [await anImage()] });
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal((await texts()).length, 2);
});
