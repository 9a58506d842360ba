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

test("a post leaves at its slot, at its time, or at once", () => {
  assert.equal(departureOf(explanation, delivery, print), "The post went out on 2026-11-23T08:00, at the slot Mon 09:00 of Bread.");
  const plain = { ...delivery, slot: null };
  assert.equal(
    departureOf({ ...explanation, postingType: "SCHEDULE" }, plain, print),
    "The post went out on 2026-11-23T08:00, as scheduled.",
  );
  assert.equal(
    departureOf({ ...explanation, postingType: "NOW" }, plain, print),
    "The post went out on 2026-11-23T08:00, as soon as it was written.",
  );
  assert.equal(departureOf(explanation, plain, print), "The post went out on 2026-11-23T08:00.");
});

test("attempts and decisions are told in the order in which they happened, in the network's words where there are any", () => {
  const story = stepsOf({
    ...delivery,
    attempts: [
      { ...attempt, outcome: "unknown", detail: "The connection was cut." },
      { ...attempt, number: 2, step: "find", times: 3, startedAt: "2026-11-23T08:01:00.000000Z", outcome: "undecidable", detail: null },
      { ...attempt, number: 3, startedAt: "2026-11-23T10:00:00.000000Z", outcome: "published", detail: "https://network.example/1" },
    ],
    settlements: [{ at: "2026-11-23T09:00:00.000000Z", by: "Grace", decision: "again", url: null }],
  });
  assert.deepEqual(
    story.map(({ text, detail, mood }) => [text, detail, mood]),
    [
      ["Sent, but the answer was lost.", "The connection was cut.", "open"],
      ["Looked on the network: there is no way to tell. (3 times)", null, "bad"],
      ["Grace decided to send it again.", null, "open"],
      ["Sent, and the network has it.", null, "good"],
    ],
  );
});

test("an attempt without an outcome is under way, or was cut off", () => {
  const open = { ...delivery, attempts: [{ ...attempt, outcome: null, detail: null }] };
  assert.equal(stepsOf({ ...open, status: "publishing" })[0]?.text, "Being sent right now.");
  assert.equal(stepsOf({ ...open, status: "unknown" })[0]?.text, "Cut off before the answer was stored.");
});

test("what happens next is told with its time, and where nothing does, so is that", () => {
  const nextTryAt = "2026-11-23T09:00:00.000000Z";
  assert.equal(
    nextOf({ ...delivery, status: "RETRYING", nextTryAt }, null, print),
    "It will be tried again automatically on 2026-11-23T09:00.",
  );
  assert.equal(
    nextOf({ ...delivery, status: "unknown", nextTryAt }, null, print),
    "The network will be searched for it on 2026-11-23T09:00, before anything is sent again.",
  );
  assert.equal(
    nextOf({ ...delivery, status: "FAILED", reason: "undecided" }, null, print),
    "Nothing, until somebody says what they found.",
  );
  assert.equal(nextOf(delivery, null, print), "Nothing more, unless somebody acts.");
  assert.equal(nextOf(delivery, nextTryAt, print), "The post rejoins its queue on 2026-11-23T09:00.");
});
