import type { ClientOptions, Failure, RetryPolicy } from "../facts.ts";

export interface ReconcileOptions extends ClientOptions {
  readonly reconcile?: Partial<ReconcilePolicy>;
  /** Mutual exclusion beyond this process; see `TakeTurns`. */
  readonly takeTurns?: TakeTurns;
  /** Called when an outcome is in doubt, and with each step that follows. */
  readonly onDoubt?: (doubt: Doubt) => void;
}

/** Retry limits for mutations whose outcome is in doubt. */
export interface ReconcilePolicy {
  /** Maximum number of times the request is sent. */
  readonly sends: number;
  /** How long a request whose reply was lost may still be in flight. After this the lists are conclusive. */
  readonly settleSeconds: number;
  /** The same if the service downloads something before it stores anything, for which it waits up to two minutes. */
  readonly fetchSettleSeconds: number;
  /** Retry policy for reading the lists: more patient than for other GETs, because the outcome depends on them. */
  readonly looks: RetryPolicy;
}

/** Progress of a mutation whose outcome is in doubt. */
export type Doubt =
  | { readonly step: "looking"; readonly problem: Failure }
  | { readonly step: "found"; readonly id: string | number }
  | { readonly step: "again"; readonly sends: number };

/**
 * Runs work under a key while no other work with the same key is running. If several processes share an account, this must
 * exclude all of them: in browsers `navigator.locks.request`, in Node a lock file.
 */
export type TakeTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>;
