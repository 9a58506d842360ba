import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_SECONDS = 60;

/** Retries a read of something that is just restarting. Throws the last error on time-out. */
export async function persistently<Result>(read: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + PATIENCE_SECONDS * 1000;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await sleep(200);
    }
  }
}
