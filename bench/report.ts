import { availableParallelism, cpus } from "node:os";
import { type Aim, type Measure, reaches } from "./bench.ts";

/** The machine the numbers were measured on. */
export function machine(): string {
  return `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${availableParallelism()} cores, Node ${process.versions.node}`;
}

/** A measure as readable lines. */
export function describe(measure: Measure): string {
  const { title, value, unit, spread, aim, facts } = measure;
  const between = spread === null ? "" : `  (${number(spread[0])} to ${number(spread[1])})`;
  const judged = aim === null ? "" : `  ${reaches(aim, value) ? "reaches" : "MISSES"} the aim: ${aimText(aim)} ${unit}`;
  const lines = Object.entries(facts).map(
    ([name, fact]) => `    ${name.padEnd(26)} ${typeof fact === "number" ? fact.toLocaleString("en") : fact}`,
  );
  return [`${title}`, `  ${number(value)} ${unit}${between}${judged}`, ...lines].join("\n");
}

function aimText(aim: Aim): string {
  return "atLeast" in aim ? `at least ${aim.atLeast}` : `at most ${aim.atMost}`;
}

function number(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 3 });
}
