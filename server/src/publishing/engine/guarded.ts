import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";

/** Keeps a loop alive while the database is unreachable: logs the error, waits a second and returns null. */
export async function guarded<T>(app: App, part: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    app.log.error({ event: "engine trouble", part, err: error });
    await sleep(1000);
    return null;
  }
}
