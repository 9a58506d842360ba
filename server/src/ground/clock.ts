import { fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";

/**
 * The only source of time. Engine, queue, limits and timestamps take it as a parameter, so that tests and forecasts can move it.
 */
export interface Clock {
  now(): Instant;
}

/** The system clock, with millisecond resolution. */
export const systemClock: Clock = { now: () => fromEpochMilliseconds(Date.now()) };
