import type { Account, Call, CheckOutcome, OutgoingPost, Published, PublishOutcome } from "../connector.ts";
import { versionProblem } from "../meta/facebook-hosts.ts";
import { POST, publishInFeed } from "./feed.ts";
import { type Page, pageOf } from "./page.ts";
import { type Plan, planPost, textOf } from "./plan.ts";
import type { Made } from "./progress.ts";
import { publishStory, storyPart } from "./story.ts";
import { type Going, publishVideo } from "./video.ts";

const VERSION_RETRY_SECONDS = 3600;

/**
 * Publishes a post. Whatever can be made ready without anybody seeing it comes first; one call then makes it visible. Every id is
 * stored before that call, and that it has begun; so an attempt that ends in between is settled by `find`.
 */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const outcome = await goOn(post, account, call);
  if (outcome.kind === "lost") throw new Error("Facebook's connector begins anew by itself.");
  if (outcome.kind !== "notAsked") return outcome;
  const page = pageOf(account, call);
  return { kind: "pending", live: liveOf(page, partsOf(planPost(post))), receipt: post.key, checkAfterSeconds: outcome.retryAfterSeconds };
}

/** Goes on with a post whose file the network processes. */
export function check(_receipt: string, post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  return goOn(post, account, call);
}

async function goOn(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  const problem = versionProblem(call);
  if (problem !== null) return { kind: "busy", reason: problem, retryAfterSeconds: VERSION_RETRY_SECONDS, scope: "channel" };
  const plan = planPost(post);
  const page = pageOf(account, call);
  if (plan.kind === "rejected" || plan.kind === "unsuitable") return plan;
  if (plan.kind === "stories") return publishStories(post, plan, page);
  const result = plan.kind === "feed" ? await publishInFeed(page, plan) : await publishVideo(page, plan);
  return "kind" in result ? result : publishedAs(post, plan, page);
}

/** One after the other, as readers see them. */
async function publishStories(post: OutgoingPost, plan: Extract<Plan, { kind: "stories" }>, page: Page): Promise<CheckOutcome> {
  for (const [index, medium] of plan.media.entries()) {
    const result = await publishStory(page, medium, storyPart(index));
    if ("kind" in result) return withLive(result, plan, page);
  }
  return publishedAs(post, plan, page);
}

/** A refusal in the middle says what is live already, so that nobody publishes it twice. */
function withLive(outcome: Exclude<Going, Made>, plan: Plan, page: Page): CheckOutcome {
  const live = partsOf(plan).filter((part) => page.progress.made(part) !== null).length;
  if (live === 0) return outcome;
  if (outcome.kind === "pending") return { ...outcome, live: "maybe" };
  return outcome.kind === "rejected" ? { kind: "rejected", reason: `${outcome.reason} The stories before it are live: ${live}.` } : outcome;
}

export function partsOf(plan: Plan): string[] {
  return plan.kind === "stories" ? plan.media.map((_, index) => storyPart(index)) : [POST];
}

function liveOf({ progress }: Page, parts: readonly string[]): "no" | "maybe" {
  return parts.some((part) => progress.made(part) !== null || progress.attempt(part).at !== null) ? "maybe" : "no";
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
