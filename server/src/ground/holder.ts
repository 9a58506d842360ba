import { AsyncLocalStorage } from "node:async_hooks";
import { currentOrigin } from "./origin.ts";

/** For whom the service works by itself, such as a brand whose posts it publishes. */
const carried = new AsyncLocalStorage<string>();

/** Whose turn it is, where many share what can do little at a time; null for the service's own work. */
export function currentHolder(): string | null {
  const named = carried.getStore();
  if (named !== undefined) return named;
  const { actor } = currentOrigin();
  return actor.kind === "person" ? `person ${actor.viewer.publicId}` : null;
}

/** Does work in the turns of a brand, unless it is done for a person who waits for it: then it takes theirs. */
export function inTurnOfBrand<T>(brandId: number, work: () => T): T {
  return currentHolder() === null ? carried.run(`brand ${brandId}`, work) : work();
}
