import { recordOf } from "../../connectors/once/calls.ts";
import type { Halt } from "../../connectors/once/visible.ts";
import { windowFrom } from "../../connectors/their-clock.ts";
import { wait } from "../../connectors/wait.ts";
import { searchPosts } from "./list.ts";
import { namesOf } from "./progress.ts";
import type { Parent, Work } from "./work.ts";

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

async function adoptTwin({ server, call }: Work, { id, piece, grandparentId }: Parent): Promise<boolean> {
  const record = piece === null ? null : recordOf(call.checkpoint, namesOf(piece.name));
  const firstAt = record?.calls()?.firstAt;
  if (piece === null || record === null || firstAt === undefined) return false;
  const since = (headers: Readonly<Record<string, string>>) => windowFrom(firstAt, { headers, now: call.now() });
  const found = await searchPosts(server, { piece, replyTo: grandparentId, firstAt, since });
  if (found.kind !== "read" || found.alike.some((post) => post.id === id)) return false;
  const owned = await call.ownedByOthers(found.alike.map((post) => post.id));
  const [twin, ...others] = found.alike.filter((post) => !owned.has(post.id));
  if (twin === undefined || others.length > 0) return false;
  await record.setMade({ id: twin.id, url: twin.url ?? null, at: call.now() });
  return true;
}
