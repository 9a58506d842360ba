import type { ChannelDetails } from "@rostrum/contract/private/channel-kinds.ts";

/** What a channel is up to, the most urgent first. The one truth about it: every place that says how a channel is asks here. */
export type ConditionKind = "needsLogIn" | "off" | "needsChoice" | "held" | "endsSoon" | "works";

export interface Condition {
  readonly kind: ConditionKind;
  /** In the service's or the network's words; null where there is nothing to add. */
  readonly reason: string | null;
  /** When it ends: a hold, or the access. */
  readonly until: string | null;
}

/** So long before a log-in ends that does not renew by itself, the channel says so. */
export const WARNING_DAYS = 7;
const DAY_MILLISECONDS = 24 * 3_600_000;

type Facts = Pick<ChannelDetails, "status" | "needsLogIn" | "inactiveReason" | "lacks" | "heldUntil" | "heldReason" | "logInEndsAt">;

export function conditionOf(channel: Facts, now: number): Condition {
  const { status, needsLogIn, inactiveReason, lacks, heldUntil, heldReason, logInEndsAt } = channel;
  if (status === "INACTIVE") return { kind: needsLogIn ? "needsLogIn" : "off", reason: inactiveReason, until: null };
  if (lacks !== null) return { kind: "needsChoice", reason: null, until: null };
  if (heldUntil !== null) return { kind: "held", reason: heldReason, until: heldUntil };
  if (logInEndsAt !== null && Date.parse(logInEndsAt) - now < WARNING_DAYS * DAY_MILLISECONDS)
    return { kind: "endsSoon", reason: null, until: logInEndsAt };
  return { kind: "works", reason: null, until: null };
}

/** `Switched off by Ada.`: reasons come as parts of sentences. */
export function sentence(text: string): string {
  const begun = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
