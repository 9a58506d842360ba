import type { Account, Call, CheckOutcome, Located, OutgoingPost, Published, PublishOutcome } from "../../connectors/connector.ts";
import { versionProblem } from "../../connectors/meta/facebook-hosts.ts";
import { pendingUnasked } from "../../connectors/wait.ts";
import { POST, publishInFeed } from "./feed.ts";
import { type Page, pageOf } from "./page.ts";
import { type Plan, planPost, textOf } from "./plan.ts";
import { forgetRefusals } from "./reveal.ts";
import { publishStory, storyPart } from "./story.ts";
import { publishVideo } from "./video.ts";

const VERSION_RETRY_SECONDS = 3600;

/**
 * Publishes a post. Whatever can be made ready without anybody seeing it comes first; one call then makes it visible. Every id is
 * stored before that call, and that it has begun; so an attempt that ends in between is settled by `find`.
 */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const outcome = await goOn(post, account, call);
  if (outcome.kind === "lost") throw new Error("Facebook's connector begins anew by itself.");
  if (outcome.kind !== "notAsked") return outcome;
  return pendingUnasked(liveOf(post, account, call), outcome);
}

/** Goes on with a post whose file the network processes. */
export async function check(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  const outcome = await goOn(post, account, call);
  // The call that makes it visible may have been made in this very step.
  if (outcome.kind !== "notAsked" || liveOf(post, account, call) === "no") return outcome;
  return pendingUnasked("maybe", outcome);
}

async function goOn(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  const problem = versionProblem(call);
  if (problem !== null) return { kind: "busy", reason: problem, retryAfterSeconds: VERSION_RETRY_SECONDS, scope: "channel" };
  const plan = planPost(post);
  const page = pageOf(account, call);
  if (plan.kind === "rejected" || plan.kind === "unsuitable") return plan;
  await forgetRefusals(page, partsOf(plan));
  if (plan.kind === "stories") return publishStories(post, plan, page);
  const result = plan.kind === "feed" ? await publishInFeed(page, plan) : await publishVideo(page, plan);
  return "kind" in result ? result : publishedAs(post, plan, page);
}

/** One after the other, as readers see them. */
async function publishStories(post: OutgoingPost, plan: Extract<Plan, { kind: "stories" }>, page: Page): Promise<CheckOutcome> {
  for (const [index, medium] of plan.media.entries()) {
    const result = await publishStory(page, medium, storyPart(index));
    if ("kind" in result) return result;
  }
  return publishedAs(post, plan, page);
}

/** The first of a series of stories, if readers see it. */
export function firstPart(post: OutgoingPost, account: Account, call: Call): Located | null {
  const [first = POST] = partsOf(planPost(post));
  const made = pageOf(account, call).progress.made(first);
  return made === null ? null : { remoteId: made.id, url: made.url };
}

export function partsOf(plan: Plan): string[] {
  return plan.kind === "stories" ? plan.media.map((_, index) => storyPart(index)) : [POST];
}

function liveOf(post: OutgoingPost, account: Account, call: Call): "no" | "maybe" {
  const { progress } = pageOf(account, call);
  return partsOf(planPost(post)).some((part) => progress.made(part) !== null || progress.attempt(part).at !== null) ? "maybe" : "no";
}

/** A series of stories goes by the first. */
export function publishedAs(post: OutgoingPost, plan: Plan, { progress }: Page): Published {
  const [first = POST] = partsOf(plan);
  const made = progress.made(first);
  if (made === null) throw new Error("A post was published that is not in the checkpoint.");
  const notes = ["note" in plan ? plan.note : null, progress.note("card"), progress.note("collaborators")];
  const note = notes.filter((one) => one !== null).join(" ");
  const text = textOf(post);
  return {
    kind: "published",
    remoteId: made.id,
    url: made.url,
    ...(plan.kind === "reel" ? { postType: "REEL" } : {}),
    ...(plan.kind !== "stories" && text !== post.text ? { text } : {}),
    ...(note === "" ? {} : { note }),
  };
}
