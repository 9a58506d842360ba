import type { Account, Call, CheckOutcome, OutgoingPost, PublishOutcome } from "../connector.ts";
import { TO_BE_FOUND } from "../to-be-found.ts";
import { pending, pendingUnasked } from "../wait.ts";
import { createPost } from "./create.ts";
import { askAgain, type Followed, follow } from "./follow.ts";
import { planPost } from "./plan.ts";
import { workOf } from "./work.ts";

/** Publishes a post; `check` waits for Google's decision about it. */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const outcome = await goOn(post, account, call);
  if (outcome.kind === "notAsked") return pendingUnasked("maybe", outcome);
  if (outcome.kind === "lost") throw new Error("A post that Google has is never lost.");
  return outcome;
}

export async function check(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  return goOn(post, account, call);
}

async function goOn(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  const plan = planPost(post);
  if (plan.kind !== "post") return plan;
  const work = workOf(plan, account, call);
  const { progress } = work;
  if (call.startsOver) await progress.startOver();
  const before = progress.created();
  if (before !== null && progress.asksAgain()) {
    const said = await askAgain(work, before);
    if (said.kind === "stop") return said.outcome;
    if (said.kind === "read") {
      await progress.forgetDecision();
      return followed(await follow(work, before, said.post));
    }
    await progress.forgetRefused(before);
  }
  const known = progress.created();
  if (known !== null) return followed(await follow(work, known, null));
  const calls = progress.calls();
  if (calls !== null && !calls.isAnswered) return TO_BE_FOUND;
  const made = await createPost(work);
  if (made.kind !== "made") return made;
  return followed(await follow(work, { id: made.post.name, at: call.now() }, made.post));
}

function followed(outcome: Followed): CheckOutcome {
  return outcome.kind === "wait" ? pending("maybe", outcome) : outcome;
}
