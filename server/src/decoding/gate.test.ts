import assert from "node:assert/strict";
import { test } from "node:test";
import { createGate } from "./gate.ts";

test("only so many run at once and the rest follow in order, even after one fails", async () => {
  const gate = createGate(2);
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) =>
    gate(async () => {
      order.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      if (name === "a") throw new Error(name);
    });
  const all = ["a", "b", "c", "d"].map(work);
  const [first] = all;
  await Promise.resolve();
  assert.deepEqual(order, ["a", "b"]);
  ends.get("a")?.();
  await assert.rejects(first ?? assert.fail(), { message: "a" });
  assert.deepEqual(order, ["a", "b", "c"]);
  ends.get("b")?.();
  ends.get("c")?.();
  await all[2];
  assert.deepEqual(order, ["a", "b", "c", "d"]);
  ends.get("d")?.();
  await all[3];
});

test("work whose caller gave up waiting is not started and does not hold up the work behind it", async () => {
  const gate = createGate(1);
  const free = Promise.withResolvers<void>();
  const busy = gate(() => free.promise);
  const impatient = new AbortController();
  const given = gate(() => assert.fail("begun"), impatient.signal);
  const behind = gate(async () => "done");
  impatient.abort(new Error("enough"));
  await assert.rejects(given, { message: "enough" });
  await assert.rejects(
    gate(() => assert.fail("begun"), AbortSignal.abort(new Error("at once"))),
    { message: "at once" },
  );
  free.resolve();
  await busy;
  assert.equal(await behind, "done");
});
