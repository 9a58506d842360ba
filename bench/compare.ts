import type { Aim, Measure } from "./bench.ts";
import { type Call, type Load, load } from "./load.ts";
import type { Child } from "./processes/child.ts";
import { median, percentile, spreadOf } from "./statistics.ts";

/** One of the two servers being compared, and its request. */
export interface Side {
  readonly child: Child;
  readonly call: Call;
}

const WARM_UP_SECONDS = 1.5;
const ROUNDS = 5;
/** A round is three seconds of each side, in slices of half a second. */
const SLICES = 6;
const SLICE_SECONDS = 0.5;

/**
 * Requests per second of the service relative to the floor. The two alternate in short slices, so that other load on the machine
 * affects both; each round gives one ratio, and their median is the result. CPU time per request is reported as well, since it
 * hardly depends on other load.
 */
export async function compare(title: string, sides: { readonly service: Side; readonly floor: Side }, aim: Aim): Promise<Measure> {
  await load(sides.service.child.port, sides.service.call, WARM_UP_SECONDS);
  await load(sides.floor.child.port, sides.floor.call, WARM_UP_SECONDS);
  const service: Round[] = [];
  const floor: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const slices: { service: Slice[]; floor: Slice[] } = { service: [], floor: [] };
    for (let slice = 0; slice < SLICES; slice += 1) {
      slices.service.push(await measure(sides.service));
      slices.floor.push(await measure(sides.floor));
    }
    service.push(asRound(slices.service));
    floor.push(asRound(slices.floor));
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

interface Slice extends Load {
  /** CPU time of the server's process. */
  readonly cpuMicroseconds: number;
}

async function measure({ child, call }: Side): Promise<Slice> {
  const before = await child.cpuMicroseconds();
  const done = await load(child.port, call, SLICE_SECONDS);
  return { ...done, cpuMicroseconds: (await child.cpuMicroseconds()) - before };
}

interface Round {
  readonly perSecond: number;
  readonly cpuMicrosecondsEach: number;
  readonly milliseconds: readonly number[];
}

function asRound(slices: readonly Slice[]): Round {
  const sum = (of: (slice: Slice) => number) => slices.reduce((total, slice) => total + of(slice), 0);
  const requests = sum((slice) => slice.milliseconds.length);
  return {
    perSecond: requests / sum((slice) => slice.seconds),
    cpuMicrosecondsEach: sum((slice) => slice.cpuMicroseconds) / requests,
    milliseconds: slices.flatMap((slice) => slice.milliseconds),
  };
}

function factsOf(side: string, rounds: readonly Round[]): Measure["facts"] {
  const milliseconds = rounds.flatMap((round) => round.milliseconds);
  return {
    [`${side} requests/s`]: Math.round(median(rounds.map((round) => round.perSecond))),
    [`${side} p50 ms`]: rounded(percentile(milliseconds, 0.5)),
    [`${side} p99 ms`]: rounded(percentile(milliseconds, 0.99)),
    [`${side} CPU µs/request`]: Math.round(median(rounds.map((round) => round.cpuMicrosecondsEach))),
  };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
