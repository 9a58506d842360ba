import { setTimeout as wait } from "node:timers/promises";

/** Polls until the result is not null; on time-out fails with what was expected. */
export async function eventually<T>(hope: string, ask: () => Promise<T | null>, secondsMax = 20): Promise<T> {
  const deadline = Date.now() + secondsMax * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > deadline) throw new Error(`not within ${secondsMax} s: ${hope}`);
    await wait(100);
  }
}
