/**
 * Limits how many pieces of work run at once; the others wait in order. If `giveUp` aborts while waiting, the promise
 * rejects with its reason and the work is not started.
 */
export type Gate = <T>(work: () => Promise<T>, giveUp?: AbortSignal) => Promise<T>;

export function createGate(width: number): Gate {
  const waiting = new Set<() => void>();
  let running = 0;
  return async (work, giveUp) => {
    if (running >= width) await turn(waiting, giveUp);
    else running += 1;
    try {
      return await work();
    } finally {
      const [next] = waiting;
      // The next in line takes over the place.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function turn(waiting: Set<() => void>, giveUp: AbortSignal | undefined): Promise<void> {
  giveUp?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(take);
      reject(giveUp?.reason);
    };
    const take = () => {
      waiting.delete(take);
      giveUp?.removeEventListener("abort", leave);
      resolve();
    };
    waiting.add(take);
    giveUp?.addEventListener("abort", leave, { once: true });
  });
}
