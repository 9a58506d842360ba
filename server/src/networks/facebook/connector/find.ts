import type { Account, Call, FindOutcome, OutgoingPost } from "../../connectors/connector.ts";
import { type Page, pageOf } from "./page.ts";
import { type Plan, planPost } from "./plan.ts";
import type { Made } from "./progress.ts";
import { partsOf, publishedAs } from "./publish.ts";
import type { NotFound } from "./reveal.ts";
import { findInFeed } from "./search.ts";
import { findStory } from "./story.ts";
import { findVideo } from "./video.ts";

/** Settles an unknown outcome. `absent` means that publishing may go on: what is live is in the checkpoint, and nothing else is. */
export async function find(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome> {
  const plan = planPost(post);
  // Nothing has been sent for it.
  if (plan.kind === "rejected" || plan.kind === "unsuitable") return { kind: "absent" };
  const page = pageOf(account, call);
  for (const part of partsOf(plan)) {
    const result = await findPart(page, plan, part);
    if ("kind" in result) return result;
  }
  return publishedAs(post, plan, page);
}

async function findPart(page: Page, plan: Plan, part: string): Promise<Made | NotFound> {
  switch (plan.kind) {
    case "feed":
      return findInFeed(page, plan);
    case "video":
    case "reel":
      return findVideo(page, plan);
    case "stories":
      return findStory(
        page,
        part,
        partsOf(plan).filter((other) => other !== part),
      );
    default:
      return { kind: "absent" };
  }
}
