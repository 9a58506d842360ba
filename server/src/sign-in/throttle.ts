import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import { countAttempt } from "./throttle-store.ts";

/** How often something may be tried. */
export interface Allowance {
  readonly key: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/**
 * Counts one attempt and answers the whole seconds to wait when it is one too many, else null. To be asked before the
 * attempt: attempts at the same time would all pass a count that follows them.
 */
export async function secondsToWait(app: Pick<App, "db" | "clock">, { key, max, windowSeconds }: Allowance): Promise<number | null> {
  const now = app.clock.now();
  const { count, endsAt } = await countAttempt(app.db, { key, windowSeconds, now });
  if (count <= max) return null;
  return Math.max(1, Math.ceil((toEpochMilliseconds(endsAt) - toEpochMilliseconds(now)) / 1000));
}
