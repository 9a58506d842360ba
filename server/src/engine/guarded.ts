import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../app.ts";

/** The database may be away for a while: a loop says so and goes on a second later. Null where `work` failed. */
export async function guarded<T>(app: App, part: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    app.log.error({ event: "engine trouble", part, err: error });
    await sleep(1000);
    return null;
  }
}
