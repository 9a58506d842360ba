import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CHAPTERS } from "./chaos/chapters.ts";
import { runChaos } from "./chaos/run.ts";
import { MODES, type Mode, POINTS, pointsOf } from "./plan.ts";
import { run } from "./run.ts";
import { VICTIMS } from "./words.ts";

/**
 * `npm run crash -- --rounds 1000 --seed 1 [--workers 1|2|3] [--kill service|database|both|frozen|rolling] [--json]
 * [--logs folder] [--lanes concurrent sessions] [--session rounds per installation] [--from folder]`: kills the service, its database
 * or both at every step of publishing, and checks that nothing is lost or sent twice. Without `--workers` and `--kill` all variants take
 * turns, and without `--session` an installation has 10 rounds or what its variant says. With `--from`, a folder with an earlier version
 * and its packages, installations whose processes are replaced begin with that version. Exits with 1 if a guarantee was broken, or if
 * a run of 60 rounds or more missed a point.
 *
 * `npm run crash -- --chaos [chapter …] [--seed 1] [--logs folder]`: a day of chaos, or some of its chapters. Exits with 1 if anything was
 * lost, doubled, left without an owner, or refused without a sentence.
 */
const COVERING_ROUNDS = 60;

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: "string", default: "60" },
    seed: { type: "string", default: String(1 + (Date.now() % 1_000_000)) },
    workers: { type: "string" },
    kill: { type: "string" },
    session: { type: "string" },
    lanes: { type: "string", default: "1" },
    logs: { type: "string" },
    from: { type: "string" },
    json: { type: "boolean", default: false },
    chaos: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
if (values.logs !== undefined) await mkdir(values.logs, { recursive: true });
if (values.chaos) {
  const names = positionals.length > 0 ? positionals : Object.keys(CHAPTERS);
  const broken = await runChaos(names, { seed: numberOf("seed"), tell: (line) => console.log(line), logs: values.logs ?? null });
  process.exit(broken === 0 ? 0 : 1);
}
if (positionals.length > 0) throw new Error("Chapters go with --chaos.");
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
const chosen = modesOf(values.workers, values.kill);
if (values.from !== undefined && !chosen.some(({ victim }) => victim === "rolling")) throw new Error("--from goes with --kill rolling");
const modes = values.session === undefined ? chosen : chosen.map(({ workers, victim }) => ({ workers, victim }));
const report = await run({
  stop: stop.signal,
  rounds: numberOf("rounds"),
  seed: numberOf("seed"),
  roundsPerSession: values.session === undefined ? 10 : numberOf("session"),
  lanes: numberOf("lanes"),
  logs: values.logs ?? null,
  earlier: values.from === undefined ? null : resolve(values.from),
  modes,
  tell: (line) => (values.json ? console.error(line) : console.log(line)),
});
const within = new Set(modes.flatMap(({ victim }) => pointsOf(victim)));
const left = POINTS.filter((point) => within.has(point) && report.points[point] === 0);
const isCovered = left.length === 0 || report.rounds < COVERING_ROUNDS;
if (values.json) console.log(JSON.stringify(report, null, 2));
else {
  console.log(`\nkills by point:\n${POINTS.map((point) => `  ${String(report.points[point]).padStart(5)}  ${point}`).join("\n")}`);
  console.log(`ends of deliveries: ${JSON.stringify(report.ends)}`);
  console.log(
    `${report.rounds} rounds (seed ${report.seed}), ${report.posts} posts, ${report.kills} kills, ${report.violations.length} violations, ` +
      `${report.seconds} s, ${report.medianRoundSeconds} s in the middle round`,
  );
}
if (!isCovered) console.error(`never killed at: ${left.join(", ")}`);
process.exitCode = report.violations.length === 0 && isCovered ? 0 : 1;

function numberOf(name: "rounds" | "seed" | "session" | "lanes"): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} is a whole number above 0, not ${values[name]}`);
  return number;
}

function modesOf(workers: string | undefined, kill: string | undefined): Mode[] {
  const chosen = MODES.filter(
    (mode) => (workers ?? String(mode.workers)) === String(mode.workers) && (kill ?? mode.victim) === mode.victim,
  );
  if (chosen.length === 0) throw new Error(`--workers is 1, 2 or 3, --kill one of ${VICTIMS.join(", ")}; not all go together`);
  return chosen;
}
