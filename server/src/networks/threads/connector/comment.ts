import type { Account, Call, FindOutcome, OutgoingComment, PublishOutcome } from "../../connectors/connector.ts";
import { asPublished, goOn } from "./chain.ts";
import { isPlaceholder } from "./placeholder.ts";
import { planComment } from "./plan.ts";
import { chainOf, findChain } from "./publish.ts";
import { lacks } from "./scopes.ts";

/** Replies to the published post: a reply is a post like any other. Also continues one that is being processed. */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  const plan = planComment(order.text);
  if (plan.kind !== "pieces") return plan;
  if (isPlaceholder(order.remoteId)) {
    return { kind: "rejected", reason: "Threads does not show under which id it published the post, so nothing can reply to it." };
  }
  if (lacks(account.grant, "threads_manage_replies")) {
    return {
      kind: "rejected",
      reason: "A comment needs the permission to reply, which was not given at the log-in: log in to Threads again.",
    };
  }
  const chain = chainOf(plan, { account, call, replyTo: order.remoteId });
  return asPublished(await goOn(chain), chain);
}

export async function findComment(order: OutgoingComment, account: Account, call: Call): Promise<FindOutcome> {
  const plan = planComment(order.text);
  return plan.kind === "pieces" ? findChain(chainOf(plan, { account, call, replyTo: order.remoteId })) : { kind: "absent" };
}
