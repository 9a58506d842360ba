import type { Account, Call, FindOutcome, OutgoingComment, PublishOutcome } from "../connector.ts";
import { chainOf, goOn } from "./chain.ts";
import { type Plan, planComment } from "./plan.ts";
import { findChain } from "./publish.ts";
import { settingsOf } from "./settings.ts";
import { lengthMax } from "./text.ts";

/** Replies to the published post: a reply is a post like any other. */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  const plan = planFor(order, account);
  return plan.kind === "pieces" ? goOn(chainOf(plan, { account, call, replyTo: order.remoteId })) : plan;
}

export async function findComment(order: OutgoingComment, account: Account, call: Call): Promise<FindOutcome> {
  const plan = planFor(order, account);
  return plan.kind === "pieces" ? findChain(chainOf(plan, { account, call, replyTo: order.remoteId })) : { kind: "absent" };
}

function planFor({ text }: OutgoingComment, { settings }: Account): Plan {
  return planComment(text, lengthMax(settingsOf(settings).premium));
}
