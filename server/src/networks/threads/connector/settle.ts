import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { FindOutcome } from "../../connectors/connector.ts";
import { isGivenUp } from "./container.ts";
import { placeholder } from "./placeholder.ts";
import { readContainer } from "./reading.ts";
import { searchPosts } from "./search.ts";
import { LIST_DELAY_SECONDS } from "./unverified.ts";
import type { Work } from "./work.ts";

/** The same container is published again only if it read unpublished twice, this far apart, and this long after the last call. */
const BETWEEN_READINGS_SECONDS = 60;
const AFTER_CALL_SECONDS = 120;
const ASK_AGAIN_SECONDS = 60;
/** How long the id of a post that is certainly published is looked for. */
const ID_SEARCH_SECONDS = 3600;

export type Settled = { readonly kind: "created" } | Exclude<FindOutcome, { kind: "published" }>;

/**
 * Finds out what became of the piece's call. The container knows whether it was published; which post it became is in the
 * profile's list alone. `absent` means that the piece may go on.
 */
export async function settle(work: Work, except: readonly string[]): Promise<Settled> {
  const { server, progress, piece } = work;
  const { container, calls, strikes } = progress.state(piece.name);
  if (container === null || calls === null) return { kind: "absent" };
  const isGone = calls.isAnswered && isGivenUp(strikes);
  if (calls.isAnswered && !isGone) return { kind: "absent" };
  const reading = await readContainer(server, container.container);
  if (reading.kind === "missing") return searchInstead(work, { except, reason: reading.reason });
  if (reading.kind !== "read") {
    // The silence of the container delays absence alone: one clear find is the post.
    const found = await look(work, except);
    if (found.kind === "created") return found;
    return undecided(reading.reason, "retryAfterSeconds" in reading ? reading.retryAfterSeconds : ASK_AGAIN_SECONDS);
  }
  switch (reading.status) {
    case "PUBLISHED":
      return identify(work, except);
    case "FINISHED":
      return isGone ? searchInstead(work, { except, reason: GONE }) : afterUnpublished(work);
    case "IN_PROGRESS":
      return undecided("Threads is still processing the post.", ASK_AGAIN_SECONDS);
    case "ERROR":
    case "EXPIRED":
      return searchInstead(work, { except, reason: `Threads says ${reading.status} of the post.` });
  }
}

const GONE = "Threads refuses to publish the post it has prepared.";

/** The container was not published, at least not yet. */
async function afterUnpublished({ server, progress, piece }: Work): Promise<Settled> {
  const now = server.reach.now();
  const { calls, unpublishedAt } = progress.state(piece.name);
  if (calls === null) return { kind: "absent" };
  if (unpublishedAt === null) await progress.change(piece.name, { unpublishedAt: now });
  const left = Math.max(
    BETWEEN_READINGS_SECONDS - secondsBetween(unpublishedAt ?? now, now),
    AFTER_CALL_SECONDS - secondsBetween(calls.lastAt, now),
  );
  if (left > 0) return undecided("Threads has not published the post yet; it may still be at it.", left);
  await progress.change(piece.name, { calls: { ...calls, isAnswered: true, lost: calls.lost + 1 }, unpublishedAt: null });
  return { kind: "absent" };
}

/** The container is published: what is missing is the id of the post. */
async function identify(work: Work, except: readonly string[]): Promise<Settled> {
  const { progress, piece } = work;
  const now = work.server.reach.now();
  const { container, publishedAt } = progress.state(piece.name);
  if (publishedAt === null) await progress.change(piece.name, { publishedAt: now });
  const found = await look(work, except);
  if (found.kind === "created") return found;
  if (container !== null && secondsBetween(publishedAt ?? now, now) >= ID_SEARCH_SECONDS) {
    await progress.setCreated(piece.name, { id: placeholder(container.container), url: null });
    return { kind: "created" };
  }
  return undecided(found.reason ?? "Threads has published the post, but does not list it yet.", found.retryAfterSeconds);
}

/** The container is gone: only the list can tell, and only an absence that lasts makes way for another container. */
async function searchInstead(work: Work, { except, reason }: { except: readonly string[]; reason: string }): Promise<Settled> {
  const { server, progress, piece } = work;
  const now = server.reach.now();
  const { calls, absentAt, replaces } = progress.state(piece.name);
  const found = await look(work, except);
  if (found.kind === "created") return found;
  if (found.kind !== "none") return undecided(found.reason, found.retryAfterSeconds);
  if (absentAt === null) await progress.change(piece.name, { absentAt: now });
  const isLost = calls !== null && (!calls.isAnswered || calls.lost > 0);
  if (isLost && replaces) return undecided(`${reason} This is the second time: look at the profile on Threads.`, LIST_DELAY_SECONDS);
  const left = LIST_DELAY_SECONDS - secondsBetween(absentAt ?? now, now);
  if (isLost && left > 0) return undecided(`${reason} The post is not in the profile's list; it may appear late.`, left);
  await progress.strike(piece.name, "renewed");
  await progress.renew(piece.name);
  return { kind: "absent" };
}

interface Missing {
  readonly kind: "none" | "unclear";
  readonly reason: string;
  readonly retryAfterSeconds: number;
}

/** Binds the piece to the one post of the profile that it must be. */
async function look(
  { server, call, progress, piece, parent }: Work,
  except: readonly string[],
): Promise<{ readonly kind: "created" } | Missing> {
  const { calls } = progress.state(piece.name);
  if (calls === null) throw new Error("A post is looked up that was never published.");
  const found = await searchPosts({ server, call }, { piece, replyTo: parent?.id ?? null, since: calls.firstAt, except });
  if (found.kind === "partial") {
    await progress.change(piece.name, { absentAt: null });
    return { kind: "unclear", reason: found.reason, retryAfterSeconds: Math.max(ASK_AGAIN_SECONDS, found.retryAfterSeconds ?? 0) };
  }
  const [match, ...others] = found.matches;
  if (match === undefined) return { kind: "none", reason: "The post is not in the profile's list.", retryAfterSeconds: ASK_AGAIN_SECONDS };
  if (others.length > 0) {
    return { kind: "unclear", reason: "Several posts of the profile on Threads have this text.", retryAfterSeconds: LIST_DELAY_SECONDS };
  }
  await progress.setCreated(piece.name, match);
  return { kind: "created" };
}

function undecided(reason: string, retryAfterSeconds: number): Settled {
  return { kind: "undecided", reason, retryAfterSeconds: Math.ceil(retryAfterSeconds) };
}
