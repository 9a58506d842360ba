import { currentHolder } from "../holder.ts";

/**
 * Limits how many pieces of work run at once; the others wait. Those who wait take turns: somebody with a hundred pieces delays others no
 * longer than somebody with one. If `giveUp` aborts while waiting, the promise rejects with its reason and the work is not started.
 */
export type Gate = <T>(work: () => Promise<T>, giveUp?: AbortSignal) => Promise<T>;

type Holder = string | null;

/** `perHolder`: how much of it may run for one person or brand, all of it by default. What the service does for itself may take it all. */
export function createGate(width: number, perHolder: number = width): Gate {
  const waiting = new Map<Holder, Set<() => void>>();
  const running = new Map<Holder, number>();
  let total = 0;
  const mayStart = (holder: Holder) => total < width && (holder === null || (running.get(holder) ?? 0) < perHolder);
  const begin = (holder: Holder) => {
    total += 1;
    running.set(holder, (running.get(holder) ?? 0) + 1);
  };
  const end = (holder: Holder) => {
    total -= 1;
    const left = (running.get(holder) ?? 1) - 1;
    if (left === 0) running.delete(holder);
    else running.set(holder, left);
    for (const [next, works] of waiting) {
      if (!mayStart(next)) continue;
      const [take] = works;
      // Behind the others who wait.
      waiting.delete(next);
      if (works.size > 1) waiting.set(next, works);
      begin(next);
      take?.();
      return;
    }
  };
  return async (work, giveUp) => {
    const holder = currentHolder();
    if (mayStart(holder)) begin(holder);
    else await turn(waiting, holder, giveUp);
    try {
      return await work();
    } finally {
      end(holder);
    }
  };
}

/** Resolves when the place has been taken for the holder. */
function turn(waiting: Map<Holder, Set<() => void>>, holder: Holder, giveUp: AbortSignal | undefined): Promise<void> {
  giveUp?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const works = waiting.get(holder) ?? new Set();
    waiting.set(holder, works);
    const leave = () => {
      works.delete(take);
      if (works.size === 0 && waiting.get(holder) === works) waiting.delete(holder);
      reject(giveUp?.reason);
    };
    const take = () => {
      works.delete(take);
      giveUp?.removeEventListener("abort", leave);
      resolve();
    };
    works.add(take);
    giveUp?.addEventListener("abort", leave, { once: true });
  });
}
