import type { Account, Call, CheckOutcome, OutgoingPost, Published, PublishOutcome } from "../connector.ts";
import { TO_BE_FOUND } from "../to-be-found.ts";
import { pending, pendingUnasked, wait } from "../wait.ts";
import { type Failure, reasonOf } from "./api.ts";
import { leavesOutPicture, withCardNote } from "./card.ts";
import { contentOf } from "./content.ts";
import { duplicateOf, type Sign, signOf } from "./errors.ts";
import { type PostPlan, planPost } from "./plan.ts";
import type { Created } from "./progress.ts";
import { setback } from "./setback.ts";
import { isOpen, type Making, make } from "./visible.ts";
import { type Halt, type Work, workOf } from "./work.ts";

/** Publishes a post: first its files, which nobody sees, then the one call. `check` goes on where it had to wait. */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const outcome = await goOn(post, account, call);
  if (outcome.kind === "notAsked") return pendingUnasked("no", outcome);
  if (outcome.kind === "lost") throw new Error("LinkedIn's steps continue by themselves and are never lost.");
  return outcome;
}

export async function check(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  return goOn(post, account, call);
}

export function asPublished({ id, url }: Created, note: string | null): Published {
  return { kind: "published", remoteId: id, url, ...(note === null ? {} : { note }) };
}

/** The address at which readers find a post. */
export function addressOf({ call }: Pick<Work, "call">, urn: string): string {
  return `${call.host("www")}/feed/update/${urn}/`;
}

async function goOn(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  const plan = planPost(post);
  if (plan.kind !== "post") return plan;
  const work = workOf(account, call);
  if (call.startsOver) await work.progress.forgetStrikes();
  const known = work.progress.created("post");
  if (known !== null) return asPublished(known, withCardNote(work, plan.note));
  if (isOpen(work.progress.calls("post"))) return TO_BE_FOUND;
  const content = await contentOf(work, plan);
  if ("kind" in content) return halted(content);
  const result = await make(work, makingOf(work, plan, content));
  if (result.kind === "made") return asPublished(result.made, withCardNote(work, plan.note));
  return result.kind === "unknown" ? result : halted(await refused(work, result.failure));
}

function makingOf(work: Work, { commentary }: PostPlan, { content }: { readonly content: Making["body"] }): Making {
  return {
    what: "post",
    path: "/rest/posts",
    body: {
      author: work.author,
      commentary,
      visibility: "PUBLIC",
      distribution: { feedDistribution: "MAIN_FEED", targetEntities: [], thirdPartyDistributionChannels: [] },
      ...(content === null ? {} : { content }),
      lifecycleState: "PUBLISHED",
      isReshareDisabledByAuthor: false,
    },
    madeOf({ headers }) {
      const urn = headers["x-restli-id"];
      return urn === undefined || urn === "" ? null : { id: urn, url: addressOf(work, urn) };
    },
  };
}

/** What a picture of a card may be the reason of. */
const ABOUT_THE_CONTENT: readonly Sign[] = ["refused", "gone", "not ready"];

/** Nothing was made. */
async function refused(work: Work, failure: Failure): Promise<Halt> {
  const sign = signOf(failure);
  if (ABOUT_THE_CONTENT.includes(sign) && (await leavesOutPicture(work, sign !== "not ready"))) return wait(1);
  if (sign !== "duplicate") return setback(work, failure);
  const urn = duplicateOf(failure);
  const place = urn === null ? "" : ` LinkedIn names ${addressOf(work, urn)}, which need not be there any more.`;
  return { kind: "rejected", reason: `${reasonOf(failure)}. LinkedIn takes the same text only once within a day or two.${place}` };
}

function halted(halt: Halt): CheckOutcome {
  return halt.kind === "wait" ? pending("no", halt) : halt;
}
