import type { Account, Call, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import type { Made } from "../../connectors/once/calls.ts";
import { postsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable, OnceFacts, Part } from "../../connectors/once/visible.ts";
import { readyPhotos } from "./begin.ts";
import { followOrder } from "./follow.ts";
import { blindness } from "./list.ts";
import { lookForPhotos, lookForVideo } from "./look.ts";
import type { Plan, PostPlan } from "./plan.ts";
import { NAMES } from "./progress.ts";
import { LOOKS_SECONDS } from "./unverified.ts";
import { readyVideo } from "./upload.ts";
import { published, type Work, workOf } from "./work.ts";

/** Publishes a post: an order, for a video its bytes, and then TikTok's own processing, which `check` watches. */
export const { publish, find } = postsBy(deliverableOf);

const PHOTOS: OnceFacts = { network: "TikTok", looksSeconds: () => LOOKS_SECONDS };
/** The state of an order can be read at once. */
const VIDEO: OnceFacts = { network: "TikTok", looksSeconds: () => [0] };

function deliverableOf(post: OutgoingPost, account: Account, call: Call): Deliverable | Exclude<Plan, PostPlan> {
  const work = workOf(post, account, call);
  if ("kind" in work) return work;
  return {
    startOver: () => work.progress.startOver(),
    parts: [partOf(work)],
    present: ([made]) => present(work, made),
  };
}

function partOf(work: Work): Part {
  const { plan } = work;
  if (plan.kind === "video") {
    return { names: NAMES, facts: VIDEO, ready: () => readyVideo(work, plan), look: () => lookForVideo(work) };
  }
  const blind = blindness(work);
  const look = blind === null ? (looking: Parameters<typeof lookForPhotos>[1]) => lookForPhotos(work, looking) : { blind };
  return { names: NAMES, facts: PHOTOS, ready: () => readyPhotos(work, plan), look };
}

/** What was found in the account's list is the post itself; what TikTok has taken is an order. */
async function present(work: Work, made: Made | undefined): Promise<PublishOutcome> {
  const { progress } = work;
  if (progress.post() !== null || made === undefined) return published(work);
  const order = progress.order();
  if (order !== null && order.publish === made.id) return followOrder({ ...work, order });
  await progress.setPosts([{ id: made.id, url: made.url }]);
  return published(work);
}
