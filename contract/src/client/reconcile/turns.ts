/**
 * Runs work under a key when no other work under the same key runs. Where several processes share an account, the function
 * has to hold among them all: in browsers `navigator.locks.request`, in Node a lock file.
 */
export type TakeTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

const last = new Map<string, Promise<unknown>>();

/** Turns among everything in this process. */
export const turnsInProcess: TakeTurns = async (key, work) => {
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(work);
  // A failure is its own caller's matter; whoever comes next only waits for the end.
  const ended = mine.catch(() => {});
  last.set(key, ended);
  try {
    return await mine;
  } finally {
    if (last.get(key) === ended) last.delete(key);
  }
};
