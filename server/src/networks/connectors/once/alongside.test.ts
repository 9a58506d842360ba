import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { Call } from "../connector.ts";
import { memoryCheckpoint } from "../testing/call.ts";
import { alongside } from "./alongside.ts";
import type { Looked, Part, Verdict } from "./visible.ts";

const SILENCE: Verdict = { kind: "doubtful", reason: "No answer." };
const NOT_LISTED: Looked = { kind: "read", alike: [] };
const LISTED: Looked = { kind: "read", alike: [{ id: "1", at: null }] };

/** A part whose calls are answered so, and of which the looks say this. */
function scene(verdicts: Verdict[], looks: Looked[] = []) {
  let now: Instant = toInstant("2026-11-21T09:00:00Z");
  const call = { checkpoint: memoryCheckpoint(), now: () => now, ownedByOthers: async () => new Set<string>() } as Partial<Call> as Call;
  let sends = 0;
  const part: Part = {
    names: { calls: "calls", made: "made" },
    facts: { network: "Example", looksSeconds: () => [60] },
    ready: async () => async () => {
      sends += 1;
      return verdicts.shift() ?? SILENCE;
    },
    look: async () => looks.shift() ?? NOT_LISTED,
  };
  return {
    sends: () => sends,
    /** Waits as long as it is asked to. */
    async toEnd() {
      for (;;) {
        const result = await alongside(part, { call, others: [] });
        if (!("kind" in result)) return result.id;
        if (result.kind === "left") return result;
        now = addSeconds(now, result.seconds);
      }
    },
  };
}

test("what goes along and got no answer is found, and not made twice", async () => {
  const { toEnd, sends } = scene([SILENCE], [LISTED]);
  assert.deepEqual([await toEnd(), await toEnd(), sends()], ["1", "1", 1]);
});

test("what goes along and did not arrive is made once more, and then left", async () => {
  const { toEnd, sends } = scene([]);
  assert.deepEqual([await toEnd(), sends()], [{ kind: "left", reason: null }, 2]);
});

test("what goes along and is refused is left with the network's words", async () => {
  const { toEnd, sends } = scene([{ kind: "refused", halt: { kind: "rejected", reason: "Too large." } }]);
  assert.deepEqual([await toEnd(), sends()], [{ kind: "left", reason: "Too large." }, 1]);
});
