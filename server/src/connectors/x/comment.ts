import type { Account, Call, FindOutcome, OutgoingComment, PublishOutcome } from "../connector.ts";
import { chainOf, goOn } from "./chain.ts";
import { COMMENT, type Plan, planComment } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { findChain } from "./publish.ts";
import { limitFor, settingsOf } from "./settings.ts";
import { LONG_TEXT_LENGTH_MAX } from "./unverified.ts";

/** Replies to the published post: a reply is a post like any other. */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  const plan = planFor(order, account, call);
  return plan.kind === "pieces" ? goOn(chainOf(plan, { account, call, replyTo: order.remoteId })) : plan;
}

export async function findComment(order: OutgoingComment, account: Account, call: Call): Promise<FindOutcome> {
  const planned = planFor(order, account, call);
  const plan = planned.kind === "rejected" ? planComment(order.text, LONG_TEXT_LENGTH_MAX) : planned;
  return plan.kind === "pieces" ? findChain(chainOf(plan, { account, call, replyTo: order.remoteId })) : { kind: "absent" };
}

function planFor({ text }: OutgoingComment, { settings }: Account, { checkpoint }: Call): Plan {
  return planComment(text, limitFor(progressOf(checkpoint), COMMENT, settingsOf(settings)));
}
