import { type Instant, secondsBetween } from "@rostrum/contract/formats.ts";

/** For how many seconds the oldest of these has been waiting; 0 if nothing waits. */
export function oldestAge(moments: readonly (Instant | null)[], now: Instant): number {
  const [oldest] = moments.filter((moment) => moment !== null).sort();
  return oldest === undefined ? 0 : Math.max(0, secondsBetween(oldest, now));
}
