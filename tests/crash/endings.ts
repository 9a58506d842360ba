import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { FaultKind } from "@rostrum/contract/private/sandbox.ts";
import type { DeliveryReason } from "@rostrum/contract/reasons.ts";
import type { DeliveryFacts } from "./ledger.ts";
import type { RoundPlan } from "./plan.ts";
import { slugOf } from "./platforms.ts";
import type { Asked } from "./posts.ts";

/** What a network that has the fault may refuse for good. What waits for a fault to end has to go out once it has. */
const ENDS_BY: Readonly<Partial<Record<FaultKind, readonly DeliveryReason[]>>> = {
  revoked: ["unauthorized", "undecided", "channel_inactive"],
  "access-revoked": ["unauthorized", "undecided", "channel_inactive"],
  // The channels' credentials have no other token to be renewed with.
  "token-ended": ["unauthorized", "undecided", "channel_inactive"],
  duplicate: ["rejected"],
  "processing-fails": ["rejected"],
  // What an application may not read is also how far a file has been processed.
  "lists-refused": ["rejected"],
};

/** The same on X alone: its spending cap lasts for a month, and of a file that it no longer has it says what it says of one that it does not take. */
const ENDS_ON_X: typeof ENDS_BY = { quota: ["held_too_long"], "container-ends": ["rejected"] };

/** A fault may lose more than the one call that is made again. */
const LOSING: readonly FaultKind[] = ["error-before", "cut-before", "error-after", "cut-after", "refuse-503"];

/** Where nobody can find out what became of a call: `docs/reliability.md#what-tells-whether-a-request-arrived`. */
const BLIND: readonly ChannelType[] = ["TikTok", "Telegram"];

/** Whether a delivery that did not go out had to end so: everything else could have gone out, and did not. */
export function isExcused(
  { status, reason, message }: DeliveryFacts,
  { asked, type, plan, kills }: { asked: Asked; type: ChannelType; plan: RoundPlan; kills: number },
): boolean {
  if (reason === "unsuitable" || reason === "parent_not_published" || asked.deletion !== null) return true;
  const of = (fault: { readonly network: string }) => fault.network === slugOf(type);
  const leftOn = plan.leftOn !== null && of(plan.leftOn.fault) ? plan.leftOn.fault.kind : null;
  const said = leftOn === null ? [] : (ENDS_BY[leftOn] ?? (type === "X" ? ENDS_ON_X[leftOn] : null) ?? []);
  if (said.some((one) => one === reason)) return true;
  // The waits between a network's attempts to fetch a picture pass at once, while the service needs its time to start again.
  if (reason === "rejected" && kills > 0 && /could not fetch/.test(message ?? "")) return true;
  // Networks refuse a post whose text is that of the last one.
  if (reason === "rejected" && asked.mode === "EVERGREEN") return true;
  const isLosing = [...plan.faults.filter(of).map(({ kind }) => kind), ...(leftOn === null ? [] : [leftOn])].some((kind) =>
    LOSING.includes(kind),
  );
  return status === "FAILED" && reason === "undecided" && (isLosing || kills > 1 || BLIND.includes(type));
}

/** The networks that may have said that a channel's access has ended. */
export function mayStop(type: ChannelType, { leftOn }: RoundPlan): boolean {
  return leftOn?.fault.network === slugOf(type) && ENDS_BY[leftOn.fault.kind]?.includes("unauthorized") === true;
}
