import type { Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { deleteEndedSessions } from "./session-store.ts";
import { deleteEndedThrottles } from "./throttle-store.ts";

export async function sweepSignIn(app: App, now: Instant): Promise<void> {
  await deleteEndedSessions(app.db, now);
  await deleteEndedThrottles(app.db, now);
}
