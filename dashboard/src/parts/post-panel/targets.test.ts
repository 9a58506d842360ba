import assert from "node:assert/strict";
import { test } from "node:test";
import type { PanelStory } from "./queries.ts";
import { stateOf, targetsOf } from "./targets.ts";

function aStory(facts: { channels?: readonly object[]; deliveries?: readonly object[] }): PanelStory {
  return { channels: [], deliveries: [], summary: "", ...facts } as unknown as PanelStory;
}
const channel = (outcome: string, reason: string | null = null) => ({
  channelId: 1,
  channel: "Krume",
  channelType: "Mastodon",
  outcome,
  reason,
  obstacle: reason,
  message: null,
});
const delivery = (status: string) => ({
  kind: "POST",
  channelId: 1,
  channel: "Krume",
  channelType: "Mastodon",
  status,
  reason: null,
  message: null,
  url: null,
});

test("a post to come is told by what is certain on each channel", () => {
  const story = aStory({ channels: [channel("PUBLISHED"), channel("FAILED", "text_too_long")] });
  assert.deepEqual(
    targetsOf(story).map(({ state, sentence }) => [state, sentence === null]),
    [
      ["planned", true],
      ["failed", false],
    ],
  );
  assert.equal(stateOf({ status: "PENDING", postingType: "QUEUE" }, story), "planned");
  assert.equal(stateOf({ status: "DRAFT", postingType: "DRAFT" }, story), "draft");
});

test("a post that has left is told by its deliveries", () => {
  const states = (...statuses: string[]) =>
    stateOf({ status: "PUBLISHED", postingType: "QUEUE" }, aStory({ deliveries: statuses.map(delivery) }));
  assert.equal(states("PUBLISHED"), "sent");
  assert.equal(states("PUBLISHED", "FAILED"), "failed");
  assert.equal(states("PUBLISHED", "waiting"), "leaving");
});
