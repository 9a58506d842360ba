import type { Aim, Measure } from "./bench.ts";
import { type Call, load, type Round } from "./load.ts";
import type { Child } from "./processes/child.ts";
import { median, percentile, spreadOf } from "./statistics.ts";

/** One of the two that are compared, and what it is asked. */
export interface Side {
  readonly child: Child;
  readonly call: Call;
}

const WARM_UP_SECONDS = 1.5;
const ROUNDS = 5;
const ROUND_SECONDS = 3;

/**
 * Requests per second of the service as a ratio to those of the floor. The two take turns, so that whatever else the
 * machine does meets both, and each pair of rounds gives one ratio; the median of them is the value.
 */
export async function compare(title: string, sides: { readonly service: Side; readonly floor: Side }, aim: Aim): Promise<Measure> {
  await load(sides.service.child.port, sides.service.call, WARM_UP_SECONDS);
  await load(sides.floor.child.port, sides.floor.call, WARM_UP_SECONDS);
  const service: Measured[] = [];
  const floor: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    service.push(await measure(sides.service));
    floor.push(await measure(sides.floor));
  }
  const ratios = service.map((round, index) => round.perSecond / (floor[index]?.perSecond ?? Number.NaN));
  return {
    title,
    value: median(ratios),
    unit: "x",
    spread: spreadOf(ratios),
    aim,
    facts: { ...factsOf("service", service), ...factsOf("floor", floor) },
  };
}

interface Measured extends Round {
  readonly perSecond: number;
  /** Processor time of the server's process for one request. */
  readonly cpuMicroseconds: number;
}

async function measure({ child, call }: Side): Promise<Measured> {
  const before = await child.cpuMicroseconds();
  const round = await load(child.port, call, ROUND_SECONDS);
  const used = (await child.cpuMicroseconds()) - before;
  return { ...round, perSecond: round.requests / round.seconds, cpuMicroseconds: used / round.requests };
}

function factsOf(side: string, rounds: readonly Measured[]): Measure["facts"] {
  const milliseconds = rounds.flatMap((round) => round.milliseconds);
  return {
    [`${side} requests/s`]: Math.round(median(rounds.map((round) => round.perSecond))),
    [`${side} p50 ms`]: rounded(percentile(milliseconds, 0.5)),
    [`${side} p99 ms`]: rounded(percentile(milliseconds, 0.99)),
    [`${side} CPU µs/request`]: Math.round(median(rounds.map((round) => round.cpuMicroseconds))),
  };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
