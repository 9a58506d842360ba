import type { Account, Call, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import type { Made } from "../../connectors/once/calls.ts";
import { postsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable, Halt, OnceFacts } from "../../connectors/once/visible.ts";
import { pending } from "../../connectors/wait.ts";
import { fateOf, finish } from "./follow.ts";
import { searchVideo } from "./look.ts";
import { planPost, type VideoPlan } from "./plan.ts";
import { NAMES } from "./progress.ts";
import { LOOKS_SECONDS } from "./unverified.ts";
import { readyUpload } from "./upload.ts";
import { type Work, workOf } from "./work.ts";

/** Publishes a post's video: uploads it, which makes it with its last byte, and then waits until it is processed. */
export const { publish, find } = postsBy(deliverableOf);

const FACTS: OnceFacts = { network: "YouTube", looksSeconds: () => LOOKS_SECONDS };

interface VideoWork extends Work {
  readonly plan: VideoPlan;
  readonly post: OutgoingPost;
}

function deliverableOf(
  post: OutgoingPost,
  account: Account,
  call: Call,
): Deliverable | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }> {
  const plan = planPost(post, account.channelId);
  if (plan.kind !== "video") return plan;
  const work = { ...workOf(account, call), plan, post };
  const { progress } = work;
  return {
    startOver: () => progress.startOver(),
    begin: () => begin(work),
    parts: [
      {
        names: NAMES,
        facts: FACTS,
        since: () => progress.session()?.at ?? null,
        ready: () => readyUpload(work, plan),
        look: (looking) => searchVideo(work, plan, looking),
        forget: () => progress.giveUp(),
      },
    ],
    present: ([made]) => present(work, made),
  };
}

/** Whether a video that had failed still has: then it is uploaded anew. */
async function begin({ progress, plan, ...work }: VideoWork): Promise<Halt | null> {
  if (!progress.asksAgain()) return null;
  const id = progress.videoId();
  const said = id === null ? "gone" : await fateOf({ progress, ...work }, id);
  if (typeof said !== "string") return said;
  if (said === "gone") await progress.forgetVideo(plan.playlists);
  else await progress.forgetFailure();
  return null;
}

async function present(work: VideoWork, made: Made | undefined): Promise<PublishOutcome> {
  const { id = "", at = null } = made ?? {};
  const finished = await finish(work, work.plan, { video: { id, at: at ?? work.call.now() }, post: work.post });
  return finished.kind === "wait" ? pending("maybe", finished) : finished;
}
