import type { Account, Call, CheckOutcome, OutgoingPost, PublishOutcome } from "../connector.ts";
import { finish } from "./finish.ts";
import { planPost, type VideoPlan } from "./plan.ts";
import { bringVideo } from "./upload.ts";
import { type Work, workOf } from "./work.ts";

/** Publishes a post's video: uploads it, and then waits until it is processed. `check` goes on where it had to wait. */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const plan = planPost(post, account.channelId);
  if (plan.kind !== "video") return plan;
  const work = workOf(account, call);
  if (call.startsOver) await work.progress.forgetStrikes();
  // YouTube is asked once more before the file is uploaded again: a video may have been accepted since.
  const hasFailed = call.startsOver === true && work.progress.processing() === "failed";
  let outcome = await bringToEnd(work, plan, post);
  if (hasFailed && outcome.kind === "rejected") {
    await work.progress.forgetVideo(plan.playlists);
    outcome = await bringToEnd(work, plan, post);
  }
  switch (outcome.kind) {
    case "wait":
      return pending("no", outcome.seconds);
    case "wait for video":
      return pending("maybe", outcome.seconds);
    case "in doubt":
      return { kind: "unknown", reason: outcome.reason };
    default:
      return outcome;
  }
}

async function bringToEnd(work: Work, plan: VideoPlan, post: OutgoingPost) {
  const brought = await bringVideo(work, plan);
  return "kind" in brought ? brought : await finish(work, plan, { video: brought, post });
}

export async function check(_receipt: string, post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  return publish(post, account, call);
}

/** Everything is in the checkpoint. */
const RECEIPT = "video";

function pending(live: "no" | "maybe", seconds: number): PublishOutcome {
  return { kind: "pending", live, receipt: RECEIPT, checkAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}
