import type { TakeTurns } from "./facts.ts";

const last = new Map<string, Promise<unknown>>();

/** Mutual exclusion within this process. */
export const turnsInProcess: TakeTurns = async (key, work) => {
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(work);
  // Each caller handles its own failure; the next one only waits for the end.
  const ended = mine.catch(() => {});
  last.set(key, ended);
  try {
    return await mine;
  } finally {
    if (last.get(key) === ended) last.delete(key);
  }
};
