import { GRANT_CRASH_POINTS } from "../../../server/src/ground/crash-points.ts";
import type { Chance } from "../chance.ts";
import type { Keepers } from "./keepers.ts";
import type { Renewal, RenewalWatch } from "./network.ts";
import type { GrantPoint } from "./words.ts";

/** Kills of a keeper: at its own points, while the network has its request, and at random. */
export const KILL_POINTS = [
  ...GRANT_CRASH_POINTS,
  "network.request-arrived",
  "network.request-dropped",
  "network.rotated",
  "any time",
] as const;
/** What else may come in the middle of a renewal. */
export const DISTURBANCES = ["locks lost", "connections lost", "answer lost", "log-in"] as const;
export type Strike = (typeof KILL_POINTS)[number] | (typeof DISTURBANCES)[number];

interface Plan {
  readonly strike: Strike;
  /** How many renewals arrive before it. */
  readonly waits: number;
  readonly hits: number;
  readonly killsAll: boolean;
  readonly isBeforeRotation: boolean;
  readonly afterMilliseconds: number;
}

export interface StrikesOptions {
  readonly chance: Chance;
  readonly kinds: readonly Strike[];
  /** At most this many renewals arrive between two strikes. */
  readonly gap: number;
  readonly keepers: () => Keepers;
  /** Cuts connections to the database: those that hold locks, or all of the keepers'. */
  readonly cut: (which: "locks" | "all") => Promise<void>;
  /** The person whose tokens these are logs in anew. */
  readonly logIn: (renewal: Renewal) => Promise<void>;
}

const HITS_MAX = 3;
const KILLS_ALL_PERCENT = 15;
const ANY_TIME_MILLISECONDS_MAX = 150;

/** One strike after the other, each kind as often as any other. */
export class Strikes implements RenewalWatch {
  readonly counts = new Map<Strike, number>();
  /** Processes killed, including those that died beside the one that was struck. */
  kills = 0;
  readonly #options: StrikesOptions;
  #bag: Strike[] = [];
  #plan: Plan;
  /** Renewals that have arrived since the last strike. */
  #arrived = 0;
  /** A kill under way. */
  #awaited: Plan | null = null;
  /** A renewal that is struck while the network has it. */
  #hit: { readonly renewal: Renewal; readonly plan: Plan } | null = null;
  #isOver = false;

  constructor(options: StrikesOptions) {
    this.#options = options;
    this.#plan = this.#draw();
  }

  async arrived(renewal: Renewal): Promise<"carry out" | "drop"> {
    this.#arrived += 1;
    const isDue = !this.#isOver && this.#awaited === null && this.#hit === null && this.#arrived > this.#plan.waits;
    if (!isDue) return "carry out";
    const plan = this.#plan;
    const { strike } = plan;
    if (isOwnPoint(strike)) {
      this.#awaited = plan;
      this.#options.keepers().arm({ point: strike, hits: plan.hits });
    } else if (strike === "any time") {
      setTimeout(() => void this.#kill(plan, this.#options.chance.pick(this.#options.keepers().names)), plan.afterMilliseconds);
    } else {
      this.#hit = { renewal, plan };
      if (comesBefore(plan)) await this.#act(renewal, plan);
    }
    return strike === "network.request-dropped" ? "drop" : "carry out";
  }

  async rotated(renewal: Renewal): Promise<"answer" | "hang up"> {
    if (this.#hit?.renewal !== renewal) return "answer";
    const { plan } = this.#hit;
    await this.#act(renewal, plan);
    return plan.strike === "answer lost" ? "hang up" : "answer";
  }

  /** Somebody was killed. */
  onKilled(): void {
    this.kills += 1;
    const plan = this.#awaited;
    if (plan === null) return;
    this.#awaited = null;
    this.#options.keepers().arm(null);
    this.#done(plan);
    if (plan.killsAll) void this.#options.keepers().killAll();
  }

  stop(): void {
    this.#isOver = true;
    this.#awaited = null;
    this.#options.keepers().arm(null);
  }

  async #act(renewal: Renewal, plan: Plan): Promise<void> {
    const { cut, logIn } = this.#options;
    if (plan.strike === "locks lost") await cut("locks");
    else if (plan.strike === "connections lost") await cut("all");
    else if (plan.strike === "log-in") await logIn(renewal);
    else if (plan.strike !== "answer lost") await this.#kill(plan, renewal.keeper);
    this.#hit = null;
    if (isDisturbance(plan.strike)) this.#done(plan);
  }

  async #kill(plan: Plan, keeper: string): Promise<void> {
    if (this.#isOver) return;
    this.#awaited = plan;
    const isKilled = await this.#options.keepers().kill(keeper);
    // It is down already: the next renewal is struck instead.
    if (!isKilled) this.#awaited = null;
  }

  #done({ strike }: Plan): void {
    this.counts.set(strike, (this.counts.get(strike) ?? 0) + 1);
    this.#arrived = 0;
    this.#plan = this.#draw();
  }

  #draw(): Plan {
    const { chance, kinds, gap } = this.#options;
    if (this.#bag.length === 0) this.#bag = chance.shuffled(kinds);
    const strike = this.#bag.pop();
    if (strike === undefined) throw new Error("no kinds to strike with");
    return {
      strike,
      waits: chance.below(gap),
      hits: 1 + chance.below(HITS_MAX),
      killsAll: chance.happens(KILLS_ALL_PERCENT),
      isBeforeRotation: chance.happens(50),
      afterMilliseconds: chance.below(ANY_TIME_MILLISECONDS_MAX),
    };
  }
}

function comesBefore({ strike, isBeforeRotation }: Plan): boolean {
  if (strike === "network.rotated" || strike === "answer lost") return false;
  return strike === "network.request-arrived" || strike === "network.request-dropped" || isBeforeRotation;
}

function isOwnPoint(strike: Strike): strike is GrantPoint {
  return GRANT_CRASH_POINTS.some((point) => point === strike);
}

function isDisturbance(strike: Strike): boolean {
  return DISTURBANCES.some((one) => one === strike);
}
