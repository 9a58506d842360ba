/**
 * Runs work under a key while no other work with the same key is running. If several processes share an account, this must
 * exclude all of them: in browsers `navigator.locks.request`, in Node a lock file.
 */
export type TakeTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

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
