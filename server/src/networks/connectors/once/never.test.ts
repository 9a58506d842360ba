import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { Call } from "../connector.ts";
import { memoryCheckpoint } from "../testing/call.ts";
import { recordOf } from "./calls.ts";
import { reveal } from "./reveal.ts";
import { settle } from "./settle.ts";
import type { Looked, Part } from "./visible.ts";

const BEGUN = toInstant("2026-11-21T08:00:00Z");

/** A part whose calls get no answer, and of which each look says the next of these. */
function scene(...answers: Looked[]) {
  let now: Instant = toInstant("2026-11-21T09:00:00Z");
  const call = { checkpoint: memoryCheckpoint(), now: () => now, ownedByOthers: async () => new Set<string>() } as Partial<Call> as Call;
  const part: Part = {
    names: { calls: "calls", made: "made" },
    facts: { network: "Example", looksSeconds: () => [0] },
    since: () => BEGUN,
    ready: async () => async () => ({ kind: "doubtful", reason: "No answer." }),
    look: async () => answers.shift() ?? { kind: "read", alike: [] },
  };
  return {
    calls: () => recordOf(call.checkpoint, part.names).calls(),
    async sentAndFound() {
      await reveal(part, { call, before: null });
      now = addSeconds(now, 31);
      return (await settle(part, { call, before: null, others: [] })).kind;
    },
  };
}

test("a call that certainly made nothing is made anew at once, however often, and leaves no doubt", async () => {
  const { sentAndFound, calls } = scene(...Array.from({ length: 4 }, (): Looked => ({ kind: "never" })));
  for (const _ of [1, 2, 3, 4]) assert.deepEqual([await sentAndFound(), calls()], ["absent", null]);
});

test("that a call made nothing says nothing about the silence before it", async () => {
  const { sentAndFound, calls } = scene({ kind: "read", alike: [] }, { kind: "never" });
  assert.deepEqual([await sentAndFound(), await sentAndFound()], ["absent", "absent"]);
  assert.deepEqual([calls()?.open, calls()?.silences], ["nothing", 1]);
  assert.equal(await sentAndFound(), "undecidable");
});

test("what a call completes is looked for from when that was begun", async () => {
  const { sentAndFound, calls } = scene();
  await sentAndFound();
  assert.equal(calls()?.firstAt, BEGUN);
});
