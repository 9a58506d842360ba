import type { Account, Call, CheckOutcome, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { pending } from "../../connectors/wait.ts";
import { fateOf, finish } from "./finish.ts";
import { planPost, type VideoPlan } from "./plan.ts";
import { bringVideo } from "./upload.ts";
import { type Halt, type Work, workOf } from "./work.ts";

/** Publishes a post's video: uploads it, and then waits until it is processed. `check` goes on where it had to wait. */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const plan = planPost(post, account.channelId);
  if (plan.kind !== "video") return plan;
  const work = workOf(account, call);
  if (call.startsOver) await work.progress.startOver();
  const stop = work.progress.asksAgain() ? await askAgain(work, plan) : null;
  const outcome = stop ?? (await bringToEnd(work, plan, post));
  switch (outcome.kind) {
    case "wait":
      return pending("no", outcome);
    case "wait for video":
      return pending("maybe", outcome);
    case "in doubt":
      return { kind: "unknown", reason: outcome.reason };
    default:
      return outcome;
  }
}

/** Whether a video that had failed still has: then it is uploaded anew. Null if it is known. */
async function askAgain(work: Work, plan: VideoPlan): Promise<Halt | null> {
  const { progress } = work;
  const video = progress.video();
  const said = video === null ? "gone" : await fateOf(work, video);
  if (typeof said !== "string") return said;
  if (said === "gone") await progress.forgetVideo(plan.playlists);
  else await progress.forgetFailure();
  return null;
}

async function bringToEnd(work: Work, plan: VideoPlan, post: OutgoingPost) {
  const brought = await bringVideo(work, plan);
  return "kind" in brought ? brought : await finish(work, plan, { video: brought, post });
}

export async function check(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  return publish(post, account, call);
}
