import type { Account, Call, CheckOutcome, Located, OutgoingPost, Published, PublishOutcome } from "../connector.ts";
import { languageOf } from "../language.ts";
import { TO_BE_FOUND } from "../to-be-found.ts";
import { pendingUnasked } from "../wait.ts";
import { type Server, serverOf } from "./api.ts";
import { busy } from "./errors.ts";
import { keyHolds } from "./keys.ts";
import { type Limits, limitsFrom, readInstance } from "./limits.ts";
import { bringFiles, UPLOAD_AGAIN_SECONDS } from "./media.ts";
import { type Part, type Plan, planPost } from "./plan.ts";
import { type Created, type Progress, progressOf } from "./progress.ts";
import { makeStatus, type StatusForm } from "./status.ts";

/**
 * Publishes a post as one status or a chain of them. All files are uploaded before the first status is created, so that a
 * bad file does not leave half a thread; every step is checkpointed, so that the next attempt continues where this one ends.
 */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const outcome = await goOn(post, account, call);
  if (outcome.kind === "lost") return busy(outcome.reason, UPLOAD_AGAIN_SECONDS);
  if (outcome.kind !== "notAsked") return outcome;
  return pendingUnasked(liveOf(progressOf(call.checkpoint)), outcome);
}

/** Resumes a post that waits for a file being processed: publishing continues from the checkpoint. */
export async function check(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  const outcome = await goOn(post, account, call);
  // The post is not entirely lost if a part is live.
  return outcome.kind === "lost" && liveOf(progressOf(call.checkpoint)) === "maybe" ? busy(outcome.reason, UPLOAD_AGAIN_SECONDS) : outcome;
}

async function goOn(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  const server = serverOf(account, call);
  const progress = progressOf(call.checkpoint);
  const { plan, limits } = await planOnInstance(post, account, server);
  if (plan.kind !== "parts") return plan;
  progress.setLimits(limits);
  if (plan.parts.some((_, index) => isToBeFound(server, partName(index)))) return TO_BE_FOUND;
  for (const [index, part] of plan.parts.entries()) {
    // A request that may have been received already has its files; its key returns the status.
    if (progress.created(partName(index)) !== null || progress.sentAt(partName(index)) !== null) continue;
    const outcome = await bringFiles({ server, progress, limits, part, name: partName(index) });
    if (outcome?.kind === "processing") return { ...outcome, kind: "pending", live: liveOf(progress) };
    if (outcome !== null) return outcome;
  }
  let previous: Created | null = null;
  for (const [index, part] of plan.parts.entries()) {
    const name = partName(index);
    const form = formOf(part, { mediaIds: mediaIdsOf(part, name, progress), previous, account });
    const result = await makeStatus({ server, progress, name, key: `${post.key}:${index}`, form });
    if ("kind" in result) return result;
    previous = result;
  }
  return publishedAs(progress, plan.note);
}

/** A chain is identified by its first status, which is in the checkpoint. */
export function publishedAs(progress: Progress, note: string | null): PublishOutcome & Published {
  const first = progress.created(partName(0));
  if (first === null) throw new Error("A chain was published whose first status is not in the checkpoint.");
  return { kind: "published", remoteId: first.id, url: first.url, ...(note === null ? {} : { note }) };
}

export function partName(index: number): string {
  return String(index);
}

/** Plans by the first attempt's limits, else by the stored ones, which are refreshed if they would refuse the post. */
async function planOnInstance(post: OutgoingPost, account: Account, server: Server): Promise<{ plan: Plan; limits: Limits }> {
  const begun = progressOf(server.call.checkpoint).limits();
  const limits = begun ?? limitsFrom(account.settings);
  const plan = planPost(post, limits);
  if (plan.kind !== "rejected" || begun !== null) return { plan, limits };
  const current = (await readInstance(server))?.limits ?? limits;
  return { plan: planPost(post, current), limits: current };
}

function mediaIdsOf(part: Part, name: string, progress: Progress): string[] {
  return part.media.map((_, index) => progress.uploaded(name, index)?.id).filter((id) => id !== undefined);
}

interface Around {
  readonly mediaIds: readonly string[];
  readonly previous: Created | null;
  readonly account: Account;
}

function formOf(part: Part, { mediaIds, previous, account }: Around): StatusForm {
  const language = languageOf(account.preferences);
  return {
    ...(part.text === "" ? {} : { status: part.text }),
    ...(mediaIds.length === 0 ? {} : { media_ids: mediaIds }),
    ...(part.poll === null ? {} : { poll: part.poll }),
    ...(previous === null ? {} : { in_reply_to_id: previous.id }),
    visibility: part.visibility,
    ...(language === null ? {} : { language }),
  };
}

/** Whether a request for this part was sent, its outcome is unknown, and repeating it may post twice. */
function isToBeFound(server: Server, name: string): boolean {
  const progress = progressOf(server.call.checkpoint);
  const sentAt = progress.sentAt(name);
  return progress.created(name) === null && sentAt !== null && !keyHolds(server, sentAt, server.call.now());
}

/** The parts of a chain are created in order, so anything live includes the first. */
function liveOf(progress: Progress): "no" | "maybe" {
  return progress.created(partName(0)) === null && progress.sentAt(partName(0)) === null ? "no" : "maybe";
}

/** The first status, if it exists. */
export function firstPart(_post: OutgoingPost, _account: Account, call: Call): Located | null {
  const first = progressOf(call.checkpoint).created(partName(0));
  return first === null ? null : { remoteId: first.id, url: first.url };
}
