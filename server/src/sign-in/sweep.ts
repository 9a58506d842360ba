import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import { deleteEndedSessions } from "./session-store.ts";
import { deleteEndedThrottles } from "./throttle-store.ts";

const SWEEP_SECONDS = 600;

/**
 * Runs the work when it is asked to, at most every ten minutes in a process: what has ended counts for nothing whether it
 * is still there or not, so that nobody has to delete it in time. Whoever asks never fails by it.
 */
export function createSweep(app: App, work: (now: Instant) => Promise<void>): () => Promise<void> {
  let sweptAt: Instant | null = null;
  return async () => {
    const now = app.clock.now();
    if (sweptAt !== null && addSeconds(sweptAt, SWEEP_SECONDS) > now) return;
    sweptAt = now;
    await work(now).catch((error: unknown) => app.log.error({ event: "sweep failed", err: error }));
  };
}

export async function sweepSignIn(app: App, now: Instant): Promise<void> {
  await deleteEndedSessions(app.db, now);
  await deleteEndedThrottles(app.db, now);
}
