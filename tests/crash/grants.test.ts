import assert from "node:assert/strict";
import { test } from "node:test";
import { type GrantReport, runGrantCrashes } from "./grants/run.ts";
import { DISTURBANCES, KILL_POINTS } from "./grants/strikes.ts";

/**
 * Two processes renew the same grants at a network with rotating refresh tokens, and are killed meanwhile.
 * `ROSTRUM_GRANT_RENEWALS` chooses the number of renewals, `ROSTRUM_CRASH_SEED` another plan.
 */
const RENEWALS = Number(process.env.ROSTRUM_GRANT_RENEWALS ?? 300);
const seed = Number(process.env.ROSTRUM_CRASH_SEED ?? 2026);
/** A long run has more grants, and more renewals between two kills. */
const LONG_RUN = 3000;
const size = RENEWALS >= LONG_RUN ? { grants: 80, gap: 40 } : { grants: 20, gap: 16 };

test("however processes are killed while two of them renew the same grants, no rotating token is lost", async () => {
  const report = await runGrantCrashes({
    ...size,
    renewals: RENEWALS,
    seed,
    kinds: [...KILL_POINTS, ...DISTURBANCES],
    habit: "careful",
  });
  console.log(inWords(report));
  assert.deepEqual(report.violations, []);
  assert.ok(report.renewals >= RENEWALS, inWords(report));
  assert.ok(report.kills >= RENEWALS / 30, inWords(report));
  assert.deepEqual(
    [...KILL_POINTS, ...DISTURBANCES].filter((strike) => report.strikes[strike] === undefined),
    [],
    "every kind has struck",
  );
  assert.ok(report.uses >= RENEWALS / 3, inWords(report));
});

test("a process that uses new tokens before they are stored loses grants, and does not go unnoticed", async () => {
  const report = await runGrantCrashes({ grants: 6, renewals: 60, seed, kinds: ["grant.after-renew"], gap: 4, habit: "hasty" });
  assert.ok(
    report.violations.some((violation) => violation.includes("a refresh token came again")),
    inWords(report),
  );
});

function inWords({ renewals, kills, strikes, uses, outdatedUses, seconds, violations }: GrantReport): string {
  return [
    `seed ${seed}: ${renewals} renewals, ${kills} kills, ${strikes["log-in"] ?? 0} log-ins in the middle of one,`,
    `${uses} uses (${outdatedUses} of them with tokens from before such a log-in), ${violations.length} violations, ${seconds} s;`,
    Object.entries(strikes)
      .map(([strike, count]) => `${strike} ${count}`)
      .join(", "),
  ].join(" ");
}
