import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { aPost } from "../../connectors/testing/posts.ts";
import { threads } from "./index.ts";
import { deliver } from "./testing/delivery.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const { counts } = threads;
assert.ok(counts);
const INSIGHTS = { method: "GET", path: /\/insights\?/ } as const;
const refusing = (status: number, error: object) => ({
  ...INSIGHTS,
  act: { status, body: { error: { message: "No", type: "T", ...error } } },
});

async function aPublished(text: string): Promise<string> {
  const outcome = await deliver(stage, aPost({ text })).toEnd();
  assert.ok(outcome.kind === "published");
  return outcome.remoteId;
}

// Shows Threads: counts
test("counts are likes, replies, and all ways of sharing; deleted posts are left out", async () => {
  const id = await aPublished("Liked");
  for (const kind of ["like", "like", "share"] as const) await stage.react(id, { kind });
  await stage.react(id, { kind: "comment", text: "Nice" });
  const none = await aPublished("Not liked");
  const outcome = await counts([id, none, "4999999999999999"], stage.account, stage.call());
  assert.deepEqual(outcome, {
    kind: "counted",
    counts: { [id]: { likes: 2, comments: 1, shares: 1 }, [none]: { likes: 0, comments: 0, shares: 0 } },
  });
});

test("quotes and shares count as shares, also where a figure is a single total", async () => {
  const id = await aPublished("Quoted");
  const data = [
    { name: "likes", values: [{ value: 3 }] },
    { name: "replies", values: [] },
    { name: "reposts", values: [{ value: 1 }] },
    { name: "quotes", total_value: { value: 2 } },
    { name: "shares", values: [{ value: 4 }] },
  ];
  stage.fault({ ...INSIGHTS, act: { status: 200, body: { data } } });
  const outcome = await counts([id], stage.account, stage.call());
  assert.deepEqual(outcome, { kind: "counted", counts: { [id]: { likes: 3, comments: null, shares: 7 } } });
});

for (const [what, fault, expected] of [
  [
    "a dead token ends the log-in",
    refusing(401, { code: 190 }),
    { kind: "unauthorized", reason: "Threads: No (code 190)", scope: "grant" },
  ],
  [
    "a missing permission leaves the profile as it is",
    refusing(400, { code: 10 }),
    { kind: "unavailable", reason: "Threads: No (code 10)" },
  ],
  ["a throttled call waits", refusing(400, { code: 4 }), { kind: "busy", reason: "Threads: No (code 4)", retryAfterSeconds: 3600 }],
  ["an outage waits", refusing(500, { code: 2 }), { kind: "busy", reason: "Threads: No (code 2)", retryAfterSeconds: 60 }],
  [
    "an unreadable answer is no count",
    { ...INSIGHTS, act: { status: 200, body: { data: "?" } } },
    { kind: "unavailable", reason: "Threads: the counts cannot be read." },
  ],
] as const) {
  test(`${what}, when counts are read`, async () => {
    stage.fault(fault);
    assert.deepEqual(await counts(["4000000000000001"], stage.account, stage.call()), expected);
  });
}

test("counts are not asked for without their permission, nor for posts without a known id", async () => {
  const { grant } = stage.account;
  assert.ok(grant !== null);
  const account = { ...stage.account, grant: { ...grant, scopes: ["threads_basic"] } };
  const before = stage.exchanges.length;
  assert.equal((await counts(["4000000000000001"], account, stage.call())).kind, "unavailable");
  assert.deepEqual(await counts(["container:3000000000000001"], stage.account, stage.call()), { kind: "counted", counts: {} });
  assert.equal(stage.exchanges.length, before);
});
