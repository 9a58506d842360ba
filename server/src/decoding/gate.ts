/**
 * Lets so many pieces of work run at the same time; the others wait in their order. Whoever waits until `giveUp` aborts is
 * rejected with its reason, and the work is not begun.
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
      // Whoever waits takes the place over.
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
