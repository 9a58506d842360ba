import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { aPost } from "../../connectors/testing/posts.ts";
import { deliver } from "./testing/delivery.ts";
import { aPicture } from "./testing/posts.ts";
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

interface Refusal {
  readonly code: number;
  readonly subcode?: number;
  readonly message?: string;
  readonly status?: number;
}

function answering({ code, subcode, message = "No.", status = 400 }: Refusal) {
  const error = { message, type: "OAuthException", code, fbtrace_id: "A", ...(subcode === undefined ? {} : { error_subcode: subcode }) };
  return { act: { status, body: { error } } };
}

const created = () => deliver(stage, aPost({ text: "One" })).publish();

/** A container that is ready, and the call that publishes it. */
async function publishing() {
  const delivery = deliver(stage, aPost({ text: "One" }));
  await delivery.publish();
  stage.pass(31);
  return delivery;
}

const summaryOf = (outcome: object) => {
  const { kind, scope, retryAfterSeconds, reason } = Object(outcome);
  return [kind, scope ?? null, retryAfterSeconds ?? null, reason];
};

const DEAD: Refusal = { code: 190, message: "Error validating access token: expired", status: 401 };

for (const [what, refusal, expected] of [
  ["a dead token", DEAD, ["unauthorized", "grant", null, "Threads: Error validating access token: expired (code 190)"]],
  ["a missing permission", { code: 10 }, ["unauthorized", "grant", null, "Threads: No. (code 10)"]],
  ["another missing permission", { code: 200, status: 403 }, ["unauthorized", "grant", null, "Threads: No. (code 200)"]],
  [
    "too many links",
    { code: 100, message: "THREADS_API__LINK_LIMIT_EXCEEDED" },
    ["rejected", null, null, "The post has more than 5 links; Threads takes at most 5."],
  ],
  [
    "a feature that is not for this profile",
    { code: 100, message: "THREADS_API__FEATURE_NOT_AVAILABLE" },
    ["rejected", null, null, "Threads does not offer this profile a feature that the post uses."],
  ],
  [
    "a text that Threads counts differently",
    { code: 100, message: "Param text must be at most 500 characters long" },
    [
      "rejected",
      null,
      null,
      "Threads refused the text as too long: it has 3 bytes. Threads allows 500 characters, and emoji and accents count more.",
    ],
  ],
  ["a throttled application", { code: 4 }, ["held", "application", 3600, "Threads: No. (code 4)"]],
  ["a throttled profile", { code: 17 }, ["held", "channel", 3600, "Threads: No. (code 17)"]],
  ["a throttled call", { code: 613 }, ["held", "channel", 3600, "Threads: No. (code 613)"]],
  ["an outage", { code: 2, status: 500 }, ["busy", null, 60, "Threads: No. (code 2)"]],
  ["a broken server", { code: 999, status: 503 }, ["busy", null, 60, "Threads: No. (code 999)"]],
  ["an unreachable file", { code: 9004, subcode: 2207052 }, ["busy", null, 300, "Threads: No. (code 9004/2207052)"]],
  [
    "a restricted profile",
    { code: 100, subcode: 4279013 },
    [
      "rejected",
      null,
      null,
      "Threads: No. (code 100/4279013). Threads has restricted this profile: open the Threads app to see what it asks for.",
    ],
  ],
  ["a suspected activity", { code: 25, subcode: 2207051 }, ["held", "channel", 3600, "Threads: No. (code 25/2207051)"]],
  ["any other refusal", { code: 100 }, ["rejected", null, null, "Threads: No. (code 100)"]],
] as const) {
  test(`${what}, when the container is made: ${expected[0]}`, async () => {
    stage.fault({ ...CREATE, ...answering(refusal) });
    assert.deepEqual(summaryOf(await created()), expected);
  });
}

test("a proxy's answer and a lost one, when the container is made, are tried again", async () => {
  stage.fault({ ...CREATE, act: { status: 502, body: "<html>" } }, { ...CREATE, act: "cut" }, { ...CREATE, act: "drop" });
  for (const _ of [1, 2, 3]) assert.equal((await created()).kind, "busy");
});

for (const [what, refusal, expected] of [
  ["a dead token", DEAD, ["unauthorized", "grant", null]],
  ["a missing permission", { code: 10 }, ["unauthorized", "grant", null]],
  ["a throttled profile", { code: 613 }, ["held", "channel", 3600]],
  ["a restricted profile", { code: 100, subcode: 4279013 }, ["rejected", null, null]],
  ["any other refusal", { code: 100 }, ["rejected", null, null]],
  ["an outage", { code: 1, status: 500 }, ["unknown", null, null]],
  ["a passing outage", { code: 2, status: 400 }, ["unknown", null, null]],
] as const) {
  test(`${what}, when the container is published: ${expected[0]}`, async () => {
    const delivery = await publishing();
    stage.fault({ ...PUBLISH, ...answering(refusal) });
    assert.deepEqual(summaryOf(await delivery.publish()).slice(0, 3), expected);
    assert.deepEqual(await stage.seen(), []);
  });
}

test("a refusal under which the post is live all the same is looked up", async () => {
  for (const refusal of [{ code: 25, subcode: 2207051 }, { code: 100 }]) {
    const delivery = await publishing();
    stage.fault({ ...PUBLISH, act: { ...answering(refusal).act, when: "after" } });
    assert.equal((await delivery.publish()).kind, "unknown");
    const [seen] = await stage.seen();
    const outcome = await delivery.find();
    assert.ok(outcome.kind === "published");
    stage.owned.add(outcome.remoteId);
    assert.ok(refusal.code === 100 || outcome.remoteId === seen?.id);
  }
});

test("a suspected activity whose container cannot be read may be live", async () => {
  const delivery = await publishing();
  const finished = { status: 200, body: { id: "1", status: "FINISHED" } };
  stage.fault({ ...STATUS, act: finished }, { ...STATUS, ...answering({ code: 2, status: 500 }) });
  stage.fault({ ...PUBLISH, ...answering({ code: 25, subcode: 2207051 }) });
  assert.equal((await delivery.publish()).kind, "unknown");
  assert.equal((await delivery.publish()).kind, "unknown");
  assert.equal(writes(stage).length, 2);
});

test("a suspected activity holds the same container for 1, 4 and 12 hours, then fails", async () => {
  const delivery = await publishing();
  stage.fault(...[1, 2, 3, 4].map(() => ({ ...PUBLISH, ...answering({ code: 25, subcode: 2207051 }) })));
  const outcome = await delivery.toEnd();
  const waits = delivery.outcomes.flatMap((step) => (step.kind === "held" ? [Math.round(step.retryAfterSeconds / 3600)] : []));
  assert.deepEqual([waits, outcome.kind], [[1, 4, 12], "rejected"]);
  assert.deepEqual(writes(stage), ["TEXT text=One", "publish", "publish", "publish", "publish"]);
});

test("a file that cannot be fetched is tried twice more, then fails", async () => {
  stage.fault(...[1, 2, 3].map(() => ({ ...CREATE, ...answering({ code: 9004, subcode: 2207052 }) })));
  const delivery = deliver(stage, aPost({ text: "One", media: [aPicture(stage.file)] }));
  assert.equal((await delivery.toEnd()).kind, "rejected");
  assert.deepEqual(delivery.path, ["busy", "busy", "rejected"]);
});

test("a carousel whose children are gone gets new ones", async () => {
  const delivery = deliver(stage, aPost({ text: "Two", media: [aPicture(stage.file), aPicture(stage.file)] }));
  const path = { method: "POST", path: /\/me\/threads$/, body: /CAROUSEL/ } as const;
  stage.fault({ ...path, ...answering({ code: 100, subcode: 4279004 }) });
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(
    writes(stage).map((line) => line.split(" ")[0]),
    ["IMAGE", "IMAGE", "CAROUSEL", "IMAGE", "IMAGE", "CAROUSEL", "publish"],
  );
  assert.equal((await stage.seen()).length, 1);
});

for (const [message, kinds] of [
  ["FAILED_DOWNLOADING_VIDEO", ["pending", "busy", "pending", "busy", "pending", "busy", "pending", "published"]],
  ["UNKNOWN", ["pending", "busy", "pending", "busy", "pending", "busy", "pending", "published"]],
  ["INVALID_DURATION", ["pending", "rejected"]],
  ["FAILED_PROCESSING_VIDEO", ["pending", "rejected"]],
] as const) {
  test(`a container that ends with ${message}: ${kinds.join(", ")}`, async () => {
    const act = { status: 200, body: { id: "1", status: "ERROR", error_message: message } };
    stage.fault(...[1, 2, 3].map(() => ({ ...STATUS, act })));
    const delivery = deliver(stage, aPost({ text: "One" }));
    await delivery.toEnd();
    assert.deepEqual(delivery.path, kinds);
    const refusal = delivery.outcomes[1];
    assert.ok(refusal?.kind === "busy" || refusal?.kind === "rejected");
    assert.equal(refusal.reason, `Threads could not process the post: ${message}`);
  });
}

test("a container that has ended unpublished is made again", async () => {
  stage.fault({ ...STATUS, act: { status: 200, body: { id: "1", status: "EXPIRED" } } });
  assert.equal((await deliver(stage, aPost({ text: "One" })).toEnd()).kind, "published");
  assert.deepEqual(writes(stage), ["TEXT text=One", "TEXT text=One", "publish"]);
});

test("a status that cannot be read is asked for again and uses no try; one that is refused for access leaves it to the engine whether the log-in works", async () => {
  for (const refusal of [
    { code: 100, subcode: 33 },
    { code: 1, status: 500 },
  ]) {
    const delivery = await publishing();
    stage.fault({ ...STATUS, ...answering(refusal) });
    assert.equal((await delivery.publish()).kind, "notAsked");
    assert.equal((await delivery.publish()).kind, "published");
  }
  const delivery = await publishing();
  stage.fault({ ...STATUS, ...answering({ code: 10 }) });
  const refused = await delivery.publish();
  assert.ok(refused.kind === "unauthorized" && refused.askAgainSeconds === 60, JSON.stringify(refused));
  assert.equal((await delivery.publish()).kind, "published");
});

test("a used-up quota holds the channel, and is asked for hourly before anything else", async () => {
  const delivery = await publishing();
  const limit = (used: number) => ({
    method: "GET",
    path: /threads_publishing_limit/,
    act: { status: 200, body: { data: [{ quota_usage: used, config: { quota_total: 250, quota_duration: 86_400 } }] } },
  });
  stage.fault({ ...PUBLISH, ...answering({ code: 9 }) }, limit(250), limit(250));
  const hold = ["held", "channel", 3600, "The profile has published 250 of the 250 posts that Threads allows within 24 hours."];
  assert.deepEqual(summaryOf(await delivery.publish()), hold);
  stage.pass(3601);
  assert.deepEqual(summaryOf(await delivery.publish()), hold);
  assert.equal(writes(stage).length, 2);
  stage.pass(3601);
  assert.equal((await delivery.publish()).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});
