import assert from "node:assert/strict";
import { test } from "node:test";
import {
  added,
  atHour,
  copied,
  crowdedDays,
  dayBeside,
  isSame,
  moved,
  removed,
  type Slot,
  shownHours,
  slotsOn,
  timeBeside,
} from "./week.ts";

const MONDAY: Slot = { id: 1, day: "MON", time: "09:10" };
const THURSDAY: Slot = { id: 2, day: "THU", time: "17:30" };
const WEEK = [MONDAY, THURSDAY];

test("slots are added, removed and moved in the order of the week, and keep their ids", () => {
  const sunday = { day: "SUN", time: "08:00" } as const;
  assert.deepEqual(added(WEEK, { day: "MON", time: "08:00" })[0], { day: "MON", time: "08:00" });
  assert.deepEqual(removed(WEEK, MONDAY), [THURSDAY]);
  assert.deepEqual(moved(WEEK, MONDAY, sunday), [THURSDAY, { id: 1, ...sunday }]);
  assert.deepEqual(WEEK, [MONDAY, THURSDAY]);
});

test("of two slots at the same time, only the one that is meant moves", () => {
  const [first, second] = [{ id: 1, day: "MON", time: "09:00" } as const, { id: 2, day: "MON", time: "09:00" } as const];
  assert.deepEqual(moved([first, second], second, { day: "TUE", time: "09:00" }), [first, { ...second, day: "TUE" }]);
});

test("another day keeps the time of day, another hour keeps the minute, and neither leaves the week or the day", () => {
  assert.deepEqual(dayBeside(MONDAY, 1), { day: "TUE", time: "09:10" });
  assert.equal(dayBeside(MONDAY, -1), null);
  assert.equal(dayBeside({ day: "SUN", time: "09:00" }, 1), null);
  assert.equal(atHour(MONDAY, 21), "21:10");
  assert.deepEqual(timeBeside(MONDAY, -15), { day: "MON", time: "08:55" });
  assert.equal(timeBeside({ day: "MON", time: "23:50" }, 15), null);
  assert.equal(timeBeside({ day: "MON", time: "00:10" }, -15), null);
});

test("a day is copied to others where its times are not there yet, and twice what is there twice", () => {
  const twice = [MONDAY, { ...MONDAY, id: 3 }, { day: "TUE", time: "09:10" } as const];
  const week = copied(twice, "MON", ["MON", "TUE", "WED"]);
  assert.deepEqual(
    (["MON", "TUE", "WED"] as const).map((day) => slotsOn(week, day).length),
    [2, 2, 2],
  );
});

test("a day with too many slots is named only if it has got more", () => {
  assert.deepEqual(crowdedDays([], WEEK, 0), ["MON", "THU"]);
  assert.deepEqual(crowdedDays(WEEK, WEEK, 0), []);
  assert.deepEqual(crowdedDays(WEEK, added(WEEK, { day: "FRI", time: "10:00" }), 1), []);
});

test("the board shows the usual hours and those of its slots", () => {
  assert.deepEqual(shownHours([], { from: 8, to: 10 }), [8, 9, 10]);
  assert.deepEqual(shownHours([{ day: "MON", time: "06:30" }, THURSDAY], { from: 8, to: 10 }).at(0), 6);
  assert.deepEqual(shownHours(WEEK, { from: 8, to: 10 }).at(-1), 17);
});

test("weeks are the same by their slots, whatever their order and ids", () => {
  assert.ok(isSame(WEEK, [{ day: "THU", time: "17:30" }, MONDAY]));
  assert.ok(!isSame(WEEK, [MONDAY]));
});
