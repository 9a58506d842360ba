import { wait } from "../../connectors/wait.ts";
import { searchPosts } from "./search.ts";
import type { Halt, Parent, Work } from "./work.ts";

/** A post that was just published can be refused as one to reply to (unverified): waits, in seconds, until it is tried again. */
const WAITS = [30, 120, 600, 3600];
/** After this many, the post is looked for under another id. */
const TWIN_AFTER = 2;

/**
 * Threads does not know the post to reply to. What was published is never published again: after some time its copy is looked for
 * under another id, and if there is none, the thread ends here.
 */
export async function awaitParent(work: Work & { readonly parent: Parent }, reason: string): Promise<Halt> {
  const { progress, piece, parent } = work;
  const times = await progress.strike(piece.name, "parent");
  if (times > TWIN_AFTER && parent.piece !== null && (await adoptTwin(work, parent))) return wait(1);
  const seconds = WAITS[times - 1];
  return seconds === undefined ? { kind: "rejected", reason: `${reason}. Threads accepts no reply to the post before.` } : wait(seconds);
}

async function adoptTwin({ server, call, progress }: Work, { id, piece, grandparentId }: Parent): Promise<boolean> {
  const calls = piece === null ? null : progress.state(piece.name).calls;
  if (piece === null || calls === null) return false;
  const found = await searchPosts({ server, call }, { piece, replyTo: grandparentId, since: calls.firstAt, except: [] });
  if (found.kind !== "whole" || found.matches.some((match) => match.id === id)) return false;
  const [twin, ...others] = found.matches;
  if (twin === undefined || others.length > 0) return false;
  await progress.setCreated(piece.name, twin);
  return true;
}
