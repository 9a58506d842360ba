import type { Account, Unauthorized } from "../connector.ts";

/** The outcome for a channel: what the network denies to a grant with one account, it denies to all channels of the grant. */
export function deniedToGrant<T>(outcome: T | Unauthorized, { grant }: Account): T | Unauthorized {
  return grant !== null && isUnauthorized(outcome) ? { ...outcome, scope: "grant" } : outcome;
}

function isUnauthorized(outcome: unknown): outcome is Unauthorized {
  return typeof outcome === "object" && outcome !== null && "kind" in outcome && outcome.kind === "unauthorized";
}
