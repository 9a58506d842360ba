import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Account, Call, Located, Published, PublishOutcome } from "../connector.ts";
import { TO_BE_FOUND } from "../to-be-found.ts";
import { pending, wait } from "../wait.ts";
import { type Server, serverOf } from "./api.ts";
import type { Piece, Plan } from "./plan.ts";
import { liveOf, type Progress, progressOf } from "./progress.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { PARENT_REST_SECONDS } from "./unverified.ts";
import { bringFiles } from "./upload.ts";
import { createPost, isToBeFound } from "./visible.ts";
import type { Halt, Work } from "./work.ts";

/** A chain of posts, each a reply to the one before. */
export interface Chain {
  readonly server: Server;
  readonly call: Call;
  readonly progress: Progress;
  readonly settings: Settings;
  readonly account: Account;
  readonly pieces: readonly Piece[];
  /** What the first one replies to. */
  readonly replyTo: string | null;
  readonly note: string | null;
  readonly lengthMax: number;
}

type Pieces = Extract<Plan, { kind: "pieces" }>;

export function chainOf(
  { pieces, note, lengthMax }: Pieces,
  { account, call, replyTo }: { account: Account; call: Call; replyTo: string | null },
): Chain {
  const progress = progressOf(call.checkpoint);
  const settings = settingsOf(account.settings);
  return { server: serverOf(account, call), call, progress, settings, account, pieces, replyTo, note, lengthMax };
}

/**
 * Publishes what is still missing of the chain, as far as it goes now. All files are uploaded before the first post is made, so that a
 * bad file does not leave half a thread.
 */
export async function goOn(chain: Chain): Promise<PublishOutcome> {
  if (chain.pieces.some(({ name }) => isToBeFound(chain.progress, name))) return TO_BE_FOUND;
  if (chain.call.startsOver) await forgetRefusals(chain);
  const missing = chain.pieces.map((piece, index) => workOn(chain, piece, index)).filter(({ piece }) => !isSent(chain, piece));
  for (const work of missing) {
    const halt = await bringFiles(work);
    if (halt !== null) return halted(chain, halt);
  }
  for (const [index, piece] of chain.pieces.entries()) {
    if (chain.progress.created(piece.name) !== null) continue;
    const rest = restOf(chain, index);
    if (rest > 0) return halted(chain, wait(rest));
    chain.progress.noteLengthMax(chain.lengthMax);
    const created = await createPost(workOn(chain, piece, index));
    if ("kind" in created) return halted(chain, created);
  }
  return publishedAs(chain);
}

/** A chain is known by its first post. */
export function publishedAs(chain: Chain): Published {
  const { progress, pieces, note } = chain;
  const first = firstOf(chain);
  if (first === null) throw new Error("A chain was published whose first post is not in the checkpoint.");
  const isUndescribed = pieces.some(({ name, media }) => media.some((_, index) => progress.upload(name, index)?.alt === "failed"));
  const notes = [note, isUndescribed ? "X did not take the alternative text." : null].filter((text) => text !== null);
  return { kind: "published", ...first, ...(notes.length === 0 ? {} : { note: notes.join(" ") }) };
}

export function workOn({ server, call, progress, settings, account, pieces, replyTo }: Chain, piece: Piece, index: number): Work {
  const parentId = index === 0 ? replyTo : (progress.created(pieces[index - 1]?.name ?? "")?.id ?? null);
  return { server, call, progress, settings, userId: account.remoteId, piece, parentId };
}

/** Before anything else is done, so that they are over even if this step does not reach the posts that were refused. */
async function forgetRefusals({ progress, pieces }: Chain): Promise<void> {
  await progress.forgetStrikes();
  for (const { name } of pieces) if (progress.sent(name)?.state === "refused") await progress.setSent(name, null);
}

/** What may have been sent already keeps its files: a repetition has to have the same. */
function isSent({ progress }: Chain, { name }: Piece): boolean {
  return progress.created(name) !== null || progress.sent(name) !== null;
}

/** Seconds until the post before can be replied to. */
function restOf({ progress, pieces, server }: Chain, index: number): number {
  const before = index === 0 ? null : progress.created(pieces[index - 1]?.name ?? "");
  return before === null ? 0 : PARENT_REST_SECONDS - secondsBetween(before.at, server.reach.now());
}

/** Names change, but X finds a post by its id under any name. */
function addressOf({ server, account }: Pick<Chain, "server" | "account">, id: string): string {
  return `${server.reach.host("www")}/${account.handle.replace(/^@/, "") || "i"}/status/${id}`;
}

/** The first post of the chain, if readers see it. */
export function firstOf(chain: Chain): Located | null {
  const created = chain.progress.created(chain.pieces[0]?.name ?? "");
  return created === null ? null : { remoteId: created.id, url: addressOf(chain, created.id) };
}

function halted({ progress, pieces }: Chain, halt: Halt): PublishOutcome {
  return halt.kind === "wait" ? pending(liveOf(progress, pieces), halt) : halt;
}
