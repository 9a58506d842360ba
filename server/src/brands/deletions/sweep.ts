import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import { rememberedSince } from "./rules.ts";
import { forgetDeleted } from "./store.ts";

const SWEEP_MILLISECONDS = 3_600_000;

/** Forgets what was deleted long ago, once an hour until stopped. Never rejects. */
export async function sweepDeletions(app: App, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await forgetDeleted(app.db, rememberedSince(app.clock.now())).catch((error: unknown) =>
      app.log.error({ event: "engine trouble", part: "deletions", err: error }),
    );
    await sleep(SWEEP_MILLISECONDS, undefined, { signal: stop }).catch(() => {});
  }
}
