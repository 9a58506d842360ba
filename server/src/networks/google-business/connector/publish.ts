import type { Account, Call, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import type { Made } from "../../connectors/once/calls.ts";
import { postsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable, Halt, OnceFacts } from "../../connectors/once/visible.ts";
import { pending } from "../../connectors/wait.ts";
import { askAgain, follow } from "./follow.ts";
import type { LocalPost } from "./local-post.ts";
import { searchPost } from "./look.ts";
import { planPost } from "./plan.ts";
import { NAMES } from "./progress.ts";
import { LOOKS_SECONDS } from "./unverified.ts";
import { sendPost } from "./visible.ts";
import { type Work, workOf } from "./work.ts";

/** Publishes a post, and waits for Google's decision about it. */
export const { publish, find } = postsBy(deliverableOf);

const FACTS: OnceFacts = { network: "Google", looksSeconds: () => LOOKS_SECONDS };

/** What Google has said about the post in this step; null if it has not. */
interface Seen {
  post: LocalPost | null;
}

function deliverableOf(
  post: OutgoingPost,
  account: Account,
  call: Call,
): Deliverable | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }> {
  const plan = planPost(post);
  if (plan.kind !== "post") return plan;
  const work = workOf(plan, account, call);
  const seen: Seen = { post: null };
  const see = (one: LocalPost) => {
    seen.post = one;
  };
  return {
    startOver: () => work.progress.startOver(),
    begin: () => begin(work, see),
    parts: [{ names: NAMES, facts: FACTS, ready: async () => sendPost(work, see), look: (looking) => searchPost(work, looking) }],
    present: ([made]) => present(work, made, seen),
  };
}

/** Of a post that Google had refused, and that somebody has tried again. */
async function begin(work: Work, see: (post: LocalPost) => void): Promise<Halt | null> {
  const { progress } = work;
  const before = progress.created();
  if (before === null || !progress.asksAgain()) return null;
  const said = await askAgain(work, before);
  if (said.kind === "stop") return said.outcome;
  if (said.kind === "refused") await progress.forgetRefused(before);
  else {
    await progress.forgetDecision();
    see(said.post);
  }
  return null;
}

async function present(work: Work, made: Made | undefined, { post }: Seen): Promise<PublishOutcome> {
  const { id = "", at = null } = made ?? {};
  const followed = await follow(work, { id, at: at ?? work.call.now() }, post);
  return followed.kind === "wait" ? pending("maybe", followed) : followed;
}
