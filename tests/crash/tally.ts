import { POINTS, type Point } from "./plan.ts";
import type { RoundResult } from "./round.ts";
import type { Victim } from "./words.ts";

/** The result of a run. */
export interface Report {
  readonly seed: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Excludes starting and ending the round's session. */
  readonly medianRoundSeconds: number;
  readonly kills: number;
  /** Number of kills at each point. */
  readonly points: Readonly<Record<string, number>>;
  /** Number of rounds in which each was killed. */
  readonly victims: Readonly<Record<string, number>>;
  readonly posts: number;
  /** Number of deliveries, including comments, by final state. */
  readonly ends: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

export interface PlayedRound {
  readonly name: string;
  readonly victim: Victim;
  readonly seconds: number;
  /** Null if the round did not finish. */
  readonly result: RoundResult | null;
  readonly violations: readonly string[];
}

export interface Tally {
  add(round: PlayedRound): void;
  killsAt(point: Point): number;
  brokenRounds(): number;
  report(): Report;
}

export function createTally(seed: number): Tally {
  const start = performance.now();
  const rounds: PlayedRound[] = [];
  const results = () => rounds.flatMap(({ result }) => result ?? []);
  const killsAt = (point: Point) => results().reduce((sum, { killed }) => sum + killed.filter((one) => one === point).length, 0);
  return {
    add: (round) => void rounds.push(round),
    killsAt,
    brokenRounds: () => rounds.filter(({ violations }) => violations.length > 0).length,
    report() {
      const durations = rounds.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
      const killed = rounds.filter(({ result }) => (result?.killed.length ?? 0) > 0);
      const ends = results().flatMap((result) => Object.entries(result.ends));
      return {
        seed,
        rounds: rounds.length,
        seconds: rounded((performance.now() - start) / 1000, 1),
        medianRoundSeconds: rounded(durations[Math.floor(durations.length / 2)] ?? 0, 2),
        kills: results().reduce((sum, result) => sum + result.killed.length, 0),
        points: Object.fromEntries(POINTS.map((point) => [point, killsAt(point)])),
        victims: sums(killed.map(({ victim }) => [victim, 1])),
        posts: results().reduce((sum, { posts }) => sum + posts, 0),
        ends: sums(ends),
        violations: rounds.flatMap(({ name, violations }) => violations.map((violation) => `${name}: ${violation}`)),
      };
    },
  };
}

function sums(counts: readonly (readonly [string, number])[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, count] of counts) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
