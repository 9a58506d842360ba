import { secondsBetween } from "@rostrum/contract/formats.ts";
import { comparable } from "../../connectors/comparable.ts";
import type { Looked, Looking } from "../../connectors/once/visible.ts";
import { readContainer } from "./container.ts";
import { reasonOf } from "./errors.ts";
import { CONTAINER_LIFE_SECONDS, LIST_LATE_SECONDS, STORY_LISTED_SECONDS } from "./facts.ts";
import { type Listed, listCaptions, listPosts } from "./list.ts";
import { unnamedId } from "./placeholder.ts";
import type { Part } from "./plan.ts";
import type { Session } from "./session.ts";
import type { Run } from "./work.ts";

/**
 * Whether a part is live. The container itself knows: it is the vendor's own way back when the answer to publishing was lost
 * (https://developers.facebook.com/documentation/instagram-platform/content-publishing, 2026-06). What it became is only in the account's
 * list. A second post could come from a second container alone, so one is made only after this one has ended and the list has gone without
 * the post for a while; that one container cannot give two posts is promised nowhere, so it is not published again either before it has
 * said twice that it is not.
 */
export async function lookUp({ session, progress }: Run, part: Part, name: string, looking: Looking): Promise<Looked> {
  const now = session.call.now();
  const container = progress.container(name);
  const state = container === null ? null : await readContainer(session, container.id);
  if (state?.kind === "inProgress") return { kind: "underway", reason: "Instagram may be publishing the post now" };
  if (state?.kind === "finished") return { kind: "hidden" };
  const listing = await listAlike(session, part, looking);
  const mine = "kind" in listing ? [] : await looking.unclaimed(listing);
  const told = mine.filter(({ isTold }) => isTold);
  if (container !== null && state?.kind === "published") {
    const fit = told.length > 0 || mine.length > 1 ? told : mine;
    if (fit.length > 0) return { kind: "read", alike: fit };
    const since = progress.shownAt(name) ?? now;
    if (secondsBetween(since, now) >= LIST_LATE_SECONDS) return { kind: "read", alike: [{ id: unnamedId(container.id), at: null }] };
    await progress.setShownAt(name, since);
    return { kind: "underway", reason: "Instagram: the post is live, but cannot be told from others yet" };
  }
  if (told.length > 0) return { kind: "read", alike: told };
  // A silent container delays absence alone.
  const isSilent = container !== null && state?.kind === "unread" && secondsBetween(container.madeAt, now) <= CONTAINER_LIFE_SECONDS;
  if (isSilent) return { kind: "unread", reason: reasonOf(state.failure) };
  if ("kind" in listing) return listing;
  // Without its words, it may as well be one that the account's owner has made by hand.
  if (mine.length > 0) return { kind: "read", alike: [], unless: "Instagram: a post in the account's list may be the one that was sent" };
  return part.kind === "story" && secondsBetween(looking.calls.firstAt, now) > STORY_LISTED_SECONDS
    ? STORY_GONE
    : { kind: "read", alike: [] };
}

const STORY_GONE: Looked = {
  kind: "gone",
  reason: "Instagram lists stories for a day, which has passed since the request: look at the account's archive.",
};

interface Candidate extends Listed {
  /** Whether its caption is known, and the wanted one. */
  readonly isTold: boolean;
}

/** The posts that this one may have become. */
async function listAlike(
  session: Session,
  part: Part,
  { since }: Looking,
): Promise<readonly Candidate[] | Extract<Looked, { kind: "unread" }>> {
  const edge = part.kind === "story" ? "stories" : "media";
  const listing = await listPosts(session, edge, since);
  if (listing.kind === "unread") return listing;
  const alike = listing.posts.filter(({ kind }) => kind === part.kind);
  const asksCaptions = alike.length > 0 && session.via !== "facebook" && edge === "media";
  const captions = asksCaptions ? await listCaptions({ session, edge }) : new Map<string, string>();
  const untold = session.via === "facebook" && edge === "media" ? "" : undefined;
  return alike.flatMap((post) => {
    const told = post.caption ?? captions.get(post.id) ?? untold;
    const isSame = told === undefined || comparable(told) === comparable(part.fields.caption ?? "");
    return isSame ? [{ ...post, isTold: told !== undefined }] : [];
  });
}
