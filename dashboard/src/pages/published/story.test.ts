import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExplainedAttempt, ExplainedDelivery, Explanation } from "@rostrum/contract/private/foresight.ts";
import { departureOf, nextOf, stepsOf } from "./story.ts";

const print = (instant: string) => instant.slice(0, 16);
const delivery: ExplainedDelivery = {
  deliveryId: 1,
  kind: "POST",
  channelId: 1,
  channel: "Blog",
  channelType: "Mastodon",
  dueLocal: "2026-11-23 09:00",
  dueUtc: "2026-11-23 08:00",
  slot: "Mon 09:00",
  status: "PUBLISHED",
  reason: "published",
  meaning: null,
  message: null,
  url: null,
  nextTryAt: null,
  attempts: [],
  settlements: [],
};
const attempt: ExplainedAttempt = {
  number: 1,
  step: "publish",
  times: 1,
  startedAt: "2026-11-23T08:00:00.000000Z",
  endedAt: null,
  callsLeftOut: 0,
  calls: [],
  outcome: null,
  detail: null,
};
const explanation = { postingType: "QUEUE", collection: "Bread" } as Explanation;

test("a post leaves at its time, as planned, or at once", () => {
  assert.equal(departureOf(explanation, delivery), "The post went out at its time Mon 09:00 of Bread.");
  const plain = { ...delivery, slot: null };
  assert.equal(departureOf({ ...explanation, postingType: "SCHEDULE" }, plain), "The post went out as planned.");
  assert.equal(departureOf({ ...explanation, postingType: "NOW" }, plain), "The post went out as soon as it was written.");
  assert.equal(departureOf(explanation, plain), "The post went out.");
});

test("attempts and decisions are told in the order in which they happened, with the network's own words apart", () => {
  const story = stepsOf(
    {
      ...delivery,
      attempts: [
        { ...attempt, outcome: "unknown", detail: "The connection was cut." },
        { ...attempt, number: 2, step: "find", times: 3, startedAt: "2026-11-23T08:01:00.000000Z", outcome: "undecidable", detail: null },
        { ...attempt, number: 3, startedAt: "2026-11-23T10:00:00.000000Z", outcome: "published", detail: "https://network.example/1" },
      ],
      settlements: [{ at: "2026-11-23T09:00:00.000000Z", by: "Grace", decision: "again", url: null }],
    },
    "Mastodon",
  );
  assert.deepEqual(
    story.map(({ text, detail, mood }) => [text, detail, mood]),
    [
      ["Sent, but the answer was lost.", "The connection was cut.", "leaving"],
      ["Looked on Mastodon: there is no way to tell. (3 times)", null, "failed"],
      ["Grace decided to send it again.", null, "leaving"],
      ["Sent, and Mastodon has it.", null, "sent"],
    ],
  );
});

test("an attempt without an outcome is under way, or was cut off", () => {
  const open = { ...delivery, attempts: [{ ...attempt, outcome: null, detail: null }] };
  assert.equal(stepsOf({ ...open, status: "publishing" }, "Mastodon")[0]?.text, "Being sent right now.");
  assert.equal(stepsOf({ ...open, status: "unknown" }, "Mastodon")[0]?.text, "Cut off before the answer was stored.");
});

test("what happens next is told with its time, and where nothing does, so is that", () => {
  const nextTryAt = "2026-11-23T09:00:00.000000Z";
  const ended = { state: "PUBLISHED", nextTryAt: null, needsSettling: false, isLeft: false } as const;
  const next = (change: object, rejoinsAt: string | null = null) =>
    nextOf({ ...ended, ...change }, { network: "Mastodon", rejoinsAt, print });
  assert.equal(next({ state: "RETRYING", nextTryAt }), "It is tried again automatically, 2026-11-23T09:00.");
  assert.equal(next({ state: "unknown", nextTryAt }), "We look for it on Mastodon, 2026-11-23T09:00, before anything is sent again.");
  assert.equal(next({ state: "FAILED", needsSettling: true }), "Nothing, until you say what you found.");
  assert.equal(next({ state: "FAILED" }), "Nothing, until you choose.");
  assert.equal(next({ state: "FAILED", isLeft: true }), "Nothing. You left it as it is.");
  assert.equal(next({}), "Nothing more. It is done.");
  assert.equal(next({}, nextTryAt), "The post joins its queue again 2026-11-23T09:00.");
});
