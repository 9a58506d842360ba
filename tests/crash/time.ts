import { fromEpochMilliseconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";

/** The clock of service and platforms: system time plus the offset that the rounds have added. */
export interface Time {
  readonly offsetMilliseconds: number;
  now(): Instant;
  /** Advances to the moment at once; never goes back. */
  passTo(moment: Instant): void;
  pass(seconds: number): void;
}

export function createTime(onChange: (offsetMilliseconds: number) => void): Time {
  let offset = 0;
  const add = (milliseconds: number) => {
    if (milliseconds <= 0) return;
    offset += Math.ceil(milliseconds);
    onChange(offset);
  };
  return {
    get offsetMilliseconds() {
      return offset;
    },
    now: () => fromEpochMilliseconds(Date.now() + offset),
    passTo: (moment) => add(toEpochMilliseconds(moment) - (Date.now() + offset)),
    pass: (seconds) => add(seconds * 1000),
  };
}
