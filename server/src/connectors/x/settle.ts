import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { FindOutcome } from "../connector.ts";
import type { Sent } from "./progress.ts";
import { searchPost } from "./search.ts";
import { LOOK_AFTER_REFUSAL_SECONDS, LOOK_AFTER_SECONDS } from "./unverified.ts";
import type { Work } from "./work.ts";

const ASK_AGAIN_SECONDS = 60;

export type Settled = { readonly kind: "created" } | Exclude<FindOutcome, { kind: "published" }>;

/**
 * Finds out what became of the last request for a post. It is sent again once, after four complete lookups within a quarter of an
 * hour have not found it; if that does not settle it either, nothing more is sent.
 */
export async function settle(work: Work, except: readonly string[]): Promise<Settled> {
  const { server, progress, piece, settings } = work;
  const sent = progress.sent(piece.name);
  // What X has certainly refused goes back to publishing, which says so.
  if (sent === null || sent.state === "clear" || sent.state === "refused") return { kind: "absent" };
  if (settings.canLookUp === false) return { kind: "undecidable", reason: CANNOT_LOOK };
  const times = timesOf(sent);
  const left = (times[sent.looks] ?? 0) - secondsBetween(sent.lastAt, server.reach.now());
  if (left > 0) return undecided(sent.reason ?? "X has not answered.", left);
  const found = await searchPost(work, { since: sent.firstAt, except });
  if (found.kind === "found") {
    await progress.setCreated(piece.name, { id: found.id, at: sent.lastAt });
    return { kind: "created" };
  }
  if (found.kind === "partial") return undecided(found.reason, Math.max(ASK_AGAIN_SECONDS, found.retryAfterSeconds ?? 0));
  const looks = sent.looks + 1;
  const next = times[looks];
  if (next === undefined) return afterLast(work, { ...sent, looks });
  await progress.setSent(piece.name, { ...sent, looks });
  return undecided("The post is not in the account's list; it may appear late.", next - secondsBetween(sent.lastAt, server.reach.now()));
}

const CANNOT_LOOK = "This account's posts cannot be looked up with the application's plan at X. Look at the account on X.";

/** How long after the request each lookup is made. A first request that was refused is only checked. */
function timesOf({ state, sends }: Sent): readonly number[] {
  if (state === "open") return LOOK_AFTER_SECONDS;
  return sends > 1 ? LOOK_AFTER_REFUSAL_SECONDS : LOOK_AFTER_SECONDS.slice(0, 1);
}

/** Everything that had to be asked has been, and the post was never there. */
async function afterLast({ server, progress, piece }: Work, sent: Sent): Promise<Settled> {
  const { state, sends, turnedAway, reason } = sent;
  if (sends - turnedAway > 1) {
    const why = reason === null ? "X did not answer twice" : reason.replace(/\.$/, "");
    return { kind: "undecidable", reason: `${why}, and the post is not in the account's list. Look at the account on X.` };
  }
  const settled = state === "open" ? "clear" : "refused";
  await progress.setSent(piece.name, { ...sent, state: settled, clearedAt: server.reach.now() });
  return { kind: "absent" };
}

function undecided(reason: string, retryAfterSeconds: number): Settled {
  return { kind: "undecided", reason, retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)) };
}
