import type { Account, Call, OutgoingComment } from "../../connectors/connector.ts";
import { commentsBy } from "../../connectors/once/deliver.ts";
import { chainOf } from "./chain.ts";
import { COMMENT, type Plan, planComment } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { limitFor, settingsOf } from "./settings.ts";
import { LONG_TEXT_LENGTH_MAX } from "./unverified.ts";

/** Replies to the published post: a reply is a post like any other. */
export const { comment, findComment } = commentsBy(
  (order, account, call) => replyOf(planFor(order, account, call), order, { account, call }),
  (order, account, call) => {
    const plan = planFor(order, account, call);
    return replyOf(plan.kind === "rejected" ? planComment(order.text, LONG_TEXT_LENGTH_MAX) : plan, order, { account, call });
  },
);

function planFor({ text }: OutgoingComment, { settings }: Account, { checkpoint }: Call): Plan {
  return planComment(text, limitFor(progressOf(checkpoint), COMMENT, settingsOf(settings)));
}

function replyOf(plan: Plan, { remoteId }: OutgoingComment, around: { readonly account: Account; readonly call: Call }) {
  return plan.kind === "pieces" ? chainOf(plan, { ...around, replyTo: remoteId }) : plan;
}
