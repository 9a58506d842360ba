import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { eventually } from "../../testing/eventually.ts";
import { watchLoop } from "../../testing/loop.ts";
import { apart, type Waiting } from "./apart.ts";
import { createLane } from "./lane.ts";
import { decodersOf, processorSecondsOf } from "./testing/processes.ts";
import type * as work from "./testing/work.ts";

// A process of its own: it measures how long the event loop stands still, which also collects what other files left behind.

const SECONDS_MAX = 2;
const DELAY_MILLISECONDS_MAX = 200;

/** Ends what is no question of time, on a machine with much else to do too. */
const PATIENT_SECONDS = 120;

const bounds = { width: 1, perHolder: 1, seconds: PATIENT_SECONDS, heapMegabytes: 64, memoryMegabytes: 1000, processorSeconds: 60 };
const lane = createLane(bounds);

function ask<Name extends keyof typeof work>(name: Name, input: Parameters<(typeof work)[Name]>[0], waiting: Waiting = {}) {
  return apart<(typeof work)[Name]>(lane, import.meta, { file: "testing/work", name })(input as never, waiting);
}

const surroundings = async () => {
  const decoded = await ask("surroundings", undefined);
  return decoded.kind === "decoded" ? decoded.value : assert.fail(decoded.how);
};

test("a question is answered in another process, which stays warm for the next one", async () => {
  const value = { bytes: Buffer.from([1, 2]), list: [1, Number.POSITIVE_INFINITY], none: undefined, text: "ö" };
  assert.deepEqual(await ask("echo", value), { kind: "decoded", value });
  const { pid } = await surroundings();
  assert.notEqual(pid, process.pid);
  assert.equal((await surroundings()).pid, pid);
});

test("ten megabytes pass each way without blocking the service", async () => {
  await ask("echo", null);
  using loop = watchLoop();
  const bytes = Buffer.alloc(10_000_000, 7);
  assert.deepEqual(await ask("echo", bytes), { kind: "decoded", value: bytes });
  assert.ok(loop.longest() < DELAY_MILLISECONDS_MAX, `${loop.longest()} ms`);
});

const HARD = {
  fillHeap: /^its decoder died \(SIGABRT\)$/,
  fillBuffers: /^it failed: .*(allocat|memory)|^its decoder died/i,
  crash: /^its decoder died \(SIGABRT\)$/,
  leave: /^its decoder died \(0\)$/,
  fail: /^it failed: no such picture$/,
  failLater: /^its decoder died \(1\)$/,
} as const;

for (const [name, how] of Object.entries(HARD) as [keyof typeof HARD, RegExp][]) {
  test(`what would hang or crash the service (${name}) only ends a decoder, blocks nobody, and the next question is answered`, async () => {
    using loop = watchLoop();
    const decoded = await ask(name, undefined);
    assert.equal(decoded.kind, "ended");
    assert.match(decoded.how, how);
    assert.ok(loop.longest() < DELAY_MILLISECONDS_MAX, `${loop.longest()} ms`);
    assert.deepEqual(await ask("echo", name), { kind: "decoded", value: name });
  });
}

test("work that hangs is ended after its lane's time limit, and the next question is answered", async () => {
  const hasty = createLane({ ...bounds, seconds: SECONDS_MAX });
  const spin = apart<typeof work.spin>(hasty, import.meta, { file: "testing/work", name: "spin" });
  using loop = watchLoop();
  const hung = { kind: "ended", how: `it took longer than ${SECONDS_MAX} s` };
  assert.deepEqual([await spin(undefined as never), await spin(undefined as never)], [hung, hung]);
  assert.ok(loop.longest() < DELAY_MILLISECONDS_MAX, `${loop.longest()} ms`);
});

test("memory is bounded for native code too: it never exceeds the lane's limit", async () => {
  await ask("echo", null);
  const [pid] = decodersOf();
  assert.ok(pid !== undefined);
  assert.match(readFileSync(`/proc/${pid}/limits`, "utf8"), /Max data size +1048576000 +1048576000/);
  assert.match(readFileSync(`/proc/${pid}/limits`, "utf8"), /Max cpu time +60 +60/);
  assert.match(readFileSync(`/proc/${pid}/limits`, "utf8"), /Max core file size +0 +0/);
  assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, "utf8").trim(), "1000");
});

test("a decoder has none of the service's secrets", async () => {
  process.env.ROSTRUM_SECRET_KEY = "of a test";
  const fresh = createLane(bounds);
  const decoded = await apart<typeof work.surroundings>(fresh, import.meta, { file: "testing/work", name: "surroundings" })(
    undefined as never,
  );
  delete process.env.ROSTRUM_SECRET_KEY;
  assert.ok(decoded.kind === "decoded" && decoded.value.names.every((name) => !/ROSTRUM|DATABASE|TOKEN/.test(name)));
});

test("an abort ends work in flight and rejects with its reason", async () => {
  const stop = new AbortController();
  const outcome = assert.rejects(ask("spin", undefined, { signal: stop.signal }), { name: "AbortError" });
  const pid = await eventually("a decoder spins", () => decodersOf().find((pid) => processorSecondsOf(pid) > 2) ?? null);
  stop.abort();
  await outcome;
  await eventually("it is gone", () => !decodersOf().includes(pid));
  await assert.rejects(ask("echo", 1, { signal: stop.signal }), { name: "AbortError" });
});

test("questions wait their turn, and one that gives up waiting is rejected while the others continue", async () => {
  const first = ask("rest", 1);
  const giveUp = new AbortController();
  const second = assert.rejects(ask("echo", 2, { giveUp: giveUp.signal }), { message: "enough" });
  giveUp.abort(new Error("enough"));
  await second;
  const third = ask("echo", 3);
  assert.deepEqual(await Promise.all([first, third]), [
    { kind: "decoded", value: 1 },
    { kind: "decoded", value: 3 },
  ]);
});

test("a missing module is our own bug and not blamed on the input", async () => {
  await assert.rejects(apart<typeof work.echo>(lane, import.meta, { file: "testing/nowhere", name: "echo" })(1 as never), /did not start/);
  await assert.rejects(apart<typeof work.echo>(lane, import.meta, { file: "testing/work", name: "nothing" })(1 as never), /did not start/);
});

for (const [how, signal, processorSeconds] of [
  ["stops", "SIGTERM", 3600],
  ["is killed", "SIGKILL", 2],
] as const) {
  test(`a decoder that hangs ends when the service ${how}`, async () => {
    const parent = fork(new URL("testing/parent.ts", import.meta.url), [String(processorSeconds)], { stdio: "ignore" });
    await eventually("its decoder is there", () => decodersOf(parent.pid).length > 0);
    const [pid] = decodersOf(parent.pid) as [number];
    // Before it hangs it would notice by itself.
    await eventually("it hangs", () => processorSecondsOf(pid) >= 1.2);
    parent.kill(signal);
    await once(parent, "exit");
    await eventually("it is gone", () => processorSecondsOf(pid) === 0);
  });
}
