import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { Call } from "../connector.ts";
import { memoryCheckpoint } from "../testing/call.ts";
import { callAfter, recordOf } from "./calls.ts";
import { reveal } from "./reveal.ts";
import { settle } from "./settle.ts";
import type { Looked, Part } from "./visible.ts";

const HIDDEN: Looked = { kind: "hidden" };
const NOT_LISTED: Looked = { kind: "read", alike: [] };
const SILENCE = { kind: "doubtful", reason: "No answer." } as const;

/** A part whose calls get no answer, and of which each look says the next of these; its calls are a field beside another one. */
function scene(...answers: Looked[]) {
  let now: Instant = toInstant("2026-11-21T09:00:00Z");
  const checkpoint = memoryCheckpoint();
  const call = { checkpoint, now: () => now, ownedByOthers: async () => new Set<string>() } as Partial<Call> as Call;
  const did: string[] = [];
  const part: Part = {
    names: { calls: "part", field: "calls", made: "made" },
    facts: { network: "Example", looksSeconds: () => [0, 900], hiddenSeconds: [0, 120], betweenSeconds: 60 },
    async ready() {
      return async () => {
        did.push("sent");
        return SILENCE;
      };
    },
    look: async () => answers.shift() ?? NOT_LISTED,
    forget: async () => void did.push("forgotten"),
  };
  const found = () => settle(part, { call, before: null, others: [] });
  return {
    did,
    checkpoint,
    call,
    part,
    sent: () => reveal(part, { call, before: null }),
    async kindAfter(seconds: number) {
      now = addSeconds(now, seconds);
      return (await found()).kind;
    },
    calls: () => recordOf(checkpoint, part.names).calls(),
  };
}

test("what says of itself twice that it is not visible is made visible again, however often, and not forgotten", async () => {
  const { did, sent, kindAfter } = scene(...Array.from({ length: 6 }, () => HIDDEN));
  for (const _ of [1, 2, 3]) {
    await sent();
    assert.deepEqual([await kindAfter(31), await kindAfter(60), await kindAfter(30)], ["undecided", "undecided", "absent"]);
  }
  assert.deepEqual(did, ["sent", "sent", "sent"]);
});

test("what only a list can tell is looked for as long as the list may lag, although it said before that it is not visible", async () => {
  const { did, sent, kindAfter } = scene(HIDDEN);
  await sent();
  assert.deepEqual([await kindAfter(31), await kindAfter(100), await kindAfter(760)], ["undecided", "undecided", "undecided"]);
  assert.equal(await kindAfter(20), "absent");
  assert.deepEqual(did, ["sent", "forgotten"]);
});

test("what may be there by a call of which nothing is known is looked up before anything is sent, and counts as no silence", async () => {
  const { did, sent, kindAfter, call, calls, part } = scene(HIDDEN, HIDDEN);
  const since = addSeconds(call.now(), -600);
  const doubted: Part = { ...part, ready: async () => ({ kind: "doubted", since }) };
  const halt = await reveal(doubted, { call, before: null });
  assert.deepEqual(["kind" in halt && halt.kind, did, calls()?.firstAt], ["unknown", [], since]);
  assert.deepEqual([await kindAfter(31), await kindAfter(60)], ["undecided", "absent"]);
  await sent();
  assert.deepEqual([calls()?.silences, did], [0, ["sent"]]);
});

test("calls that are a field of an entry leave its other fields as they are", async () => {
  const { checkpoint, sent, part } = scene();
  await checkpoint.set("part", { container: "1" });
  await sent();
  assert.equal(Object(checkpoint.get("part")).container, "1");
  await recordOf(checkpoint, part.names).conclude(callAfter(null, toInstant("2026-11-21T10:00:00Z")));
  assert.deepEqual(Object.keys(Object(checkpoint.get("part"))).toSorted(), ["calls", "container"]);
});
