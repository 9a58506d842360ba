import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../../server/src/database/testing.ts";
import { type Chance, chanceFrom } from "./chance.ts";
import { type Mode, POINTS, type Point, planRound } from "./plan.ts";
import { slugOf } from "./platforms.ts";
import { playRound } from "./round.ts";
import { openSession } from "./session.ts";

export interface RunOptions {
  readonly rounds: number;
  readonly seed: number;
  /** What is killed, and where: one of each session after the other. */
  readonly modes: readonly Mode[];
  readonly roundsPerSession: number;
  /** Folder that takes the service's log of a session whose promises were broken. */
  readonly logs: string | null;
  /** Ends the run after the round that is being played. */
  readonly stop?: AbortSignal;
  /** Called with one line per round. */
  readonly tell: (line: string) => void;
}

export interface Report {
  readonly seed: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Of a round, without what starts and ends its session. */
  readonly medianRoundSeconds: number;
  readonly kills: number;
  /** How often something was killed there. */
  readonly points: Readonly<Record<string, number>>;
  readonly victims: Readonly<Record<string, number>>;
  readonly posts: number;
  readonly ends: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

/** A run is given up after so many rounds that broke a promise: the first ones say enough. */
const BROKEN_ROUNDS_MAX = 5;
const ROUND_SECONDS_MAX = 150;

/** Plays rounds until all are played, and tells what was found. Nothing of it runs any more when this resolves. */
export async function run(options: RunOptions): Promise<Report> {
  const { rounds, seed, modes, tell } = options;
  const isStopped = () => options.stop?.aborted === true;
  const chance = chanceFrom(seed);
  await using compiled = await temporaryFolder();
  const start = performance.now();
  const tally = { points: counter(), victims: counter(), ends: counter() };
  const durations: number[] = [];
  const violations: string[] = [];
  let posts = 0;
  let broken = 0;
  let isFull = true;
  for (let session = 0, played = 0; played < rounds && broken < BROKEN_ROUNDS_MAX && !isStopped(); session += 1) {
    const mode = modes[session % modes.length] as Mode;
    await using ground = await openSession({ workers: mode.workers, isDatabaseKilled: mode.victim !== "service", compiled: compiled.path });
    const until = Math.min(rounds, played + Math.min(options.roundsPerSession, mode.roundsMax ?? rounds));
    for (; played < until && broken < BROKEN_ROUNDS_MAX && isFull && !isStopped(); played += 1) {
      const point = nextPoint(tally.points.counts, chance);
      const networks = ground.platforms.types.map(slugOf);
      const plan = planRound({ chance, point, victim: mode.victim, workers: mode.workers, networks });
      const since = performance.now();
      const name = `k${seed}r${played}`;
      const round = playRound(ground, { plan, chance: chanceFrom(seed * 1_000_003 + played), name });
      const result = await Promise.race([round, sleep(ROUND_SECONDS_MAX * 1000, null, { ref: false })]);
      const seconds = (performance.now() - since) / 1000;
      durations.push(seconds);
      const found =
        result === null ? [`no end after ${ROUND_SECONDS_MAX} seconds`] : [...result.violations, ...(await ground.complaints())];
      for (const where of result?.killed ?? []) tally.points.add(where);
      if ((result?.killed.length ?? 0) > 0) tally.victims.add(mode.victim);
      for (const [end, count] of Object.entries(result?.ends ?? {})) tally.ends.add(end, count);
      posts += result?.posts ?? 0;
      const kills = plan.kills.map((kill) => `${kill.point}#${kill.hits}`).join(", ");
      tell(
        `round ${played} workers=${mode.workers} kill=${mode.victim} at ${kills} away=${plan.awaySeconds}s fault=${plan.fault?.kind ?? "none"}: ` +
          `killed ${result?.killed.length ?? 0} in ${seconds.toFixed(1)} s, ${found.length === 0 ? "ok" : `${found.length} VIOLATIONS`}`,
      );
      for (const violation of found) tell(`  ${violation}`);
      violations.push(...found.map((violation) => `${name}: ${violation}`));
      if (found.length > 0) {
        broken += 1;
        if (options.logs !== null) await ground.keepLog(join(options.logs, `${name}.log`));
      }
      // A round that goes on below the next one would make it fail for nothing.
      if (result === null) isFull = false;
    }
    if (!isFull) break;
  }
  return {
    seed,
    rounds: durations.length,
    seconds: Math.round((performance.now() - start) / 100) / 10,
    medianRoundSeconds: Math.round((durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0) * 100) / 100,
    kills: Object.values(tally.points.counts).reduce((sum, count) => sum + count, 0),
    points: Object.fromEntries(POINTS.map((point) => [point, tally.points.counts[point] ?? 0])),
    victims: tally.victims.counts,
    posts,
    ends: tally.ends.counts,
    violations,
  };
}

/** Where nothing was killed yet comes first, so that a run of some length leaves no point out. */
function nextPoint(counts: Readonly<Record<string, number>>, chance: Chance): Point {
  const fresh = POINTS.filter((point) => (counts[point] ?? 0) === 0);
  return chance.pick(fresh.length > 0 ? fresh : POINTS);
}

function counter() {
  const counts: Record<string, number> = {};
  return {
    counts,
    add(name: string, count = 1) {
      counts[name] = (counts[name] ?? 0) + count;
    },
  };
}
