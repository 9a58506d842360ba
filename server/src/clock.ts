import { fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";

/** The one source of time. Engine, queue, limits and stamps take it as a parameter, so that tests and forecasts move it. */
export interface Clock {
  now(): Instant;
}

/** The machine's own clock. Microseconds below the millisecond are zero. */
export const systemClock: Clock = { now: () => fromEpochMilliseconds(Date.now()) };
