import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { instagram } from "./index.ts";
import { delivery, drive } from "./testing/deliver.ts";
import { aPost, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const comment = instagram.comment ?? assert.fail();
const findComment = instagram.findComment ?? assert.fail();
const COMMENT = { method: "POST", path: /\/comments$/ } as const;

async function published(fields: Parameters<typeof aPost>[0] = {}): Promise<string> {
  const outcome = await drive(stage, delivery(stage, aPost({ media: [await stage.files.image()], ...fields })));
  return outcome.kind === "published" ? outcome.remoteId : assert.fail(JSON.stringify(outcome));
}

/** One comment, whose checkpoint outlives its attempts. */
function aComment(remoteId: string, text = "Order by noon") {
  const checkpoint = memoryCheckpoint();
  const order = { key: crypto.randomUUID(), dueAt: stage.now(), text, remoteId };
  return {
    send: () => comment(order, stage.account, stage.call(checkpoint)),
    find: (account = stage.account) => findComment(order, account, stage.call(checkpoint)),
  };
}

const comments = async () => (await stage.seen()).filter(({ replyTo }) => replyTo !== null).map(({ text }) => text);

// Shows Instagram: first comment
test("a comment is published below the post, once", async () => {
  const one = aComment(await published());
  const outcome = await one.send();
  assert.equal(outcome.kind, "published");
  assert.deepEqual(await one.send(), outcome);
  assert.deepEqual(await one.find(), outcome);
  assert.deepEqual(await comments(), ["Order by noon"]);
});

test("a story takes no comments", async () => {
  const one = aComment(await published({ type: "STORY", asStory: true }));
  assert.deepEqual(await one.send(), { kind: "unsuitable", reason: "Instagram's stories take no comments." });
});

test("a post whose id is not known cannot be commented on", async () => {
  assert.equal((await aComment("container-123").send()).kind, "rejected");
});

test("a comment whose answer was lost is found by its text and author", async () => {
  const one = aComment(await published());
  stage.fault({ ...COMMENT, act: "cut" });
  assert.equal((await one.send()).kind, "unknown");
  assert.equal((await one.send()).kind, "unknown");
  assert.equal((await one.find()).kind, "published");
  assert.deepEqual(await comments(), ["Order by noon"]);
});

test("a comment that did not arrive is sent again after five minutes", async () => {
  const one = aComment(await published());
  stage.fault({ ...COMMENT, act: { status: 500, body: "" } });
  assert.equal((await one.send()).kind, "unknown");
  stage.pass(60);
  assert.deepEqual(await one.find(), {
    kind: "undecided",
    reason: "Instagram does not list it yet.",
    retryAfterSeconds: 240,
  });
  stage.pass(240);
  assert.deepEqual(await one.find(), { kind: "absent" });
  assert.equal((await one.send()).kind, "published");
  assert.deepEqual(await comments(), ["Order by noon"]);
});

test("of two requests that have both arrived, the first of which was listed late, the first counts", async () => {
  const one = aComment(await published());
  stage.fault({ ...COMMENT, act: "cut" });
  assert.equal((await one.send()).kind, "unknown");
  stage.pass(300);
  const empty = { method: "GET", path: /\/comments/, act: { status: 200, body: { data: [] } } } as const;
  stage.fault(empty, empty);
  assert.deepEqual([(await one.find()).kind, (await one.find()).kind], ["undecided", "absent"]);
  stage.fault({ ...COMMENT, act: "cut" });
  assert.equal((await one.send()).kind, "unknown");
  assert.equal((await one.find()).kind, "published");
  assert.deepEqual(await comments(), ["Order by noon", "Order by noon"]);
});

test("… and never a third time, whatever the list shows", async () => {
  const one = aComment(await published());
  for (let sends = 0; sends < 2; sends += 1) {
    stage.fault({ ...COMMENT, act: { status: 500, body: "" } });
    assert.equal((await one.send()).kind, "unknown");
    stage.pass(600);
    assert.deepEqual([(await one.find()).kind, (await one.find()).kind], ["undecided", sends === 0 ? "absent" : "undecidable"]);
  }
  stage.pass(600);
  assert.equal((await one.send()).kind, "unknown");
  assert.equal((await one.find()).kind, "undecidable");
  assert.deepEqual(await comments(), []);
});

test("a comment that was certainly not sent uses up none of its two requests", async () => {
  const one = aComment(await published());
  for (let times = 0; times < 3; times += 1) {
    stage.fault({ ...COMMENT, act: { status: 400, body: refusal(4, undefined, "Application request limit reached") } });
    assert.equal((await one.send()).kind, "held");
  }
  stage.fault({ ...COMMENT, act: { status: 500, body: "" } });
  assert.equal((await one.send()).kind, "unknown");
  stage.pass(600);
  assert.deepEqual([(await one.find()).kind, (await one.find()).kind], ["undecided", "absent"]);
  assert.equal((await one.send()).kind, "published");
});

test("a comment that may be there under another name of the account is not sent again", async () => {
  const one = aComment(await published());
  stage.fault({ ...COMMENT, act: "cut" });
  assert.equal((await one.send()).kind, "unknown");
  stage.pass(600);
  const renamed = { ...stage.account, handle: "@bakery_by_the_corner" };
  assert.deepEqual([(await one.find(renamed)).kind, (await one.find(renamed)).kind], ["undecided", "undecidable"]);
  assert.deepEqual(await comments(), ["Order by noon"]);
});

test("the same comment of another delivery, or an older one, is not taken for it", async () => {
  const post = await published();
  const other = await aComment(post).send();
  stage.owned.add(other.kind === "published" ? other.remoteId : assert.fail());
  const one = aComment(post);
  stage.fault({ ...COMMENT, act: { status: 500, body: "" } });
  await one.send();
  assert.equal((await one.find()).kind, "undecided");
  stage.owned.clear();
  stage.pass(600);
  const late = aComment(post);
  stage.fault({ ...COMMENT, act: { status: 500, body: "" } });
  await late.send();
  assert.equal((await late.find()).kind, "undecided");
});

test("a permission that is missing for comments does not disconnect the channel", async () => {
  const post = await published();
  stage.fault({ ...COMMENT, act: { status: 400, body: refusal(10, undefined, "No permission") } });
  assert.deepEqual(await aComment(post).send(), { kind: "rejected", reason: "Instagram: No permission (code 10)" });
  stage.fault({ ...COMMENT, act: { status: 400, body: refusal(190, undefined, "Dead") } });
  assert.equal((await aComment(post).send()).kind, "unauthorized");
});

test("throttled comments are held", async () => {
  const post = await published();
  stage.fault({ ...COMMENT, act: { status: 400, body: refusal(80002) } });
  assert.deepEqual(await aComment(post).send(), {
    kind: "held",
    reason: "Instagram: Refused (code 80002)",
    retryAfterSeconds: 3600,
    scope: "channel",
  });
});
