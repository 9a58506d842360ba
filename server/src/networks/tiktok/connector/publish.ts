import type { Account, Call, CheckOutcome, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { TO_BE_FOUND } from "../../connectors/to-be-found.ts";
import { orderPhotos, orderVideo } from "./begin.ts";
import { followOrder } from "./follow.ts";
import { sendParts } from "./upload.ts";
import { pending, published, type Work, workOf } from "./work.ts";

/** Publishes a post: an order, for a video its bytes, and then TikTok's own processing, which `check` watches. */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const work = workOf(post, account, call);
  if ("kind" in work) return work;
  if (call.startsOver) await work.progress.forgetStrikes();
  const outcome = await goOn(work);
  if (outcome.kind === "notAsked") return pending(work.progress.order(), outcome.retryAfterSeconds);
  return outcome.kind === "lost" ? { kind: "busy", reason: outcome.reason, retryAfterSeconds: AGAIN_SECONDS } : outcome;
}

export async function check(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  const work = workOf(post, account, call);
  return "kind" in work ? work : goOn(work);
}

const AGAIN_SECONDS = 15;
const FIRST_LOOK_SECONDS = 5;

async function goOn(work: Work): Promise<CheckOutcome> {
  const { progress, plan } = work;
  if (progress.post() !== null) return published(work);
  const known = progress.order();
  if (known !== null) return followOrder({ ...work, order: known });
  if (progress.call()?.isAnswered === false) return TO_BE_FOUND;
  const order = plan.kind === "video" ? await orderVideo(work, plan) : await orderPhotos(work, plan);
  if ("kind" in order) return order;
  return plan.kind === "video" ? sendParts({ ...work, order }, plan) : pending(order, FIRST_LOOK_SECONDS);
}
