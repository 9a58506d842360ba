import { setTimeout as sleep } from "node:timers/promises";

/** Ends waits that would never end. Generous, because a busy machine is slow, not wrong. */
export const PATIENCE_SECONDS = 300;
/** Short at first, for results that are almost there; then longer, so that polling does not add load. */
const PAUSE_MILLISECONDS_MIN = 10;
const PAUSE_MILLISECONDS_MAX = 200;

/** Polls until the answer is neither null nor false and returns it; after five minutes fails with `hope` in the message. */
export async function eventually<T>(hope: string, ask: () => T | null | false | Promise<T | null | false>): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_SECONDS * 1000;
  for (let pause = PAUSE_MILLISECONDS_MIN; ; pause = Math.min(pause * 1.3, PAUSE_MILLISECONDS_MAX)) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (performance.now() > giveUpAt) throw new Error(`not within ${PATIENCE_SECONDS} s: ${hope}`);
    await sleep(pause);
  }
}

/** Retries until `ask` succeeds, for something that is just restarting; after five minutes throws the last error. */
export async function persistently<T>(ask: () => Promise<T>): Promise<T> {
  let last: unknown;
  const answer = await eventually("an answer", () =>
    ask().then(
      (value) => ({ value }),
      (error: unknown) => {
        last = error;
        return null;
      },
    ),
  ).catch((late: unknown) => {
    throw last ?? late;
  });
  return answer.value;
}
