import type { Account, Call, OutgoingComment } from "../../connectors/connector.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import { commentsBy } from "../../connectors/once/deliver.ts";
import { chainOf } from "./chain.ts";
import { isPlaceholder } from "./placeholder.ts";
import { planComment } from "./plan.ts";

/** Replies to the published post: a reply is a post like any other. */
export const { comment, findComment } = commentsBy((order, account, call) => {
  if (isPlaceholder(order.remoteId)) {
    return { kind: "rejected", reason: "Threads does not show under which id it published the post, so nothing can reply to it." };
  }
  if (lacks(account.grant, "threads_manage_replies")) {
    const reason = "A comment needs the permission to reply, which was not given at the log-in: log in to Threads again.";
    return { kind: "rejected", reason };
  }
  return sentReply(order, account, call);
}, sentReply);

function sentReply({ text, remoteId }: OutgoingComment, account: Account, call: Call) {
  const plan = planComment(text);
  return plan.kind === "pieces" ? chainOf(plan, { account, call, replyTo: remoteId }) : plan;
}
