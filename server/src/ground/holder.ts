import { AsyncLocalStorage } from "node:async_hooks";
import { currentOrigin } from "./origin.ts";

/** Whose turn it is, where many share what can do little at a time. */
export interface Holder {
  /** The account, by the public id of its owner: whatever it has running counts together, however many brands it has. */
  readonly account: string;
  /** Whether a person waits for it. Inside an account, they take turns with what the service does for its brands. */
  readonly isAwaited: boolean;
}

const carried = new AsyncLocalStorage<() => Promise<string>>();

/** For whom something is done; null for the service's own work. */
export function currentHolder(): Holder | null | Promise<Holder> {
  const account = carried.getStore();
  if (account !== undefined) return account().then((found) => ({ account: found, isAwaited: false }));
  const { actor } = currentOrigin();
  return actor.kind === "person" ? { account: actor.viewer.publicId, isAwaited: true } : null;
}

/** Does work in an account's turns, unless it is done for a person who waits for it: then it takes theirs. It is asked for when needed. */
export function inTurnOf<T>(account: () => Promise<string>, work: () => T): T {
  const isHeld = carried.getStore() !== undefined || currentOrigin().actor.kind === "person";
  return isHeld ? work() : carried.run(account, work);
}
