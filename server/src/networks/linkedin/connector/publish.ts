import type { Account, Call, OutgoingPost, Published, PublishOutcome } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import type { Made } from "../../connectors/once/calls.ts";
import { postsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable, Halt, Send } from "../../connectors/once/visible.ts";
import { wait } from "../../connectors/wait.ts";
import { type Failure, reasonOf } from "./api.ts";
import { contentOf } from "./body.ts";
import { leavesOutPicture, withCardNote } from "./card.ts";
import { duplicateOf, type Sign, signOf, stopAfter } from "./errors.ts";
import { search } from "./look.ts";
import { type PostPlan, planPost } from "./plan.ts";
import { FACTS, lookBy, sendBy } from "./visible.ts";
import { addressOf, type Work, workOf } from "./work.ts";

/** Publishes a post: first its files, which nobody sees, then the one call. */
export const { publish, find } = postsBy(deliverableOf);

function deliverableOf(
  post: OutgoingPost,
  account: Account,
  call: Call,
): Deliverable | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }> {
  const plan = planPost(post);
  if (plan.kind !== "post") return plan;
  const work = workOf(account, call);
  return {
    parts: [
      {
        names: { calls: "calls post", made: "post" },
        facts: FACTS,
        ready: () => readyPost(work, plan),
        look: lookBy(work, "r_organization_social", (looking) => search(work, plan, looking)),
      },
    ],
    present: ([made]) => asPublished(made, withCardNote(work, plan.note)),
    startOver: () => work.progress.forgetStrikes(),
  };
}

export function asPublished(made: Made | undefined, note: string | null): Published {
  return { kind: "published", remoteId: made?.id ?? "", url: made?.url ?? null, ...(note === null ? {} : { note }) };
}

async function readyPost(work: Work, plan: PostPlan): Promise<Send | Halt> {
  const content = await contentOf(work, plan);
  if ("kind" in content) return content;
  return sendBy(work, {
    path: "/rest/posts",
    body: bodyOf(work, plan, content.content),
    madeOf({ headers }) {
      const urn = headers["x-restli-id"];
      return urn === undefined || urn === "" ? null : { id: urn, url: addressOf(work, urn) };
    },
    refused: (failure) => refused(work, failure),
  });
}

function bodyOf({ author }: Work, { commentary }: PostPlan, content: Json | null): Json {
  return {
    author,
    commentary,
    visibility: "PUBLIC",
    distribution: { feedDistribution: "MAIN_FEED", targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content === null ? {} : { content }),
    lifecycleState: "PUBLISHED",
    isReshareDisabledByAuthor: false,
  };
}

/** What a picture of a card may be the reason of. */
const ABOUT_THE_CONTENT: readonly Sign[] = ["refused", "gone", "not ready"];

/** Nothing was made. */
async function refused(work: Work, failure: Failure): Promise<Halt> {
  const sign = signOf(failure);
  if (ABOUT_THE_CONTENT.includes(sign) && (await leavesOutPicture(work, sign !== "not ready"))) return wait(1);
  if (sign !== "duplicate") return stopAfter(work, failure);
  const urn = duplicateOf(failure);
  const place = urn === null ? "" : ` LinkedIn names ${addressOf(work, urn)}, which need not be there any more.`;
  return { kind: "rejected", reason: `${reasonOf(failure)}. LinkedIn takes the same text only once within a day or two.${place}` };
}
