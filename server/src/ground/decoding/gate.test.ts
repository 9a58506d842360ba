import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurnOf } from "../holder.ts";
import { fromOrigin } from "../origin.ts";
import { createGate } from "./gate.ts";
import { AT_ONCE } from "./lanes.ts";

const ONE = { width: 1, perHolder: 1 };

/** Does what the service does for an account's brands. */
const forAccount = <T>(account: number, work: () => T) => inTurnOf(async () => `account ${account}`, work);

/** Does what the owner of an account waits for. */
const byOwner = <T>(account: number, work: () => T) => {
  const viewer = { publicId: `account ${account}`, name: "Ada" };
  const origin = { actor: { kind: "person", viewer }, surface: "api", address: null, userAgent: null, requestId: null } as const;
  return fromOrigin({ origin }, work);
};

/** Until all who ask stand in line: whose turn it is, is asked for first. */
const inLine = () => new Promise<void>((resolve) => setImmediate(resolve));

test("only so many run at once and the rest follow in order, even after one fails", async () => {
  const gate = createGate({ width: 2, perHolder: 2 });
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
  const gate = createGate(ONE);
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
  const gate = createGate(ONE);
  const free = Promise.withResolvers<void>();
  const busy = forAccount(1, () => gate(() => free.promise));
  await inLine();
  const order: string[] = [];
  const note = (name: string) => gate(async () => void order.push(name));
  const all = [
    ...["1a", "1b", "1c"].map((name) => forAccount(1, () => note(name))),
    ...["2a", "2b"].map((name) => forAccount(2, () => note(name))),
    forAccount(3, () => note("3a")),
  ];
  await inLine();
  all.push(note("own"));
  free.resolve();
  await Promise.all([busy, ...all]);
  assert.deepEqual(order, ["1a", "2a", "3a", "own", "1b", "2b", "1c"]);
});

test("inside an account its owner, who waits, takes turns with what is done for its brands", async () => {
  const gate = createGate(ONE);
  const free = Promise.withResolvers<void>();
  const busy = forAccount(1, () => gate(() => free.promise));
  await inLine();
  const order: string[] = [];
  const note = (name: string) => gate(async () => void order.push(name));
  const all = [...["a", "b", "c"].map((name) => forAccount(1, () => note(name))), byOwner(1, () => note("owner"))];
  await inLine();
  free.resolve();
  await Promise.all([busy, ...all]);
  assert.deepEqual(order, ["owner", "a", "b", "c"]);
});

for (const [kind, places] of Object.entries(AT_ONCE)) {
  test(`of the places for ${kind}, an account and its owner have a share, others the rest, and what leaves the line keeps none`, async () => {
    const gate = createGate(places);
    const free = Promise.withResolvers<void>();
    const first = forAccount(1, () => gate(() => free.promise));
    await inLine();
    const impatient = new AbortController();
    const given = assert.rejects(
      forAccount(1, () => gate(() => assert.fail("begun"), impatient.signal)),
      { message: "enough" },
    );
    let isBegun = false;
    const begin = async () => {
      isBegun = true;
    };
    const later = [forAccount(1, () => gate(begin)), byOwner(1, () => gate(begin))];
    await inLine();
    assert.equal(await forAccount(2, () => gate(async () => "another")), "another");
    assert.equal(await gate(async () => "own"), "own");
    impatient.abort(new Error("enough"));
    await given;
    assert.equal(await forAccount(2, () => gate(async () => "again")), "again");
    assert.equal(isBegun, false);
    free.resolve();
    await Promise.all([first, ...later]);
    assert.equal(isBegun, true);
  });
}

test("inside an account's turns nobody is asked whose they are, and at a gate the account around them is", async () => {
  const gate = createGate(ONE);
  const asked: string[] = [];
  const about = (name: string) => async () => {
    asked.push(name);
    return name;
  };
  const inner = () => inTurnOf(about("inner"), async () => asked.push("work"));
  await inTurnOf(about("outer"), inner);
  assert.deepEqual(asked, ["work"]);
  await inTurnOf(about("outer"), () => gate(inner));
  assert.deepEqual(asked, ["work", "outer", "work"]);
});
