import { fromEpochMilliseconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";

/** The clocks of service and networks: system time plus the offset that the rounds have added. */
export interface Time {
  /** The networks' offset from system time. */
  readonly offsetMilliseconds: number;
  /** How far the service's clock is ahead of the networks'; negative: behind. */
  aheadMilliseconds: number;
  /** What the service's clock says. */
  now(): Instant;
  networksNow(): Instant;
  /** Advances to the moment at once; never goes back. */
  passTo(moment: Instant): void;
  pass(seconds: number): void;
}

export function createTime(onChange: () => void): Time {
  let offset = 0;
  let ahead = 0;
  const add = (milliseconds: number) => {
    if (milliseconds <= 0) return;
    offset += Math.ceil(milliseconds);
    onChange();
  };
  return {
    get offsetMilliseconds() {
      return offset;
    },
    get aheadMilliseconds() {
      return ahead;
    },
    set aheadMilliseconds(milliseconds) {
      ahead = milliseconds;
      onChange();
    },
    now: () => fromEpochMilliseconds(Date.now() + offset + ahead),
    networksNow: () => fromEpochMilliseconds(Date.now() + offset),
    passTo: (moment) => add(toEpochMilliseconds(moment) - (Date.now() + offset + ahead)),
    pass: (seconds) => add(seconds * 1000),
  };
}
