import type { Account, Call, CheckOutcome, FindOutcome, Located, OutgoingPost, PublishOutcome } from "../connector.ts";
import { type Chain, chainOf, firstOf, goOn, publishedAs, workOn } from "./chain.ts";
import { FIRST, type Plan, planPost } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { lacks } from "./scopes.ts";
import { limitFor, settingsOf } from "./settings.ts";
import { settle } from "./settle.ts";
import { LONG_TEXT_LENGTH_MAX } from "./unverified.ts";

/** Publishes a post as one post of the account or a chain of them; every step is checkpointed and continued by `check`. */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const plan = planFor(post, account, call);
  if (plan.kind !== "pieces") return plan;
  if (post.media.length > 0 && lacks(account.grant, "media.write")) {
    const reason = "Pictures and videos need the permission to upload, which was not given at the log-in: log in to X again.";
    return { kind: "rejected", reason };
  }
  return goOn(chainOf(plan, { account, call, replyTo: null }));
}

export async function check(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  return publish(post, account, call);
}

/** Settles an unknown outcome post by post. */
export async function find(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome> {
  const chain = sentChain(post, account, call);
  return chain === null ? { kind: "absent" } : findChain(chain);
}

export function firstPart(post: OutgoingPost, account: Account, call: Call): Located | null {
  const chain = sentChain(post, account, call);
  return chain === null ? null : firstOf(chain);
}

/** `absent` means that publishing may go on: what exists is in the checkpoint, and the next post certainly does not. */
export async function findChain(chain: Chain): Promise<FindOutcome> {
  const { progress, pieces } = chain;
  for (const [index, piece] of pieces.entries()) {
    if (progress.created(piece.name) !== null) continue;
    const except = pieces.map(({ name }) => progress.created(name)?.id).filter((id) => id !== undefined);
    const settled = await settle(workOn(chain, piece, index), except);
    if (settled.kind !== "created") return settled;
  }
  return publishedAs(chain);
}

/** What of the post may exist; null: X takes nothing of the kind, whatever the limit. */
function sentChain(post: OutgoingPost, account: Account, call: Call): Chain | null {
  const planned = planFor(post, account, call);
  const plan = planned.kind === "rejected" ? planPost(post, LONG_TEXT_LENGTH_MAX) : planned;
  return plan.kind === "pieces" ? chainOf(plan, { account, call, replyTo: null }) : null;
}

function planFor(post: OutgoingPost, { settings }: Account, { checkpoint }: Call): Plan {
  return planPost(post, limitFor(progressOf(checkpoint), FIRST, settingsOf(settings)));
}
