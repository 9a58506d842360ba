import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";

const SWEEP_SECONDS = 600;

/**
 * Runs the clean-up on request, at most every ten minutes per process. Expired rows are ignored everywhere, so deleting them is
 * not urgent. Callers never see its failures.
 */
export function createSweep(app: App, work: (now: Instant) => Promise<void>): () => Promise<void> {
  let sweptAt: Instant | null = null;
  return async () => {
    const now = app.clock.now();
    // A clock that was set back does not put it off.
    if (sweptAt !== null && sweptAt <= now && addSeconds(sweptAt, SWEEP_SECONDS) > now) return;
    sweptAt = now;
    await work(now).catch((error: unknown) => app.log.error({ event: "sweep failed", err: error }));
  };
}
