import { setImmediate } from "node:timers/promises";

/** Short beside what people notice, long beside the cost of a turn. */
const TURN_MILLISECONDS = 20;

/**
 * Runs a long computation that yields where it can be interrupted, and lets the event loop go on every 20 ms. One step must be short
 * itself.
 */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const end = performance.now() + TURN_MILLISECONDS;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() < end);
    await setImmediate();
  }
}

/** As `flatMap` of arrays, in turns. */
export function flatMapInTurns<I, O>(items: readonly I[], map: (item: I) => O | readonly O[]): Promise<O[]> {
  return inTurns(mapping());

  function* mapping(): Generator<void, O[]> {
    const found: O[][] = [];
    for (const item of items) {
      found.push([item].flatMap(map));
      yield;
    }
    return found.flat();
  }
}
