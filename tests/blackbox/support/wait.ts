import { setTimeout as wait } from "node:timers/promises";

/** Asks again until the answer is not null; fails with what was hoped for when that takes too long. */
export async function eventually<T>(hope: string, ask: () => Promise<T | null>, secondsMax = 20): Promise<T> {
  const deadline = Date.now() + secondsMax * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > deadline) throw new Error(`not within ${secondsMax} s: ${hope}`);
    await wait(100);
  }
}
