import { parseArgs } from "node:util";
import { travel } from "../server/src/testing/time-machine.ts";

/**
 * `npm run timemachine -- --brands 100 --seed 7`: plays random brands in twenty zones through a year with the real engine and
 * holds what left against the forecasts. Fails on the first line that differs; the seed repeats it.
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
