import assert from "node:assert/strict";
import { test } from "node:test";
import { planWeek } from "./rules.ts";

const verified = { verified: true };
const MONDAY = { id: 1, day: "MON", time: "09:00" } as const;
const THURSDAY = { id: 2, day: "THU", time: "17:30" } as const;

test("a week becomes another by what is removed, moved and added", () => {
  const wanted = [{ id: 2, day: "FRI", time: "17:30" } as const, { day: "SUN", time: "10:00" } as const];
  assert.deepEqual(planWeek([MONDAY, THURSDAY], wanted, verified), {
    change: { removed: [1], moved: [wanted[0]], added: [wanted[1]] },
  });
  assert.deepEqual(planWeek([MONDAY], [MONDAY], verified), { change: { removed: [], moved: [], added: [] } });
});

test("a slot that is no longer there, or is named twice, becomes a new one", () => {
  const plan = planWeek([MONDAY], [MONDAY, { ...MONDAY, time: "10:00" }, { id: 99, day: "TUE", time: "11:00" }], verified);
  assert.deepEqual(plan, {
    change: {
      removed: [],
      moved: [],
      added: [
        { day: "MON", time: "10:00" },
        { day: "TUE", time: "11:00" },
      ],
    },
  });
});

test("a day may keep more slots than the person may have, but not get more", () => {
  const six = Array.from({ length: 6 }, (_, index) => ({ id: index + 1, day: "MON" as const, time: `1${index}:00` }));
  const unverified = { verified: false };
  assert.ok("change" in planWeek(six, six, unverified));
  assert.ok("change" in planWeek(six, [{ ...six[0], id: 1, day: "MON", time: "09:00" }, ...six.slice(1)], unverified));
  assert.ok("problem" in planWeek(six, [...six, { day: "MON", time: "20:00" }], unverified));
});
