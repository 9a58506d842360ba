import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds, secondsBetween } from "@rostrum/contract/formats.ts";
import type { OutgoingPost } from "../../connectors/connector.ts";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { deliver } from "./testing/delivery.ts";
import { writes } from "./testing/requests.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const CREATE = { method: "POST", path: /\/me\/threads$/ } as const;
const PUBLISH = { method: "POST", path: /\/me\/threads_publish$/ } as const;
const STATUS = { method: "GET", path: /fields=id%2Cstatus/ } as const;
const REPLIES = { method: "GET", path: /\/me\/replies\?/ } as const;
const LIST = { method: "GET", path: /\/me\/threads\?/ } as const;
const gone = { code: 24, error_subcode: 4279009, message: "The requested resource does not exist", type: "OAuthException" };
const GONE: FaultAct = { status: 400, body: { error: gone } };
const reading = (status: string): FaultAct => ({ status: 200, body: { id: "1", status } });
const DOWN: FaultAct = { status: 503, body: { error: { code: 2, message: "Down", type: "OAuthException" } } };
const times = <T>(count: number, fault: T): T[] => Array.from({ length: count }, () => fault);

const texts = async () => (await stage.seen()).map(({ text }) => text);

/** A delivery whose container is ready. */
async function begun(fields: Partial<OutgoingPost> = { text: "Once" }) {
  const delivery = deliver(stage, aPost(fields));
  await delivery.publish();
  stage.pass(31);
  return delivery;
}

/** One whose publishing call has just got no answer. */
async function lost(act: FaultAct, fields?: Partial<OutgoingPost>) {
  const delivery = await begun(fields);
  stage.fault({ ...PUBLISH, act });
  assert.equal((await delivery.publish()).kind, "unknown");
  return delivery;
}

// Shows Threads: look-up after a lost answer
test("an answer without an id is settled by the container and the list, and the call is not repeated", async () => {
  const delivery = await lost({ status: 200, body: {}, when: "after" });
  const found = await delivery.find();
  const [seen] = await stage.seen();
  assert.ok(found.kind === "published");
  assert.deepEqual([found.remoteId, writes(stage)], [seen?.id, ["TEXT text=Once", "publish"]]);
});

test("a call that did not arrive is repeated only after the container read FINISHED twice, a minute apart and two after the call", async () => {
  const delivery = await lost("drop");
  const outcomes = [];
  for (const seconds of [31, 60, 30]) {
    stage.pass(seconds);
    outcomes.push((await delivery.find()).kind);
  }
  assert.deepEqual(outcomes, ["undecided", "undecided", "absent"]);
  assert.equal(writes(stage).length, 2);
  assert.equal((await delivery.publish()).kind, "published");
  assert.deepEqual(await texts(), ["Once"]);
  assert.deepEqual(writes(stage), ["TEXT text=Once", "publish", "publish"]);
});

test("a container that turns PUBLISHED late is not published again", async () => {
  const delivery = await lost("cut");
  stage.fault(...times(1, { ...STATUS, act: reading("FINISHED") }), { ...STATUS, act: reading("IN_PROGRESS") });
  stage.pass(31);
  assert.equal((await delivery.find()).kind, "undecided");
  stage.pass(90);
  assert.equal((await delivery.find()).kind, "undecided");
  assert.equal((await delivery.find()).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});

test("a container and a list that cannot be read decide nothing; where the container alone says nothing, one clear find does", async () => {
  const delivery = await lost("cut");
  stage.fault({ ...STATUS, act: DOWN }, { ...LIST, act: DOWN }, { ...STATUS, act: DOWN });
  assert.equal((await delivery.find()).kind, "notAsked");
  assert.equal((await delivery.find()).kind, "published");
});

test("a post that is published for certain and that no list shows for an hour is published without a name", async () => {
  const delivery = await lost("cut");
  stage.fault(...times(2, { ...LIST, act: { status: 200, body: { data: [] } } }));
  assert.equal((await delivery.find()).kind, "undecided");
  stage.pass(3601);
  const outcome = await delivery.find();
  assert.ok(outcome.kind === "published" && outcome.url === null, JSON.stringify(outcome));
  assert.match(outcome.note ?? "", /does not show it/);
  assert.equal((await stage.seen()).length, 1);
});

test("a container that is gone after a lost call makes way for one other, after fifteen minutes without the post", async () => {
  const delivery = await lost("drop");
  stage.fault(...times(3, { ...STATUS, act: GONE }));
  const outcomes = [];
  for (const seconds of [31, 600, 301]) {
    stage.pass(seconds);
    outcomes.push((await delivery.find()).kind);
  }
  assert.deepEqual(outcomes, ["undecided", "undecided", "absent"]);
  await delivery.publish();
  stage.pass(31);
  assert.equal((await delivery.publish()).kind, "published");
  assert.deepEqual(writes(stage), ["TEXT text=Once", "publish", "TEXT text=Once", "publish"]);
});

test("cursors are followed through empty pages to the post", async () => {
  const delivery = await lost("cut");
  const [seen] = await stage.seen();
  const page = (data: unknown[], after: string | null) => ({
    status: 200,
    body: { data, paging: after === null ? {} : { cursors: { before: "b", after }, next: "https://next.example" } },
  });
  const item = { id: seen?.id, text: "Once", timestamp: addSeconds(stage.now(), 0), media_type: "TEXT_POST" };
  stage.fault(
    { ...LIST, act: page([], "one") },
    { ...LIST, path: /after=one/, act: page([], "two") },
    { ...LIST, path: /after=two/, act: page([item], null) },
  );
  const found = await delivery.find();
  assert.deepEqual([found.kind, Object(found).remoteId], ["published", seen?.id]);
});

test("a container that is not there yet is tried again after 5, 30 and 120 seconds, and found in the list or made anew", async () => {
  const delivery = await begun();
  stage.fault(...times(4, { ...PUBLISH, act: GONE }));
  const outcome = await delivery.toEnd();
  assert.equal(outcome.kind, "published");
  const waits = delivery.outcomes.flatMap((step) => (step.kind === "pending" ? [step.checkAfterSeconds] : []));
  assert.deepEqual(waits, [30, 5, 30, 120, 30]);
  assert.deepEqual(writes(stage), ["TEXT text=Once", ...times(4, "publish"), "TEXT text=Once", "publish"]);
  assert.deepEqual(await texts(), ["Once"]);
});

test("while reads are refused, a container is published once it was to be asked about for five minutes, and refused until it is ready", async () => {
  await stage.settings({ video_seconds: 400 });
  await stage.networkFault("lists-refused", { count: 1000 });
  const delivery = deliver(stage, aPost({ text: "Unread", media: [stage.files.video()] }));
  const begun = stage.now();
  while (writes(stage).length < 2) stage.pass(Object(await delivery.publish()).retryAfterSeconds ?? 30);
  assert.ok(secondsBetween(begun, stage.now()) >= 300);
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(writes(stage).slice(1), times(4, "publish"));
  assert.deepEqual(await texts(), ["Unread"]);
});

test("a container that is not there is made anew with each try, and one of them is live", async () => {
  stage.fault(...times(20, { ...PUBLISH, act: GONE }));
  const delivery = deliver(stage, aPost({ text: "Never" }));
  assert.equal((await delivery.toEnd()).kind, "published");
  const isContainer = (line: string) => line !== "publish";
  assert.equal(writes(stage).filter(isContainer).length, delivery.path.filter((kind) => kind === "absent").length + 1);
  assert.deepEqual(await texts(), ["Never"]);
});

test("a lost answer in the middle of a thread is settled among the replies before it goes on", async () => {
  const delivery = await begun({ segments: ["One", "Two", "Three"] });
  await delivery.publish();
  stage.pass(31);
  stage.fault({ ...PUBLISH, act: "cut" }, { ...REPLIES, act: DOWN });
  assert.equal((await delivery.publish()).kind, "unknown");
  assert.equal((await delivery.toEnd()).kind, "published");
  const [one, two, three, ...others] = await stage.seen();
  assert.deepEqual([one?.text, two?.text, three?.text, three?.replyTo, others], ["One", "Two", "Three", two?.id, []]);
});

test("a parent that Threads knows under another id is replied to there", async () => {
  const delivery = await begun({ segments: ["One", "Two"] });
  stage.fault(
    { ...PUBLISH, act: { status: 200, body: { id: "170000000000000" }, when: "after" } },
    ...times(3, { ...CREATE, body: /Two/, act: GONE }),
  );
  assert.equal((await delivery.toEnd()).kind, "published");
  const [one, two] = await stage.seen();
  assert.deepEqual([two?.text, two?.replyTo], ["Two", one?.id]);
});

test("a parent that is not there yet is waited for, and ends the thread if it never comes; it is never published again", async () => {
  const delivery = await begun({ segments: ["One", "Two"] });
  stage.fault(...times(9, { ...CREATE, body: /Two/, act: GONE }));
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /accepts no reply to the post before\.$/);
  const waits = delivery.outcomes.flatMap((step) => (step.kind === "pending" ? [step.checkAfterSeconds] : []));
  assert.deepEqual(waits, [30, 30, 120, 600, 3600]);
  const [one] = await stage.seen();
  assert.deepEqual([delivery.firstPart()?.remoteId, await texts()], [one?.id, ["One"]]);
});

test("a container that says that it has ended after a call without an answer is looked up, and no other one is made", async () => {
  const delivery = await lost("cut");
  const lookUp = async () => {
    stage.pass(300);
    stage.fault({ ...STATUS, act: reading("FINISHED") }, { ...LIST, act: { status: 200, body: { data: [] } } });
    return delivery.find();
  };
  let outcome = await lookUp();
  for (let round = 0; round < 10 && outcome.kind !== "absent"; round += 1) outcome = await lookUp();
  assert.equal(outcome.kind, "absent", "a call that may yet be repeated");
  for (const status of ["EXPIRED", "ERROR"]) {
    stage.fault({ ...STATUS, act: reading(status) });
    assert.equal((await delivery.publish()).kind, "unknown", status);
  }
  for (let round = 0; round < 10 && outcome.kind !== "published"; round += 1) {
    stage.pass(300);
    outcome = await delivery.find();
  }
  assert.equal(outcome.kind, "published");
  assert.deepEqual(await texts(), ["Once"]);
});
