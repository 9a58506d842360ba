import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { FindOutcome, OutgoingComment, OutgoingPost } from "../../connectors/connector.ts";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { deliver } from "./testing/delivery.ts";
import { aComment, aPoll } from "./testing/posts.ts";
import { openStage, type Stage, writes } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const POST = { method: "POST", path: /\/rest\/posts$/ } as const;
const LIST = { method: "GET", path: /\/rest\/posts\?q=author/ } as const;
const COMMENT = { method: "POST", path: /\/comments$/ } as const;
const DOWN: FaultAct = { status: 503, body: { status: 503, message: "Down" } };
const texts = async () => (await stage.seen()).map(({ text }) => text);
const reasonIn = (outcome: FindOutcome) => ("reason" in outcome ? outcome.reason : outcome.kind);

/** A delivery whose call has just got no answer. */
async function lost(act: FaultAct, order: OutgoingPost | OutgoingComment = aPost({ text: "Once (only)" }), as = stage.page) {
  const delivery = deliver(stage, order, { as });
  stage.fault({ ...("remoteId" in order ? COMMENT : POST), act });
  assert.equal((await delivery.publish()).kind, "unknown");
  return delivery;
}

/** Looks as often as the engine does until it ends otherwise. */
async function settled(delivery: ReturnType<typeof deliver>): Promise<FindOutcome> {
  for (let look = 0; look < 20; look += 1) {
    const outcome = await delivery.find();
    if (outcome.kind !== "undecided") return outcome;
    stage.pass(Math.max(31, outcome.retryAfterSeconds ?? 0));
  }
  throw new Error("the searches do not end");
}

for (const [what, act] of [
  ["that answers 409 after it took effect", { status: 409, body: { status: 409, message: "conflict" }, when: "after" }],
  ["that answers without an id", { status: 201, body: {}, headers: { "x-restli-id": "" }, when: "after" }],
] as const) {
  // Shows LinkedIn: look-up after a lost answer
  test(`a call ${what} is found among the Page's posts, and not repeated`, async () => {
    const delivery = await lost(act);
    stage.pass(31);
    const found = await delivery.find();
    const [seen] = await stage.seen();
    assert.ok(found.kind === "published", reasonIn(found));
    assert.deepEqual([found.remoteId, found.url, writes(stage).length], [seen?.id, seen?.url, 1]);
    assert.equal((await fetch(String(found.url))).status, 200);
  });
}

test("a post is recognized also if LinkedIn shows its text without the escapes", async () => {
  await stage.settings({ commentary_read: "shown" });
  const delivery = await lost("cut", aPost({ text: "C:\\rolls (fresh) #bread @[Corner Bakery](urn:li:organization:1)" }));
  stage.pass(31);
  assert.equal((await delivery.find()).kind, "published");
});

test("a post with files is recognized by them, although another one has the same text", async () => {
  const media = [await anImage()];
  assert.equal((await deliver(stage, aPost({ text: "Same", media })).toEnd()).kind, "published");
  const delivery = await lost("cut", aPost({ text: "Same", media: [await anImage()] }));
  stage.pass(31);
  const found = await delivery.find();
  const [, second] = await stage.seen();
  assert.ok(found.kind === "published", reasonIn(found));
  assert.equal(found.remoteId, second?.id);
});

test("a post without words is not found in another one without words", async () => {
  const delivery = await lost(DOWN, aPost({ text: "", media: [await anImage()] }));
  await deliver(stage, aPost({ text: "", poll: aPoll() })).toEnd();
  assert.deepEqual(await settled(delivery), { kind: "absent" });
  const poll = await lost("cut", aPost({ text: "", poll: { ...aPoll(), question: "Rye or wheat?" } }));
  assert.equal((await settled(poll)).kind, "published");
});

test("the second call has the same file as the first one", async () => {
  const delivery = await lost("drop", aPost({ text: "Picture", media: [await anImage()] }));
  assert.equal((await settled(delivery)).kind, "absent");
  assert.equal((await delivery.publish()).kind, "published");
  const [first, second] = writes(stage);
  assert.equal(first, second);
});

test("a second call that is refused as a duplicate shows that the first one had arrived, if the post that it names is there", async () => {
  await stage.settings({ duplicates: "on" });
  await stage.networkFault("late-lists", { seconds: 3000 });
  const delivery = await lost("cut");
  assert.equal((await settled(delivery)).kind, "absent");
  const second = await delivery.publish();
  assert.ok(second.kind === "unknown");
  assert.match(second.reason, /Duplicate post is detected/);
  stage.pass(31);
  const found = await delivery.find();
  assert.ok(found.kind === "published", reasonIn(found));
  assert.deepEqual(
    [found.remoteId],
    (await stage.seen()).map(({ id }) => id),
  );
});

test("a refusal as a duplicate proves nothing if the post that it names is not there", async () => {
  await stage.settings({ duplicates: "ghost" });
  const delivery = await lost("drop");
  assert.equal((await settled(delivery)).kind, "absent");
  const message = "Content is a duplicate of urn:li:share:7141138937766391808";
  const body = {
    message,
    errorDetails: { inputErrors: [{ code: "DUPLICATE_POST", description: "Duplicate post is detected" }] },
    status: 422,
  };
  stage.fault({ ...POST, act: { status: 422, body } });
  assert.equal((await delivery.publish()).kind, "unknown");
  assert.equal((await settled(delivery)).kind, "undecidable");
  assert.deepEqual(await texts(), []);
});

test("a first call that is refused as a duplicate is rejected, with the post that LinkedIn names, and never changed", async () => {
  await stage.settings({ duplicates: "on" });
  const first = await deliver(stage, aPost({ text: "Twice" })).toEnd();
  const second = await deliver(stage, aPost({ text: "Twice" })).publish();
  assert.ok(first.kind === "published" && second.kind === "rejected");
  assert.ok(second.reason.includes(String(first.url)), second.reason);
});

test("a list that cannot be read decides nothing", async () => {
  const delivery = await lost("cut");
  stage.pass(31);
  await stage.networkFault("lists-refused", { count: 1 });
  stage.fault({ ...LIST, act: { status: 200, body: { no: "elements" } } });
  assert.deepEqual([(await delivery.find()).kind, (await delivery.find()).kind], ["notAsked", "notAsked"]);
  assert.equal((await delivery.find()).kind, "published");
});

test("a list is read on until it ends before the call", async () => {
  const delivery = await lost("cut", aPost({ text: "Deep" }));
  for (let count = 0; count < 23; count += 1)
    assert.equal((await deliver(stage, aPost({ text: `Later ${count}` })).toEnd()).kind, "published");
  stage.pass(31);
  assert.equal((await delivery.find()).kind, "published");
});

test("what a person published cannot be read: nothing is sent again, and the person decides at once", async () => {
  const delivery = await lost("cut", aPost({ text: "Mine" }), stage.member);
  const end = await delivery.find();
  assert.match(reasonIn(end), /^LinkedIn did not answer, and lets nobody read what a person published\. Look on LinkedIn/);
  assert.deepEqual([end.kind, writes(stage).length], ["undecidable", 1]);
  const post = (await stage.seen()).at(-1);
  const comment = await lost("cut", aComment({ remoteId: post?.id ?? "" }), stage.member);
  assert.equal((await comment.find()).kind, "undecidable");
});

test("a Page whose log-in may not read posts is settled by a person", async () => {
  const credentials = stage.page.grant?.credentials ?? null;
  const grant = { application: "linkedin-pages", clientId: "", remoteId: "1", scopes: ["w_organization_social"], credentials };
  const delivery = await lost("cut", aPost(), { ...stage.page, grant });
  const end = await delivery.find();
  assert.match(reasonIn(end), /the permission to read was not given at the log-in/);
  assert.equal(end.kind, "undecidable");
});
