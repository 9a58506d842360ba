import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import fc from "fast-check";
import { judge, newestKnown, type Send, withOutcome, withSend } from "./sends.ts";

const now = toInstant("2026-11-21T09:00:00Z");
const send = (key: string, above: number, ids: number[] | null = null): Send => ({ key, chatId: "-100", at: now, above, ids });
const lost = (key: string, above: number, length = 1) => ({ key, chatId: "-100", above, length });

test("own messages above the mark that no other request created are the lost ones", () => {
  assert.deepEqual(judge(lost("a", 5), [3, 6], [send("a", 5)]), { kind: "found", ids: [6] });
  assert.deepEqual(judge(lost("a", 5, 3), [6, 7, 8], [send("a", 5)]), { kind: "found", ids: [6, 7, 8] });
  assert.deepEqual(judge(lost("a", 5), [6, 7], [send("a", 5), send("b", 6, [7])]), { kind: "found", ids: [6] });
});

test("none left is absent; too many, too few or a sequence with a gap is undecided", () => {
  assert.deepEqual(judge(lost("a", 5), [3, 7], [send("b", 6, [7])]), { kind: "absent" });
  assert.deepEqual(judge(lost("a", 5), [6, 7], [send("a", 5)]), { kind: "undecided" });
  assert.deepEqual(judge(lost("a", 5, 3), [6, 7], [send("a", 5)]), { kind: "undecided" });
  assert.deepEqual(judge(lost("a", 5, 2), [6, 8], [send("a", 5)]), { kind: "undecided" });
});

test("sends of another chat explain nothing here", () => {
  const elsewhere = { ...send("b", 1, [6]), chatId: "-200" };
  assert.deepEqual(judge(lost("a", 5), [6], [send("a", 5), elsewhere]), { kind: "found", ids: [6] });
});

/** Each request arrives or not, and so does its response; then everything without a response is looked up repeatedly. */
test("whichever requests and responses arrive, nothing nonexistent is found and nothing existing is absent", () => {
  const request = fc.record({ arrives: fc.boolean(), isAnswered: fc.boolean(), length: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(5), { maxLength: 12 }), (requests, order) => {
      let sends: Send[] = [];
      let head = 10;
      const made = new Map<string, number[]>();
      const above = new Map<string, number>();
      for (const [index, { arrives, isAnswered, length }] of requests.entries()) {
        const key = String(index);
        above.set(key, head);
        sends = withSend(sends, send(key, head), now);
        const ids = arrives ? Array.from({ length }, (_, offset) => head + 1 + offset) : [];
        head += ids.length;
        made.set(key, ids);
        if (arrives && isAnswered) sends = withOutcome(sends, key, ids);
      }
      const own = [...made.values()].flat();
      for (const pick of order) {
        const key = String(pick % requests.length);
        if (sends.find((each) => each.key === key)?.ids !== null) continue;
        const verdict = judge(lost(key, above.get(key) ?? 0, requests[Number(key)]?.length ?? 1), own, sends);
        if (verdict.kind === "undecided") continue;
        assert.deepEqual(verdict.kind === "found" ? verdict.ids : [], made.get(key), JSON.stringify({ key, sends }));
        sends = withOutcome(sends, key, verdict.kind === "found" ? verdict.ids : null);
      }
    }),
  );
});

/**
 * A chat that others post in too. Our requests probe for the chat's end only where the record cannot tell; those without a
 * response are looked up between the requests, at any later time, or never.
 */
test("a run that relies on the record is judged as correctly as one that probes for the chat's end each time", () => {
  const step = fc.oneof(
    fc.record({
      act: fc.constant("send" as const),
      arrives: fc.boolean(),
      isAnswered: fc.boolean(),
      length: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ act: fc.constant("look" as const), pick: fc.nat(9) }),
    fc.record({ act: fc.constant("pass" as const), seconds: fc.integer({ min: -30, max: 200 }), others: fc.nat(2) }),
  );
  let fromRecord = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      let [sends, head, at]: [Send[], number, Instant] = [[], 10, now];
      const made = new Map<string, { ids: number[]; above: number; length: number }>();
      for (const [index, each] of steps.entries()) {
        if (each.act === "pass") {
          at = addSeconds(at, each.seconds);
          head += each.others;
        } else if (each.act === "send") {
          const known = newestKnown(sends, "-100", at);
          if (known !== null) fromRecord += 1;
          const above = known ?? head;
          const key = String(index);
          sends = withSend(sends, { ...send(key, above), at }, at);
          const ids = each.arrives ? Array.from({ length: each.length }, (_, offset) => head + 1 + offset) : [];
          head += ids.length;
          made.set(key, { ids, above, length: each.length });
          if (each.arrives && each.isAnswered) sends = withOutcome(sends, key, ids);
        } else {
          const [key, request] = [...made][each.pick % Math.max(1, made.size)] ?? [];
          if (key === undefined || request === undefined || sends.find((one) => one.key === key)?.ids !== null) continue;
          const own = [...made.values()].flatMap(({ ids }) => ids);
          const verdict = judge(lost(key, request.above, request.length), own, sends);
          if (verdict.kind === "undecided") continue;
          assert.deepEqual(verdict.kind === "found" ? verdict.ids : [], request.ids, JSON.stringify({ key, sends }));
          sends = withOutcome(sends, key, verdict.kind === "found" ? verdict.ids : null);
        }
      }
    }),
    { numRuns: 2000 },
  );
  assert.ok(fromRecord > 100, `${fromRecord} requests from the record are too few to prove anything`);
});

test("the record is trusted only for a recent, answered message in this chat that was not sent by a clock ahead of ours", () => {
  const answered = [send("a", 5, [6]), send("b", 6, [7, 8])];
  assert.equal(newestKnown(answered, "-100", now), 8);
  assert.equal(newestKnown(answered, "-100", addSeconds(now, 120)), 8);
  assert.equal(newestKnown(answered, "-100", addSeconds(now, 121)), null);
  assert.equal(newestKnown(answered, "-100", addSeconds(now, -1)), null);
  assert.equal(newestKnown(answered, "-200", now), null);
  assert.equal(newestKnown([], "-100", now), null);
  assert.equal(newestKnown([...answered, send("c", 8)], "-100", now), null);
  assert.equal(newestKnown([send("c", 4), ...answered], "-100", now), null);
  assert.equal(newestKnown([...answered, { ...send("c", 1), chatId: "-200" }], "-100", now), 8);
});

test("a single request without a response is always decided", () => {
  fc.assert(
    fc.property(fc.boolean(), fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 1000 }), (arrives, length, head) => {
      const ids = arrives ? Array.from({ length }, (_, offset) => head + 1 + offset) : [];
      const verdict = judge(lost("a", head, length), ids, [send("a", head)]);
      assert.deepEqual(verdict, arrives ? { kind: "found", ids } : { kind: "absent" });
    }),
  );
});

test("the record is kept for 25 hours and 60 requests, and one that has dropped a request proves nothing about it", () => {
  const old = { ...send("old", 1), at: addSeconds(now, -25 * 3600 - 1) };
  assert.deepEqual(
    withSend([old], send("new", 2), now).map(({ key }) => key),
    ["new"],
  );
  let sends: Send[] = [];
  for (let index = 0; index < 70; index += 1) sends = withSend(sends, send(String(index), index, [index + 1]), now);
  assert.equal(sends.length, 60);
  assert.deepEqual(judge(lost("3", 3), [4, 5], sends), { kind: "undecided" });
  assert.deepEqual(judge(lost("3", 3), [], sends), { kind: "absent" });
  assert.deepEqual(judge(lost("69", 69), [70], withSend(sends, send("69", 69), now)), { kind: "found", ids: [70] });
});
