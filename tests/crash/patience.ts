import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_SECONDS = 60;

/** Reads until it succeeds: for questions to something that is just coming back. Throws the last error when it does not. */
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
