/** A benchmark: a file that exports one of these, and a line in `main.ts`. */
export interface Bench {
  /** The word that selects it: `npm run bench -- list`. */
  readonly name: string;
  /** What it does, in one line. */
  readonly about: string;
  /** It takes too long to run with all others. */
  readonly onlyIfNamed?: true;
  /** Starts what it needs, measures, and stops it again. Throws on a wrong reply: benchmarking errors is pointless. */
  run(): Promise<Measure[]>;
}

export interface Measure {
  readonly title: string;
  readonly value: number;
  /** Unit of the value; `x` is a ratio. */
  readonly unit: string;
  /** Smallest and largest value of the rounds; null if there was only one. */
  readonly spread: readonly [least: number, most: number] | null;
  readonly aim: Aim | null;
  /** Additional figures by name, such as absolute numbers. */
  readonly facts: Readonly<Record<string, number | string>>;
}

export type Aim = { readonly atLeast: number } | { readonly atMost: number };

export function reaches(aim: Aim, value: number): boolean {
  return "atLeast" in aim ? value >= aim.atLeast : value <= aim.atMost;
}
