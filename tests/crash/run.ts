import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import type { NewFault } from "@rostrum/contract/private/sandbox.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { type Chance, chanceFrom } from "./chance.ts";
import { type Mode, type Point, planRound, planSession, pointsOf, type RoundPlan } from "./plan.ts";
import { slugOf } from "./platforms.ts";
import { playRound } from "./round.ts";
import { openSession } from "./session.ts";
import { createTally, type Report, type Tally } from "./tally.ts";

export interface RunOptions {
  readonly rounds: number;
  readonly seed: number;
  /** What is killed, and in which installation: sessions take them in turn. */
  readonly modes: readonly Mode[];
  readonly roundsPerSession: number;
  /** Concurrent sessions, because a round mostly waits. */
  readonly lanes: number;
  /** Folder with an earlier version, installed: installations whose processes are replaced begin with it. Null: with this one. */
  readonly earlier: string | null;
  /** Folder for the service's logs of sessions with violations. */
  readonly logs: string | null;
  /** Ends the run after the current rounds. */
  readonly stop?: AbortSignal;
  /** Called with one line per round. */
  readonly tell: (line: string) => void;
}

/** A run stops after this many broken rounds: the first ones are enough. */
const BROKEN_ROUNDS_MAX = 5;
const ROUND_SECONDS_MAX = 600;
const NO_END = `no end after ${ROUND_SECONDS_MAX} seconds`;

/** Plays all rounds and returns the findings. Nothing is left running when it resolves. */
export async function run(options: RunOptions): Promise<Report> {
  await using compiled = await temporaryFolder();
  const tally = createTally(options.seed);
  const sessions = plannedSessions(options).values();
  const lane = async () => {
    for (const session of sessions) {
      if (isOver(options, tally)) return;
      await playSession({ ...options, compiled: compiled.path, tally }, session);
    }
  };
  await Promise.all(Array.from({ length: options.lanes }, lane));
  return tally.report();
}

interface PlannedSession {
  readonly mode: Mode;
  readonly first: number;
  readonly rounds: number;
}

function plannedSessions({ rounds, modes, roundsPerSession }: RunOptions): PlannedSession[] {
  const sessions: PlannedSession[] = [];
  for (let first = 0; first < rounds; first += sessions.at(-1)?.rounds ?? 0) {
    const mode = modes[sessions.length % modes.length] as Mode;
    sessions.push({ mode, first, rounds: Math.min(rounds - first, roundsPerSession, mode.roundsMax ?? rounds) });
  }
  return sessions;
}

interface Run extends RunOptions {
  readonly compiled: string;
  readonly tally: Tally;
}

async function playSession(run: Run, { mode, first, rounds }: PlannedSession): Promise<void> {
  const { seed, tally, compiled } = run;
  const { workers, victim } = mode;
  const lasting = planSession(chanceFrom(seed * 1_000_003 - first - 1));
  const earlier = victim === "rolling" ? run.earlier : null;
  await using ground = await openSession({ workers, compiled, lasting, earlier });
  if (earlier !== null)
    run.tell(`${earlier} with ${await ground.topology.migrations()} migrations begins the installation of round ${first}`);
  for (let number = first; number < first + rounds && !isOver(run, tally); number += 1) {
    const name = `k${seed}r${number}`;
    const chance = chanceFrom(seed * 1_000_003 + number);
    const point = nextPoint(tally, chance, pointsOf(victim));
    const { types, isPossible } = ground.platforms;
    const plan = planRound({ number, chance, point, victim, workers, networks: types.map(slugOf), isPossible });
    const since = performance.now();
    const round = playRound(ground, { plan, chance, name }).catch((error: unknown) => `the round failed: ${inspect(error)}`);
    const ended = await Promise.race([round, sleep(ROUND_SECONDS_MAX * 1000, NO_END, { ref: false })]);
    const seconds = (performance.now() - since) / 1000;
    const result = typeof ended === "string" ? null : ended;
    const found = typeof ended === "string" ? [ended] : [...ended.violations, ...(await ground.complaints())];
    tally.add({ name, victim, seconds, result, violations: found });
    const kills = plan.kills.map((kill) => `${kill.point}#${kill.hits}`).join(", ");
    run.tell(
      `round ${number} workers=${workers} kill=${victim} at ${kills} away=${plan.awaySeconds}s faults=${faultsOf(lasting, plan.faults)}` +
        `${troubleOf(plan)}: ` +
        `killed ${result?.killed.length ?? 0} in ${seconds.toFixed(1)} s, ${found.length === 0 ? "ok" : `${found.length} VIOLATIONS`}`,
    );
    for (const violation of found) run.tell(`  ${violation}`);
    if (found.length > 0 && run.logs !== null) await ground.keepLog(join(run.logs, `${name}.log`));
    // A round without a result may still be running, or have stopped midway, and would make the next one fail.
    if (result === null) return;
  }
}

function faultsOf(...faults: readonly (readonly NewFault[])[]): string {
  return [...new Set(faults.flat().map(({ kind }) => kind))].join("+") || "none";
}

function troubleOf({ leftOn, wrongClock }: RoundPlan): string {
  const left = leftOn === null ? "" : ` ${leftOn.fault.kind} on ${leftOn.fault.network} for ${leftOn.seconds}s`;
  if (wrongClock === null) return left;
  return `${left} clock=${wrongClock.aheadSeconds}s of ${wrongClock.worker === null ? "all" : `worker ${wrongClock.worker}`}`;
}

function isOver({ stop }: RunOptions, tally: Tally): boolean {
  return stop?.aborted === true || tally.brokenRounds() >= BROKEN_ROUNDS_MAX;
}

/** Points without a kill come first, so that a long enough run covers all of them. */
function nextPoint(tally: Tally, chance: Chance, points: readonly Point[]): Point {
  const fresh = points.filter((point) => tally.killsAt(point) === 0);
  return chance.pick(fresh.length > 0 ? fresh : points);
}
