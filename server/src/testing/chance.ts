import { chanceOf } from "../networks/sandbox/chance.ts";

/** A seeded random number generator. */
export interface Chance {
  /** From `min` to `max`, both included. */
  number(min: number, max: number): number;
  pick<T>(choices: readonly T[]): T;
  /** True with this probability in percent. */
  percent(part: number): boolean;
}

export function createChance(seed: number): Chance {
  let draw = 0;
  const number = (min: number, max: number) => {
    draw += 1;
    return min + Math.floor(chanceOf(seed, draw) * (max - min + 1));
  };
  return {
    number,
    pick(choices) {
      const index = number(0, choices.length - 1);
      return choices[index] as (typeof choices)[number];
    },
    percent: (part) => number(1, 100) <= part,
  };
}
