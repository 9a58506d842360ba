import type { ChannelDetails } from "@rostrum/contract/private/channel-kinds.ts";

/** What a channel is up to, the most urgent first. */
export type ConditionKind = "needs-log-in" | "off" | "needs-choice" | "held" | "ends-soon" | "works";

export interface Condition {
  readonly kind: ConditionKind;
  /** In the service's or the network's words; null where there is nothing to add. */
  readonly reason: string | null;
  /** When it ends: a hold, or the access. */
  readonly until: string | null;
}

/** So long before its access ends, a channel says so. */
export const WARNING_DAYS = 7;
const DAY_MILLISECONDS = 24 * 3_600_000;

type Facts = Pick<ChannelDetails, "status" | "needsLogIn" | "inactiveReason" | "lacks" | "heldUntil" | "heldReason" | "logInEndsAt">;

export function conditionOf(channel: Facts, now: number): Condition {
  const { status, needsLogIn, inactiveReason, lacks, heldUntil, heldReason, logInEndsAt } = channel;
  if (status === "INACTIVE") return { kind: needsLogIn ? "needs-log-in" : "off", reason: inactiveReason, until: null };
  if (lacks !== null) return { kind: "needs-choice", reason: null, until: null };
  if (heldUntil !== null) return { kind: "held", reason: heldReason, until: heldUntil };
  if (logInEndsAt !== null && Date.parse(logInEndsAt) - now < WARNING_DAYS * DAY_MILLISECONDS)
    return { kind: "ends-soon", reason: null, until: logInEndsAt };
  return { kind: "works", reason: null, until: null };
}

/** `Switched off by Ada.`: reasons come as parts of sentences. */
export function sentence(text: string): string {
  const begun = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
