import type { Account, Call, OutgoingPost } from "../../connectors/connector.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import { postsBy } from "../../connectors/once/deliver.ts";
import { chainOf } from "./chain.ts";
import { planPost } from "./plan.ts";

/** Publishes a post as one post of the profile or a chain of them. */
export const { publish, find, firstPart } = postsBy((post, account, call) => {
  if (post.segments.length > 1 && lacks(account.grant, "threads_manage_replies")) {
    const reason = "A thread needs the permission to reply, which was not given at the log-in: log in to Threads again.";
    return { kind: "rejected", reason };
  }
  return sentChain(post, account, call);
}, sentChain);

function sentChain(post: OutgoingPost, account: Account, call: Call) {
  const plan = planPost(post);
  return plan.kind === "pieces" ? chainOf(plan, { account, call, replyTo: null }) : plan;
}
