import assert from "node:assert/strict";
import { test } from "node:test";
import { Awake, type ClockReading } from "./awake.ts";

function aProcess() {
  const clocks = { monotonic: 5000, wall: 1_800_000_000_000 };
  const awake = new Awake({ now: (): ClockReading => ({ ...clocks }) });
  const pass = (seconds: { monotonic: number; wall: number }) => {
    clocks.monotonic += seconds.monotonic * 1000;
    clocks.wall += seconds.wall * 1000;
  };
  return { awake, pass, stand: (seconds: number) => pass({ monotonic: seconds, wall: seconds }) };
}

test("a process that is looked at often enough has not stood still, however long it runs", () => {
  const { awake, stand } = aProcess();
  const { stoodStill } = awake;
  for (let second = 0; second < 300; second += 29) {
    stand(29);
    awake.look();
  }
  assert.equal(stoodStill.aborted, false);
});

test("a standstill is found by the next look, and the one after it begins anew", () => {
  const { awake, stand } = aProcess();
  const { stoodStill } = awake;
  stand(30);
  assert.equal(stoodStill.aborted, false);
  awake.look();
  assert.equal(stoodStill.aborted, true);
  assert.match(String(stoodStill.reason), /the process stood still for 30 seconds/);
  assert.equal(awake.stoodStill.aborted, false);
  awake.look();
  assert.equal(awake.stoodStill.aborted, false);
});

test("a sleeping machine stops the monotonic clock, and a clock that is set back hides no time", () => {
  const { awake, pass } = aProcess();
  const asleep = awake.stoodStill;
  pass({ monotonic: 0, wall: 3600 });
  awake.look();
  assert.equal(asleep.aborted, true);
  const setBack = awake.stoodStill;
  pass({ monotonic: 60, wall: -3600 });
  awake.look();
  assert.equal(setBack.aborted, true);
});

test("the time before anybody wanted to know is no standstill", () => {
  const { awake, stand } = aProcess();
  stand(600);
  const { stoodStill } = awake;
  awake.look();
  assert.equal(stoodStill.aborted, false);
});

test("whoever watches is asked at every look until they leave", () => {
  const { awake } = aProcess();
  let asked = 0;
  const watching = awake.watch(() => {
    asked += 1;
  });
  awake.look();
  awake.look();
  assert.equal(asked, 2);
  watching[Symbol.dispose]();
  awake.look();
  assert.equal(asked, 2);
});
