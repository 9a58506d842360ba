const turns = new Map<string, Promise<unknown>>();

/** Runs one after the other, in this process, what concerns the same thing. */
export async function inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
  const done = (turns.get(key) ?? Promise.resolve()).then(act);
  const settled = done.catch(() => {});
  turns.set(key, settled);
  try {
    return await done;
  } finally {
    if (turns.get(key) === settled) turns.delete(key);
  }
}
