import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { deliver } from "./testing/delivery.ts";
import { aPicture, aVideo } from "./testing/posts.ts";
import { writes } from "./testing/requests.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const PUBLISH = { method: "POST", path: /\/me\/threads_publish$/ } as const;

interface Habit {
  readonly what: string;
  readonly settings: Readonly<Record<string, Json>>;
  readonly post: () => Partial<OutgoingPost>;
  /** Whether the answers of publishing calls are lost. */
  readonly loses?: true;
}

const thread = () => ({ type: "THREAD" as const, segments: ["One", "Two", "Three"] });
const carousel = () => ({ text: "One", media: [aPicture(stage.file), aVideo(stage.film)] });

/** What the real network does now and then. */
const HABITS: readonly Habit[] = [
  { what: "refuses containers in their first half minute", settings: { publishable_after_seconds: 30 }, post: () => ({ text: "One" }) },
  { what: "refuses containers in their first minute", settings: { publishable_after_seconds: 60 }, post: thread },
  { what: "does not find containers at first", settings: { found_after_seconds: 40 }, post: () => ({ text: "One" }) },
  { what: "takes minutes to process", settings: { video_seconds: 240, image_seconds: 20, text_seconds: 50 }, post: carousel },
  { what: "takes two minutes to know a parent", settings: { parent_ready_seconds: 100 }, post: thread },
  { what: "shows PUBLISHED late", settings: { published_shows_after_seconds: 80 }, post: () => ({ text: "One" }), loses: true },
  { what: "shows PUBLISHED late in a thread", settings: { published_shows_after_seconds: 80 }, post: thread, loses: true },
  { what: "has no permalinks", settings: { has_permalinks: false }, post: () => ({ text: "One" }), loses: true },
];

for (const { what, settings, post, loses } of HABITS) {
  test(`a network that ${what} has the post once`, async () => {
    await stage.settings(settings);
    const order = aPost(post());
    if (loses) stage.fault(...order.segments.map(() => ({ ...PUBLISH, act: "cut" as const })));
    const delivery = deliver(stage, order);
    const outcome = await delivery.toEnd();
    assert.equal(outcome.kind, "published", `${delivery.path.join(" ")} ${JSON.stringify(outcome)}`);
    assert.deepEqual(
      (await stage.seen()).map(({ text }) => text),
      order.segments,
    );
  });
}

test("a network that loses every container gets another with each try, and has the post once when it keeps one", async () => {
  await stage.settings({ loses_containers: true });
  const delivery = deliver(stage, aPost({ text: "One" }));
  await assert.rejects(delivery.toEnd(), /the delivery does not end/);
  assert.deepEqual(await stage.seen(), []);
  await stage.settings({ loses_containers: false });
  assert.equal((await delivery.toEnd("find")).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});

test("a text of as many bytes as Threads takes is published, and a longer one never asked", async () => {
  const refused = await deliver(stage, aPost({ text: "ü".repeat(251) })).toEnd();
  assert.ok(refused.kind === "rejected");
  assert.match(refused.reason, /has 502 bytes/);
  assert.deepEqual(writes(stage), []);
  assert.equal((await deliver(stage, aPost({ text: "ü".repeat(250) })).toEnd()).kind, "published");
});

test("half a thread is never left because of addresses without a scheme", async () => {
  const six = [1, 2, 3, 4, 5, 6].map((n) => `www.a${n}.example`).join(" ");
  const refused = await deliver(stage, aPost({ segments: ["One", six] })).toEnd();
  assert.deepEqual(refused, { kind: "rejected", reason: "Part 2 of the thread has 6 links; Threads takes at most 5." });
  assert.deepEqual(await stage.seen(), []);
});

for (const code of [9, 4]) {
  test(`a used-up quota that is answered with code ${code} holds the channel until it is free again, and replies have their own`, async () => {
    await stage.settings({ posts_per_day: 1, replies_per_day: 1, quota_code: code });
    const first = await deliver(stage, aPost({ text: "First" })).toEnd();
    assert.ok(first.kind === "published");
    const comment = deliver(stage, { key: "c", dueAt: aPost().dueAt, text: "Reply", remoteId: first.remoteId });
    assert.equal((await comment.toEnd()).kind, "published");
    const second = deliver(stage, aPost({ text: "Second" }));
    assert.equal((await second.toEnd()).kind, "published");
    const held = second.outcomes.filter((outcome) => outcome.kind === "held");
    assert.ok(held.length >= 20 && held.every(({ scope }) => scope === "channel"));
    assert.equal(held[0]?.reason, "The profile has published 1 of the 1 posts that Threads allows within 24 hours.");
    const calls = writes(stage).slice(-2 - held.length);
    assert.ok(calls.filter((line) => line === "publish").length <= 4, "the quota is asked for instead of publishing");
    assert.deepEqual(
      (await stage.seen()).map(({ text }) => text),
      ["First", "Reply", "Second"],
    );
  });
}

test("a container that ends while the channel is held is made again without a strike", async () => {
  const delivery = deliver(stage, aPost({ text: "Late" }));
  for (let day = 0; day < 4; day += 1) {
    await delivery.publish();
    stage.pass(25 * 3600);
  }
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(
    (await stage.seen()).map(({ text }) => text),
    ["Late"],
  );
});
