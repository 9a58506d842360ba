import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Account, Call, CheckOutcome, OutgoingPost, Published, PublishOutcome } from "../connector.ts";
import { TO_BE_FOUND } from "../to-be-found.ts";
import { pending } from "../wait.ts";
import { serverOf } from "./api.ts";
import { makePin } from "./pin.ts";
import { planPost } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { LOOK_SECONDS } from "./unverified.ts";
import { readyVideo } from "./video.ts";
import type { Work } from "./work.ts";

/** Publishes a post as one pin on the channel's board; every step is checkpointed and continued by `check`. */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const work = workOf(post, account, call);
  if ("kind" in work) return work;
  if (call.startsOver) await work.progress.forgetStrikes();
  return goOn(work);
}

/** Asks whether the video is processed, and goes on if it is. */
export async function check(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  return publish(post, account, call);
}

/** The work that the post is, or why it is none. */
export function workOf(
  post: OutgoingPost,
  account: Account,
  call: Call,
): Work | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }> {
  const plan = planPost(post);
  if (plan.kind !== "pin") return plan;
  return { server: serverOf(account, call), call, progress: progressOf(call.checkpoint), pin: plan.pin, boardId: account.remoteId };
}

/** The pin that was made is in the checkpoint. */
export function publishedAs({ progress, call, pin: { note } }: Work): Published {
  const id = progress.created();
  if (id === null) throw new Error("A pin was published that is not in the checkpoint.");
  return { kind: "published", remoteId: id, url: `${call.host("www")}/pin/${id}/`, ...(note === null ? {} : { note }) };
}

/** Looks that found nothing permit a repetition for so long. */
const CLEAR_SECONDS = 600;

async function goOn(work: Work): Promise<PublishOutcome> {
  const { progress, pin } = work;
  if (progress.created() !== null) return publishedAs(work);
  const calls = progress.calls();
  if (calls !== null && calls.open !== "nothing") return TO_BE_FOUND;
  const clearedAt = calls?.clearedAt ?? null;
  if (calls !== null && clearedAt !== null && secondsBetween(clearedAt, work.call.now()) > CLEAR_SECONDS) {
    // Once more, without counting it: meanwhile the pin may have been listed late.
    await progress.setCalls({ ...calls, open: "silence", silences: calls.silences - 1, looks: LOOK_SECONDS.length - 1, clearedAt: null });
    return TO_BE_FOUND;
  }
  const ready = pin.video === null ? null : await readyVideo(work, pin.video);
  if (ready !== null && typeof ready !== "string") {
    return ready.kind === "wait" ? pending("no", ready) : ready;
  }
  const made = await makePin(work, ready);
  return made.kind === "made" ? publishedAs(work) : made;
}
