import type { NewFault } from "@rostrum/contract/private/sandbox.ts";
import { CRASH_POINTS, type CrashPoint } from "../../server/src/ground/crash-points.ts";
import type { Chance } from "./chance.ts";
import { PLATFORM_POINTS, type PlatformPoint } from "./platforms.ts";
import type { Victim } from "./words.ts";

export type Point = CrashPoint | PlatformPoint | "any time";

/** All points at which a run may kill. */
export const POINTS: readonly Point[] = [...CRASH_POINTS, ...PLATFORM_POINTS, "any time"];

export type Workers = 1 | 2 | 3;

/** The kind of installation, and which part of it is killed. */
export interface Mode {
  readonly workers: Workers;
  readonly victim: Victim;
  /**
   * Per session unless told otherwise: a database that keeps being killed takes longer and longer to start, and short runs shall
   * have all modes.
   */
  readonly roundsMax?: number;
}

/** In the order in which the sessions of a run take turns. */
export const MODES: readonly Mode[] = [
  { workers: 1, victim: "service" },
  { workers: 3, victim: "frozen", roundsMax: 4 },
  { workers: 2, victim: "service" },
  { workers: 1, victim: "database", roundsMax: 4 },
  { workers: 3, victim: "rolling", roundsMax: 3 },
  { workers: 2, victim: "both", roundsMax: 4 },
  { workers: 1, victim: "both" },
  { workers: 2, victim: "database", roundsMax: 4 },
  { workers: 3, victim: "service", roundsMax: 4 },
];

/** Only requests reach these, and who asks a frozen process for something waits. */
const OF_REQUESTS = /^(create|patch|delete)\./;

/** Where this can be done to a process. */
export function pointsOf(victim: Victim): readonly Point[] {
  if (victim === "rolling") return ["any time"];
  return victim === "frozen" ? POINTS.filter((point) => !OF_REQUESTS.test(point)) : POINTS;
}

/** One kill: the n-th time a process reaches the point. */
export interface PlannedKill {
  readonly point: Point;
  readonly hits: number;
  readonly victim: Victim;
  /** Used for `any time`. */
  readonly afterMilliseconds: number;
  /** Which process is killed; with `alsoNext` the next one too. */
  readonly which: number;
  readonly alsoNext: boolean;
  /** How long a frozen process stands still, unless everything else has ended before. */
  readonly frozenMilliseconds: number;
}

export interface RoundPlan {
  /** The second kill comes after the service has been restarted. */
  readonly kills: readonly PlannedKill[];
  /** How long the service is down after the first kill, on its own clock. */
  readonly awaySeconds: number;
  /** Whether to wait until engagement counts have been read. */
  readonly waitsForCounts: boolean;
  /** In effect at the same time. */
  readonly faults: readonly NewFault[];
  /** Left on from the start, and taken away. */
  readonly leftOn: LeftOn | null;
  readonly wrongClock: WrongClock | null;
}

/** What is wrong with a network for so long by its own clock. */
export interface LeftOn {
  readonly fault: NewFault;
  readonly seconds: number;
}

export interface WrongClock {
  /** How far it is ahead of the networks' clocks; negative: behind. */
  readonly aheadSeconds: number;
  /** The one worker whose clock it is; null: all processes have it. */
  readonly worker: number | null;
}

/** How often a round reaches a point at least; by default once. */
const HITS_MAX: Partial<Record<Point, number>> = {
  "create.before-commit": 4,
  "create.after-commit": 4,
  "patch.before-commit": 2,
  "patch.after-commit": 2,
  "delete.before-commit": 2,
  "delete.after-commit": 2,
  "departure.before-commit": 3,
  "departure.after-commit": 3,
  "slots.before-commit": 3,
  "slots.after-commit": 3,
  "jobs.before-request": 4,
  "jobs.after-request": 4,
  "job.after-take": 4,
  "job.before-done": 4,
  "job.after-done": 4,
  "attempt.before-start": 8,
  "attempt.after-start": 8,
  "attempt.after-call": 8,
  "checkpoint.before-write": 12,
  "checkpoint.after-write": 12,
  "outcome.before-commit": 8,
  "outcome.after-commit": 8,
  "platform.post-arrived": 10,
  "platform.post-done": 10,
};

/** Points that a process reaches only after another kill, because an attempt has to be interrupted first. */
const AFTER_CUT: readonly Point[] = ["cut-off.before-commit", "cut-off.after-commit"];
const CUTTING: readonly Point[] = ["attempt.after-start", "attempt.after-call", "platform.post-arrived", "platform.post-done"];
const FAULTS = ["refuse-429", "error-before", "cut-before", "error-after", "cut-after", "slow"] as const;
const LOSING_ANSWERS = ["error-after", "cut-after"] as const;
/**
 * Has idempotency keys but also lookups, so it may forget the keys. A webhook receiver that forgets them would rightly post
 * twice.
 */
const FORGETFUL_NETWORK = "mastodon";
const FORGETS_KEYS: NewFault = { network: FORGETFUL_NETWORK, kind: "ignore-keys", requests: "posts", seed: 1 };
const HOUR_SECONDS = 3600;
/** Shorter than the silence after which the database gives its locks to others, about as long, and longer. */
const FROZEN_MILLISECONDS = [1500, 4000, 7000, 10_000, 14_000, 30_000];

/** While this is done to one process, others work on. */
const KEEPS_RUNNING: readonly Victim[] = ["frozen", "rolling"];

/** Mostly a moment; over an hour, so that slots are missed and idempotency keys expire; over a day. */
const AWAY_SECONDS = [0, 0, 0, 0, 0, 0, 0, 40, 2 * HOUR_SECONDS, 26 * HOUR_SECONDS];

/** The faults that a session's networks have from the start, before anything is connected to them. */
export function planSession(chance: Chance): NewFault[] {
  return chance.happens(50) ? [FORGETS_KEYS] : [];
}

export function planRound(options: {
  /** Of the round within the run. */
  number: number;
  chance: Chance;
  point: Point;
  victim: Victim;
  workers: Workers;
  networks: readonly string[];
  isPossible: (fault: NewFault) => boolean;
}): RoundPlan {
  const { chance, point, networks } = options;
  const needsCut = AFTER_CUT.includes(point);
  const points: readonly Point[] = needsCut
    ? [chance.pick(CUTTING), point]
    : chance.happens(30)
      ? [point, chance.pick(pointsOf(options.victim).filter((one) => !AFTER_CUT.includes(one)))]
      : [point];
  return {
    kills: points.map((one) => planKill(one, options)),
    awaySeconds: needsCut || KEEPS_RUNNING.includes(options.victim) ? 0 : chance.pick(AWAY_SECONDS),
    waitsForCounts: points.some((one) => one.startsWith("counts.")),
    faults: chance.happens(35) ? planFaults(chance, networks) : [],
    leftOn: options.number % 2 === 1 ? planLeftOn(options) : null,
    wrongClock: options.number % CLOCK_WRONG_EVERY === 0 ? planClock(options) : null,
  };
}

const CLOCK_WRONG_EVERY = 5;
const CLOCK_WRONG_SECONDS = 600;

function planClock({ chance, workers }: { chance: Chance; workers: Workers }): WrongClock {
  const aheadSeconds = chance.pick([CLOCK_WRONG_SECONDS, -CLOCK_WRONG_SECONDS]);
  return { aheadSeconds, worker: workers > 1 && chance.happens(50) ? chance.below(workers) : null };
}

/** Shorter than what the service tries for, so that every post can go out afterwards unless the fault itself says no. */
const LEFT_ON_SECONDS = [600, HOUR_SECONDS, 3 * HOUR_SECONDS];

/** What can be wrong with a network until somebody mends it. Where only a part of the calls is struck, the rest works. */
const LEFT_ON: readonly Omit<NewFault, "network" | "seed">[] = [
  { kind: "refuse-429", requests: "all", percent: 100, seconds: 60 },
  { kind: "refuse-503", requests: "all", percent: 100, seconds: 60 },
  { kind: "error-before", requests: "all", percent: 100 },
  { kind: "cut-before", requests: "all", percent: 100 },
  { kind: "revoked", requests: "posts", percent: 100 },
  { kind: "duplicate", requests: "posts", percent: 30 },
  { kind: "lists-refused", requests: "all", percent: 100 },
  { kind: "error-after", requests: "posts", percent: 100 },
  { kind: "cut-after", requests: "posts", percent: 100 },
  { kind: "torn-after", requests: "posts", percent: 100 },
  { kind: "garbled-after", requests: "posts", percent: 100 },
  { kind: "large-after", requests: "posts", percent: 50 },
  { kind: "slow", requests: "posts", percent: 100, seconds: 1 },
  { kind: "processing", requests: "all", percent: 100, seconds: 300 },
  { kind: "processing-fails", requests: "all", percent: 50, seconds: 30 },
  { kind: "upload-lost", requests: "all", percent: 50 },
  { kind: "container-ends", requests: "all", percent: 50 },
  { kind: "late-lists", requests: "all", seconds: 120 },
  { kind: "token-ended", requests: "all" },
  { kind: "access-revoked", requests: "all" },
  { kind: "quota", requests: "all" },
];

/** A prime: rounds that follow each other have different kinds and networks. */
const STRIDE = 61;

/** Every kind on every network that has it, in turn. */
function planLeftOn({ number, chance, networks, isPossible }: Parameters<typeof planRound>[0]): LeftOn {
  const faults = LEFT_ON.flatMap((fault) => networks.map((network): NewFault => ({ ...fault, network, seed: number })));
  const possible = faults.filter(isPossible);
  const fault = possible[((number >> 1) * STRIDE) % possible.length] as NewFault;
  return { fault, seconds: chance.pick(LEFT_ON_SECONDS) };
}

function planFaults(chance: Chance, networks: readonly string[]): NewFault[] {
  const count = 1 + chance.below(2);
  if (!networks.includes(FORGETFUL_NETWORK) || !chance.happens(60)) {
    return [{ network: chance.pick(networks), kind: chance.pick(FAULTS), requests: "posts", seconds: 1, count, seed: 1 }];
  }
  return [FORGETS_KEYS, { network: FORGETFUL_NETWORK, kind: chance.pick(LOSING_ANSWERS), requests: "posts", count: 2 * count, seed: 1 }];
}

function planKill(point: Point, { chance, victim, workers }: { chance: Chance; victim: Victim; workers: Workers }): PlannedKill {
  // Several workers share the work, and each counts for itself.
  const most = Math.ceil((HITS_MAX[point] ?? 1) / workers);
  return {
    point,
    hits: 1 + chance.below(most),
    victim,
    afterMilliseconds: chance.below(900),
    which: chance.below(6),
    alsoNext: workers > 1 && chance.happens(30),
    frozenMilliseconds: chance.pick(FROZEN_MILLISECONDS),
  };
}
