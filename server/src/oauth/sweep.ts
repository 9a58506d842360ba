import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import { transaction } from "../database/query.ts";
import { deleteEndedSessions } from "../sign-in/session-store.ts";
import { deleteEndedThrottles } from "../sign-in/throttle-store.ts";
import { deleteUnusedClients } from "./client-store.ts";
import { deleteEndedGrants } from "./grant-store.ts";

const SWEEP_SECONDS = 600;

/**
 * Deletes what has ended, at most every ten minutes in a process: what nobody looks at any more need not be deleted in
 * time. What has ended counts for nothing whether it is still there or not.
 */
export function createSweep(app: App): () => Promise<void> {
  let sweptAt: Instant | null = null;
  return async () => {
    const now = app.clock.now();
    if (sweptAt !== null && addSeconds(sweptAt, SWEEP_SECONDS) > now) return;
    sweptAt = now;
    await deleteEndedSessions(app.db, now);
    await deleteEndedThrottles(app.db, now);
    await transaction(app.db, (tx) => deleteEndedGrants(tx, now));
    await deleteUnusedClients(app.db, now);
  };
}
