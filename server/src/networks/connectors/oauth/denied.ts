import type { Account, Call, Unauthorized } from "../connector.ts";

/** A step of a connector: what the network denies to a grant with one account, it denies to all channels of the grant. */
export function deniedToGrant<Order, T>(step: Step<Order, T>): Step<Order, T | Unauthorized> {
  return async (order, account, call) => {
    const outcome = await step(order, account, call);
    return account.grant !== null && isUnauthorized(outcome) ? { ...outcome, scope: "grant" } : outcome;
  };
}

type Step<Order, T> = (order: Order, account: Account, call: Call) => Promise<T>;

function isUnauthorized(outcome: unknown): outcome is Unauthorized {
  return typeof outcome === "object" && outcome !== null && "kind" in outcome && outcome.kind === "unauthorized";
}
