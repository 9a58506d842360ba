import type { RostrumClient } from "./client/api.ts";
import type { ClientOptions } from "./client/facts.ts";
import type { ReconcileOptions } from "./client/reconcile/facts.ts";
import { createReconcilingClient as reconciling } from "./client/reconcile.ts";
import { createClient as plain } from "./client.ts";

/** The package `rostrum-client`: `docs/typed-client.md`. */

export type * from "./client/api.ts";
export type {
  Answer,
  CallOptions,
  CallProblem,
  ClientOptions,
  DeprecationNotice,
  Failure,
  PageAnswer,
  PageFacts,
  RetryPolicy,
  Sentences,
  Settled,
  SuccessOf,
  Upload,
} from "./client/facts.ts";
export type { Doubt, ReconcileOptions, ReconcilePolicy, TakeTurns } from "./client/reconcile/facts.ts";

/** A client that sends each change once and returns what became of it; `baseUrl` is `<public url>/v1`. */
export function createClient(options: ClientOptions): RostrumClient {
  return plain(options);
}

/**
 * A client that carries out each change exactly once, over a network that loses replies: if a reply does not come, it looks in the
 * lists before it sends again. Each change costs one more GET.
 */
export function createReconcilingClient(options: ReconcileOptions): RostrumClient {
  return reconciling(options);
}
