import type { Account, Call, CheckOutcome, FindOutcome, Located, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { serverOf } from "./api.ts";
import { asPublished, type Chain, firstOf, goOn, parentOf, publishedAs } from "./chain.ts";
import { type Plan, planPost } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { lacks } from "./scopes.ts";
import { settle } from "./settle.ts";

/** Publishes a post as one post of the profile or a chain of them; every step is checkpointed and continued by `check`. */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const plan = planPost(post);
  if (plan.kind !== "pieces") return plan;
  if (plan.pieces.length > 1 && lacks(account.grant, "threads_manage_replies")) {
    return {
      kind: "rejected",
      reason: "A thread needs the permission to reply, which was not given at the log-in: log in to Threads again.",
    };
  }
  const chain = chainOf(plan, { account, call, replyTo: null });
  return asPublished(await goOn(chain), chain);
}

export async function check(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  const plan = planPost(post);
  return plan.kind === "pieces" ? goOn(chainOf(plan, { account, call, replyTo: null })) : plan;
}

/** Settles an unknown outcome piece by piece. */
export async function find(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome> {
  const plan = planPost(post);
  return plan.kind === "pieces" ? findChain(chainOf(plan, { account, call, replyTo: null })) : { kind: "absent" };
}

export function firstPart(post: OutgoingPost, _account: Account, call: Call): Located | null {
  const plan = planPost(post);
  return plan.kind === "pieces" ? firstOf({ progress: progressOf(call.checkpoint), pieces: plan.pieces }) : null;
}

/** `absent` means that publishing may go on: what exists is in the checkpoint, and the next piece certainly does not. */
export async function findChain(chain: Chain): Promise<FindOutcome> {
  const { server, call, progress, pieces } = chain;
  for (const [index, piece] of pieces.entries()) {
    if (progress.created(piece.name) !== null) continue;
    const except = pieces.map(({ name }) => progress.created(name)?.id).filter((id) => id !== undefined);
    const settled = await settle({ server, call, progress, piece, parent: parentOf(chain, index) }, except);
    if (settled.kind !== "created") return settled;
  }
  return publishedAs(chain);
}

type Pieces = Extract<Plan, { kind: "pieces" }>;

export function chainOf(plan: Pieces, { account, call, replyTo }: { account: Account; call: Call; replyTo: string | null }): Chain {
  const { pieces, note } = plan;
  return { server: serverOf(account, call), call, progress: progressOf(call.checkpoint), pieces, replyTo, note };
}
