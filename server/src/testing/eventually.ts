import { setTimeout as sleep } from "node:timers/promises";

/** It ends what would never end. A machine with much else to do is slow and not wrong, so nothing is held to less. */
const PATIENCE_SECONDS = 120;
/** Short at first, for what is nearly there; then longer, so that who waits does not make the machine busier. */
const PAUSE_MILLISECONDS_MIN = 10;
const PAUSE_MILLISECONDS_MAX = 200;

/** The first answer that is neither null nor false; fails with what was hoped for when there is none for two minutes. */
export async function eventually<T>(hope: string, ask: () => T | null | false | Promise<T | null | false>): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_SECONDS * 1000;
  for (let pause = PAUSE_MILLISECONDS_MIN; ; pause = Math.min(pause * 1.3, PAUSE_MILLISECONDS_MAX)) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (performance.now() > giveUpAt) throw new Error(`not within ${PATIENCE_SECONDS} s: ${hope}`);
    await sleep(pause);
  }
}

/** The first answer that is no error, for questions to something that is just coming back; after two minutes the last error. */
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
