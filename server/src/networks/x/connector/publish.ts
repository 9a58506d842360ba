import type { Account, Call, OutgoingPost } from "../../connectors/connector.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import { postsBy } from "../../connectors/once/deliver.ts";
import { chainOf } from "./chain.ts";
import { FIRST, planPost } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { limitFor, settingsOf } from "./settings.ts";
import { LONG_TEXT_LENGTH_MAX } from "./unverified.ts";

/** Publishes a post as one post of the account or a chain of them. */
export const { publish, find, firstPart } = postsBy(chainFor, sentChain);

function chainFor(post: OutgoingPost, account: Account, call: Call) {
  const plan = planPost(post, limitFor(progressOf(call.checkpoint), FIRST, settingsOf(account.settings)));
  if (plan.kind !== "pieces") return plan;
  if (post.media.length > 0 && lacks(account.grant, "media.write")) {
    const reason = "Pictures and videos need the permission to upload, which was not given at the log-in: log in to X again.";
    return { kind: "rejected", reason } as const;
  }
  return chainOf(plan, { account, call, replyTo: null });
}

/** What of the post may exist, whatever the limit by now. */
function sentChain(post: OutgoingPost, account: Account, call: Call) {
  const planned = planPost(post, limitFor(progressOf(call.checkpoint), FIRST, settingsOf(account.settings)));
  const plan = planned.kind === "rejected" ? planPost(post, LONG_TEXT_LENGTH_MAX) : planned;
  return plan.kind === "pieces" ? chainOf(plan, { account, call, replyTo: null }) : plan;
}
