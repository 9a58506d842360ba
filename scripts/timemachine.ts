import { parseArgs } from "node:util";
import { travel } from "../server/src/testing/time-machine.ts";

/**
 * `npm run timemachine -- --brands 100 --seed 7`: simulates a year of random brands in twenty time zones with the real engine and compares what was published with the forecasts. Fails on any difference; the seed reproduces it.
 */
const { values } = parseArgs({
  options: {
    brands: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    days: { type: "string", default: "365" },
    changes: { type: "string", default: "100" },
    stops: { type: "string", default: "6" },
  },
});
const startedAt = performance.now();
const journey = {
  brands: Number(values.brands),
  seed: Number(values.seed),
  days: Number(values.days),
  changes: Number(values.changes),
  stops: Number(values.stops),
};
const { mismatches, ...figures } = await travel(journey);
console.log(
  JSON.stringify({ ...journey, ...figures, mismatches: mismatches.length, seconds: Math.round((performance.now() - startedAt) / 1000) }),
);
for (const mismatch of mismatches.slice(0, 20)) console.error(mismatch);
process.exitCode = mismatches.length === 0 ? 0 : 1;
