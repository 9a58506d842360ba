import type { SandboxWorld } from "../../sandbox/network.ts";

const turnsOf = new WeakMap<SandboxWorld, Map<string, Promise<void>>>();

/** Runs one after the other, in this process, what concerns the same thing. */
export function inTurn<T>(world: SandboxWorld, id: string, run: () => Promise<T>): Promise<T> {
  const turns = turnsOf.getOrInsertComputed(world, () => new Map<string, Promise<void>>());
  const mine = (turns.get(id) ?? Promise.resolve()).then(run);
  const end = () => {
    if (turns.get(id) === over) turns.delete(id);
  };
  const over = mine.then(end, end);
  turns.set(id, over);
  return mine;
}
