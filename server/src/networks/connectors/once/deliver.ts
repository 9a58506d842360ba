import type { Account, Call, Connector, FindOutcome, Located, OutgoingComment, OutgoingPost, PublishOutcome } from "../connector.ts";
import { TO_BE_FOUND } from "../to-be-found.ts";
import { pending } from "../wait.ts";
import { isOpen, type Made, recordOf } from "./calls.ts";
import { doubt, holdsKey, reveal, standing } from "./reveal.ts";
import { settle } from "./settle.ts";
import type { Deliverable, Halt, Part } from "./visible.ts";

type Refused = Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

/** What an order becomes on a network, or why the network takes nothing of the kind. */
type Plan<Order> = (order: Order, account: Account, call: Call) => Deliverable | Refused;

/** What of it may be out, although it would be refused by now; null: nothing. */
type SentPlan<Order> = (...order: Parameters<Plan<Order>>) => Deliverable | Refused | null;

/** The steps of a connector for posts. */
export function postsBy(
  plan: Plan<OutgoingPost>,
  sent: SentPlan<OutgoingPost> = plan,
): Required<Pick<Connector, "publish" | "find" | "firstPart">> {
  return {
    publish: goBy(plan),
    find: findBy(sent),
    firstPart(post, account, call) {
      const deliverable = sent(post, account, call);
      return deliverable === null || "kind" in deliverable ? null : firstOf(deliverable, call);
    },
  };
}

/** The same for comments. */
export function commentsBy(
  plan: Plan<OutgoingComment>,
  sent: SentPlan<OutgoingComment> = plan,
): Required<Pick<Connector, "comment" | "findComment">> {
  return { comment: goBy(plan), findComment: findBy(sent) };
}

/** Files that the network has lost are brought again. */
const AGAIN_SECONDS = 5;

function goBy<Order>(plan: Plan<Order>) {
  return async (order: Order, account: Account, call: Call): Promise<PublishOutcome> => {
    const deliverable = plan(order, account, call);
    if ("kind" in deliverable) return deliverable;
    const ended = await goOn(deliverable, call);
    const live = deliverable.parts.some((part) => mayBeSeen(part, call)) ? "maybe" : "no";
    return told(ended, live);
  };
}

function told(ended: PublishOutcome | Halt, live: "no" | "maybe"): PublishOutcome {
  if (ended.kind === "wait") return pending(live, ended);
  if (ended.kind === "notAsked") return { ...ended, live };
  // The post is not entirely lost if a part is live.
  return ended.kind === "lost" && live === "maybe" ? { ...ended, kind: "busy", retryAfterSeconds: AGAIN_SECONDS } : ended;
}

/** Makes what is still missing, as far as it goes now. */
async function goOn({ parts, present, startOver, begin }: Deliverable, call: Call): Promise<PublishOutcome | Halt> {
  if (call.startsOver) {
    await startOver?.();
    await forgetRefusals(parts, call);
  }
  if (parts.some((part) => isToBeFound(part, call))) return TO_BE_FOUND;
  for (const part of parts) {
    const halt = standing(part, call);
    if (halt !== null) return halt;
  }
  const stopped = await begin?.();
  if (stopped != null) return stopped;
  for (const part of parts) {
    // What may have been sent already keeps its files: a repetition has to have the same.
    const halt = mayBeSeen(part, call) ? null : await part.bring?.();
    if (halt != null) return halt.kind === "doubted" ? doubt(part, call, halt) : halt;
  }
  const made: Made[] = [];
  for (const part of parts) {
    if (part.isNeeded?.() === false) continue;
    const result = await reveal(part, { call, before: made.at(-1) ?? null });
    if ("kind" in result) return result;
    made.push(result);
  }
  return present(made);
}

function findBy<Order>(plan: SentPlan<Order>) {
  return async (order: Order, account: Account, call: Call): Promise<FindOutcome> => {
    const deliverable = plan(order, account, call);
    return deliverable === null || "kind" in deliverable ? { kind: "absent" } : findOut(deliverable, call);
  };
}

/** `absent` means that publishing may go on: what exists is in the checkpoint, and the next part certainly does not. */
async function findOut({ parts, present }: Deliverable, call: Call): Promise<FindOutcome> {
  const made: Made[] = [];
  for (const part of parts) {
    if (part.isNeeded?.() === false) continue;
    const others = parts.flatMap((other) => madeOf(other, call)?.id ?? []);
    const settled = await settle(part, { call, before: made.at(-1) ?? null, others });
    if (settled.kind === "made") made.push(settled.made);
    else {
      if (settled.kind !== "repeatable") return settled;
      const result = await reveal(part, { call, before: made.at(-1) ?? null });
      if ("kind" in result) return told(result, "maybe");
      made.push(result);
    }
  }
  const outcome = await present(made);
  if (outcome.kind === "published" || outcome.kind === "handedOver" || outcome.kind === "notAsked") return outcome;
  if (outcome.kind !== "pending") return { kind: "absent" };
  const { reason = `${parts[0]?.facts.network} is processing the post.`, checkAfterSeconds } = outcome;
  return { kind: "undecided", reason, retryAfterSeconds: checkAfterSeconds };
}

async function forgetRefusals(parts: readonly Part[], { checkpoint }: Call): Promise<void> {
  for (const { names } of parts) {
    const record = recordOf(checkpoint, names);
    const calls = record.calls();
    if (calls?.isRefused && !isOpen(calls)) await record.conclude(null);
  }
}

function firstOf({ parts: [first] }: Deliverable, call: Call): Located | null {
  const made = first === undefined ? null : madeOf(first, call);
  return made === null ? null : { remoteId: made.id, url: made.url };
}

function madeOf({ names }: Part, { checkpoint }: Call): Made | null {
  return recordOf(checkpoint, names).made();
}

function isToBeFound(part: Part, call: Call): boolean {
  const calls = recordOf(call.checkpoint, part.names).calls();
  return madeOf(part, call) === null && isOpen(calls) && !holdsKey(part, calls, call);
}

function mayBeSeen(part: Part, call: Call): boolean {
  return madeOf(part, call) !== null || recordOf(call.checkpoint, part.names).calls() !== null;
}
