import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { Call } from "../connector.ts";
import { memoryCheckpoint } from "../testing/call.ts";
import { TO_BE_FOUND } from "../to-be-found.ts";
import { wait } from "../wait.ts";
import { alongside } from "./alongside.ts";
import { reveal } from "./reveal.ts";
import type { Halt, Looked, Part, Verdict } from "./visible.ts";

const SILENCE: Verdict = { kind: "doubtful", reason: "No answer." };
const NOT_LISTED: Looked = { kind: "read", alike: [] };
const LISTED: Looked = { kind: "read", alike: [{ id: "1", at: null }] };

/** A part whose calls are answered so, and of which the looks say this. */
function scene(verdicts: Verdict[], looks: Looked[] = [], notReady: Halt[] = []) {
  let now: Instant = toInstant("2026-11-21T09:00:00Z");
  const call = { checkpoint: memoryCheckpoint(), now: () => now, ownedByOthers: async () => new Set<string>() } as Partial<Call> as Call;
  let sends = 0;
  const waits: number[] = [];
  const part: Part = {
    names: { calls: "calls", made: "made" },
    facts: { network: "Example", looksSeconds: () => [60] },
    ready: async () =>
      notReady.shift() ??
      (async () => {
        sends += 1;
        return verdicts.shift() ?? SILENCE;
      }),
    look: async () => looks.shift() ?? NOT_LISTED,
  };
  return {
    sends: () => sends,
    waits,
    reveal: () => reveal(part, { call, before: null }),
    /** Waits as long as it is asked to. */
    async toEnd() {
      for (;;) {
        const result = await alongside(part, { call, others: [] });
        if (!("kind" in result)) return result.id;
        if (result.kind === "left") return result;
        waits.push(result.seconds);
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

test("what goes along is waited for as long as the network asks, and as its looks need at least", async () => {
  const away: Looked = { kind: "unread", reason: "The list is away.", retryAfterSeconds: 500 };
  const { toEnd, waits } = scene([{ ...SILENCE, retryAfterSeconds: 200 }, SILENCE], [away, NOT_LISTED, LISTED], [wait(7)]);
  assert.deepEqual([await toEnd(), waits], ["1", [7, 200, 500, 60]]);
});

test("what goes along and is out is known at once", async () => {
  const { toEnd, waits } = scene([{ kind: "made", made: { id: "2", url: null, at: null } }]);
  assert.deepEqual([await toEnd(), waits], ["2", []]);
});

test("no call is made while the outcome of the one before is open, whoever asks for it", async () => {
  const place = scene([]);
  await place.reveal();
  assert.deepEqual([await place.reveal(), place.sends()], [TO_BE_FOUND, 1]);
});
