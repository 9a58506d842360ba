import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { countAttempt } from "./throttle-store.ts";

/** How often something may be tried. */
export interface Allowance {
  readonly key: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/**
 * Counts one attempt and returns the whole seconds to wait when the limit is exceeded, else null. Call it before the attempt:
 * concurrent attempts would all pass a check made afterwards.
 */
export async function secondsToWait(app: Pick<App, "db" | "clock">, { key, max, windowSeconds }: Allowance): Promise<number | null> {
  const now = app.clock.now();
  const { count, endsAt } = await countAttempt(app.db, { key, windowSeconds, now });
  if (count <= max) return null;
  return Math.max(1, Math.ceil((toEpochMilliseconds(endsAt) - toEpochMilliseconds(now)) / 1000));
}
