import { z } from "zod";
import type { Call, CheckOutcome, Located, Published, PublishOutcome } from "../../connectors/connector.ts";
import { TO_BE_FOUND } from "../../connectors/to-be-found.ts";
import { pending, pendingUnasked } from "../../connectors/wait.ts";
import { ask, type Server } from "./api.ts";
import { readyContainer } from "./container.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Piece } from "./plan.ts";
import { liveOf, type Progress } from "./progress.ts";
import { publishContainer } from "./visible.ts";
import type { Halt, Parent } from "./work.ts";

/** A chain of pieces, each a reply to the one before. */
export interface Chain {
  readonly server: Server;
  readonly call: Call;
  readonly progress: Progress;
  readonly pieces: readonly Piece[];
  /** What the first piece replies to. */
  readonly replyTo: string | null;
  readonly note: string | null;
}

/** Publishes what is still missing of the chain, as far as it goes now. */
export async function goOn(chain: Chain): Promise<CheckOutcome> {
  const { server, call, progress, pieces } = chain;
  for (const [index, piece] of pieces.entries()) {
    if (progress.created(piece.name) !== null) continue;
    const { calls } = progress.state(piece.name);
    if (calls !== null && !calls.isAnswered) return TO_BE_FOUND;
    if (call.startsOver) await forgetStrikes(progress, piece.name);
    const parent = parentOf(chain, index);
    if (parent !== null && isPlaceholder(parent.id)) return halted(chain, NO_PARENT);
    const work = { server, call, progress, piece, parent };
    const ready = await readyContainer(work);
    if ("kind" in ready) return halted(chain, ready);
    const created = await publishContainer(work, ready);
    if ("kind" in created) return halted(chain, created);
    // If the others do not get through, the entry says where the first is.
    if (index === 0 && pieces.length > 1) await findAddress(chain);
  }
  return publishedAs(chain);
}

/** When somebody has the post tried again, what is tried a few times only is counted anew. What became of containers stays. */
async function forgetStrikes(progress: Progress, piece: string): Promise<void> {
  const { strikes } = progress.state(piece);
  if (strikes.unfetched + strikes.children + strikes.parent + strikes.restricted === 0) return;
  await progress.change(piece, { strikes: { ...strikes, unfetched: 0, children: 0, parent: 0, restricted: 0 } });
}

/** `publish` cannot say that the platform was not asked. */
export function asPublished(outcome: CheckOutcome, { progress, pieces }: Chain): PublishOutcome {
  if (outcome.kind === "notAsked") return pendingUnasked(liveOf(progress, pieces), outcome);
  if (outcome.kind === "lost") throw new Error("Threads' steps continue by themselves and are never lost.");
  return outcome;
}

/** A chain is known by its first post. */
export async function publishedAs(chain: Chain): Promise<Published> {
  const { note } = chain;
  await findAddress(chain);
  const first = firstOf(chain);
  if (first === null) throw new Error("A chain was published whose first post is not in the checkpoint.");
  const notes = [note, isPlaceholder(first.remoteId) ? ID_UNKNOWN : null].filter((text) => text !== null);
  return { kind: "published", ...first, ...(notes.length === 0 ? {} : { note: notes.join(" ") }) };
}

export function parentOf({ progress, pieces, replyTo }: Chain, index: number): Parent | null {
  const idOf = (at: number) => (at < 0 ? replyTo : (progress.created(pieces[at]?.name ?? "")?.id ?? null));
  const id = idOf(index - 1);
  return id === null ? null : { id, piece: pieces[index - 1] ?? null, grandparentId: idOf(index - 2) };
}

const NO_PARENT = { kind: "rejected", reason: "Threads published the part before, but does not show under which id." } as const;
const ID_UNKNOWN = "Threads says that it published the post, but does not show it in the profile's list: it has no counts here.";

const Media = z.object({ permalink: z.string().nullish() });

/** The first post of the chain, if readers see it. */
export function firstOf({ progress, pieces }: Pick<Chain, "progress" | "pieces">): Located | null {
  const created = pieces[0] === undefined ? null : progress.created(pieces[0].name);
  return created === null ? null : { remoteId: created.id, url: created.url };
}

/** Stores the address of the first post, if it can be read. */
async function findAddress({ server, progress, pieces }: Chain): Promise<void> {
  const [first] = pieces;
  const created = first === undefined ? null : progress.created(first.name);
  if (first === undefined || created === null || created.url !== null) return;
  const url = await permalinkOf(server, created.id);
  if (url !== null) await progress.setCreated(first.name, { id: created.id, url });
}

/** Only for people: a post whose address cannot be read is published all the same. */
async function permalinkOf(server: Server, id: string): Promise<string | null> {
  if (isPlaceholder(id)) return null;
  const answer = await ask(server, { method: "GET", path: `/${id}`, fields: { fields: "id,permalink" } });
  return (answer.kind === "ok" ? Media.safeParse(answer.body).data?.permalink : null) ?? null;
}

function halted({ progress, pieces }: Chain, halt: Halt): CheckOutcome {
  return halt.kind === "wait" ? pending(liveOf(progress, pieces), halt) : halt;
}
