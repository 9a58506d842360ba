import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurnOfBrand } from "../holder.ts";
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

test("those who wait take turns: one piece of somebody waits for one of everybody else, not for all of them", async () => {
  const gate = createGate(1);
  const free = Promise.withResolvers<void>();
  const busy = inTurnOfBrand(1, () => gate(() => free.promise));
  const order: string[] = [];
  const work = (brandId: number, name: string) => inTurnOfBrand(brandId, () => gate(async () => void order.push(name)));
  const all = [
    work(1, "1a"),
    work(1, "1b"),
    work(1, "1c"),
    work(2, "2a"),
    work(2, "2b"),
    work(3, "3a"),
    gate(async () => void order.push("own")),
  ];
  free.resolve();
  await Promise.all([busy, ...all]);
  assert.deepEqual(order, ["1a", "2a", "3a", "own", "1b", "2b", "1c"]);
});

test("one brand has only its share of the places, and what leaves the line keeps none", async () => {
  const gate = createGate(2, 1);
  const free = Promise.withResolvers<void>();
  const first = inTurnOfBrand(1, () => gate(() => free.promise));
  const impatient = new AbortController();
  const given = inTurnOfBrand(1, () => gate(() => assert.fail("begun"), impatient.signal));
  const second = inTurnOfBrand(1, () => gate(async () => "second"));
  assert.equal(await inTurnOfBrand(2, () => gate(async () => "another")), "another");
  assert.equal(await gate(async () => "own"), "own");
  impatient.abort(new Error("enough"));
  await assert.rejects(given, { message: "enough" });
  assert.equal(await inTurnOfBrand(2, () => gate(async () => "again")), "again");
  free.resolve();
  await first;
  assert.equal(await second, "second");
});
