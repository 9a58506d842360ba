import assert from "node:assert/strict";
import { before, test } from "node:test";
import { MODES, POINTS } from "./plan.ts";
import { run } from "./run.ts";
import type { Report } from "./tally.ts";

// A process of its own: it takes minutes, so it starts first.

/**
 * A short version of `npm run crash`: kill -9 of the service, of one or both workers, and of the database, at any step; workers that
 * freeze and wake; processes that are replaced while they work. The plan
 * is always the same; `ROSTRUM_CRASH_SEED` chooses another one, `ROSTRUM_CRASH_ROUNDS` the number of rounds.
 */
const ROUNDS = Number(process.env.ROSTRUM_CRASH_ROUNDS ?? 40);
const skip = ROUNDS > 0 ? false : "ROSTRUM_CRASH_ROUNDS is 0";
const ROUNDS_PER_SESSION = 7;
const seed = Number(process.env.ROSTRUM_CRASH_SEED ?? 2026);

let report: Report;
before(async () => {
  if (skip !== false) return;
  console.log(`the seed of this run is ${seed}`);
  const lines: string[] = [];
  report = await run({
    rounds: ROUNDS,
    seed,
    modes: MODES,
    roundsPerSession: ROUNDS_PER_SESSION,
    lanes: 2,
    earlier: null,
    logs: null,
    tell: (line) => lines.push(line),
  });
  if (report.violations.length > 0) console.log(lines.join("\n"));
});

test("however the service and database are killed, each post is published once or says why not", { skip }, () => {
  assert.deepEqual(report.violations, []);
  assert.equal(report.rounds, ROUNDS);
});

test("the run kills in every way and at most of the steps", { skip }, () => {
  const seen = POINTS.filter((point) => (report.points[point] ?? 0) > 0);
  assert.ok(report.kills >= ROUNDS * 0.8, `${report.kills} kills in ${ROUNDS} rounds`);
  assert.ok(seen.length >= POINTS.length * 0.7, `killed at ${seen.join(", ")} alone`);
  assert.deepEqual(Object.keys(report.victims).toSorted(), ["both", "database", "frozen", "rolling", "service"]);
});

test("readers get what is published", { skip }, () => {
  assert.ok((report.ends.PUBLISHED ?? 0) >= ROUNDS * 20, JSON.stringify(report.ends));
  assert.ok((report.ends.commented ?? 0) >= ROUNDS, JSON.stringify(report.ends));
});
