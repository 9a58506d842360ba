import { type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import type { FindOutcome } from "../../connectors/connector.ts";
import { readContainer } from "./containers.ts";
import { reasonOf } from "./errors.ts";
import {
  CONTAINER_LIFE_SECONDS,
  LIST_LATE_SECONDS,
  MINUTE_SECONDS,
  STATUS_AFTER_SECONDS,
  STATUS_APART_SECONDS,
  STORY_LISTED_SECONDS,
} from "./facts.ts";
import { partName, unnamedId } from "./names.ts";
import type { Part } from "./plan.ts";
import { type Listed, listCaptions, listPosts } from "./posts-list.ts";
import type { Container, Release } from "./progress.ts";
import type { Run } from "./run.ts";
import { comparable } from "./text.ts";

/** A part whose container was to be published, with no known outcome. */
interface Doubt {
  readonly part: Part;
  readonly name: string;
  readonly caption: string;
}

type Settled = "published" | Extract<FindOutcome, { kind: "absent" | "undecided" | "undecidable" }>;

interface Case extends Doubt {
  readonly container: Container;
  readonly release: Release & { readonly begunAt: Instant };
  readonly now: Instant;
}

/**
 * Finds out whether a part is live. The container itself knows: it is the vendor's own way back when the answer to publishing
 * was lost (https://developers.facebook.com/documentation/instagram-platform/content-publishing, 2026-06). What it became is only
 * in the account's list. A second post could come from a second container alone, so one is made only after this one has ended
 * and the list has gone without the post for a while; that one container cannot give two posts is promised nowhere, so it is
 * not published again either before it has said twice that it is not.
 */
export async function settle(run: Run, doubt: Doubt): Promise<Settled> {
  const { session, progress } = run;
  const container = progress.container(doubt.name);
  const release = progress.release(doubt.name);
  const { begunAt } = release;
  if (container === null || begunAt === null) throw new Error("A part is looked up that was not to be published.");
  const now = session.call.now();
  const given: Case = { ...doubt, container, release: { ...release, begunAt }, now };
  const state = await readContainer(session, container.id);
  switch (state.kind) {
    case "published":
      return nameOfPublished(run, given);
    case "inProgress":
      await progress.setRelease(doubt.name, { ...release, unpublishedSince: null });
      return undecided("Instagram may be publishing the post now", MINUTE_SECONDS);
    case "finished":
      return settleUnpublished(run, given);
    case "failed":
    case "expired":
      return settleByList(run, given);
    case "unread":
      return secondsBetween(container.madeAt, now) > CONTAINER_LIFE_SECONDS
        ? settleByList(run, given)
        : findInList(run, given, reasonOf(state.failure));
  }
}

/** It says that it is not published, which may be late. */
async function settleUnpublished({ progress }: Run, { name, release, now }: Case): Promise<Settled> {
  const since = release.unpublishedSince ?? now;
  const apart = STATUS_APART_SECONDS - secondsBetween(since, now);
  const after = STATUS_AFTER_SECONDS - secondsBetween(release.begunAt, now);
  if (apart <= 0 && after <= 0) {
    await progress.setRelease(name, { ...release, ...NOTHING_SINCE, begunAt: null, doubtedSince: release.doubtedSince ?? release.begunAt });
    return { kind: "absent" };
  }
  await progress.setRelease(name, { ...release, unpublishedSince: since });
  return undecided("Instagram: the post does not seem to be published yet", Math.max(apart, after));
}

/** It is live: only its id and link are missing, which the list has among others. */
async function nameOfPublished(run: Run, given: Case): Promise<Settled> {
  const { progress } = run;
  const { name, release, now, container } = given;
  const candidates = await candidatesOf(run, given);
  const [only] = "posts" in candidates ? candidates.posts : [];
  if (only !== undefined && "posts" in candidates && candidates.posts.length === 1) return published(run, name, only);
  const since = release.publishedSince ?? now;
  if (secondsBetween(since, now) >= LIST_LATE_SECONDS) return published(run, name, { id: unnamedId(container.id), url: null });
  await progress.setRelease(name, { ...release, publishedSince: since });
  return undecided("Instagram: the post is live, but cannot be told from others yet", MINUTE_SECONDS);
}

/** It says nothing, which delays absence alone: one clear find is the post. */
async function findInList(run: Run, given: Case, reason: string): Promise<Settled> {
  const candidates = await candidatesOf(run, given);
  const [only, ...others] = "posts" in candidates ? candidates.posts : [];
  const isClear = only !== undefined && others.length === 0 && only.isTold;
  return isClear ? published(run, given.name, only) : undecided(reason, MINUTE_SECONDS);
}

/** It has ended, which by the vendor's words means that it was not published. */
async function settleByList(run: Run, given: Case): Promise<Settled> {
  const { progress } = run;
  const { name, release, now } = given;
  const candidates = await candidatesOf(run, given);
  if ("reason" in candidates) return undecided(candidates.reason, MINUTE_SECONDS);
  const [first, ...others] = candidates.posts;
  // Without its words, it may as well be one that the account's owner has made by hand.
  if (first !== undefined && others.length === 0 && first.isTold) return published(run, name, first);
  if (first !== undefined) {
    await progress.setRelease(name, { ...release, missingSince: null });
    const posts = others.length > 0 ? "several posts" : "a post in the account's list";
    return undecided(`Instagram: ${posts} may be the one that was sent`, LIST_LATE_SECONDS);
  }
  if (given.part.kind === "story" && secondsBetween(release.doubtedSince ?? release.begunAt, now) > STORY_LISTED_SECONDS) {
    const reason = "Instagram lists stories for a day, which has passed since the request: look at the account's archive.";
    return { kind: "undecidable", reason };
  }
  const since = release.missingSince ?? now;
  const left = LIST_LATE_SECONDS - secondsBetween(since, now);
  if (left > 0) {
    await progress.setRelease(name, { ...release, missingSince: since });
    return undecided("Instagram: the post is not in the account's list", left);
  }
  const { blocks, generation } = release;
  await progress.setContainer(name, null);
  await progress.setRelease(name, {
    ...NOTHING_SINCE,
    begunAt: null,
    doubtedSince: null,
    blocks: 0,
    generation: blocks > 0 ? generation + 1 : generation,
    hold: null,
  });
  return { kind: "absent" };
}

const NOTHING_SINCE = { unpublishedSince: null, publishedSince: null, missingSince: null } as const;

/** The posts that this one may have become. */
async function candidatesOf(
  { session, progress }: Run,
  { part, caption, release }: Case,
): Promise<{ posts: Candidate[] } | { reason: string }> {
  const edge = part.kind === "story" ? "stories" : "media";
  const listing = await listPosts(session, edge, release.doubtedSince ?? release.begunAt);
  if (listing.kind === "unread") return listing;
  const alike = listing.posts.filter(({ kind }) => kind === part.kind);
  if (alike.length === 0) return { posts: [] };
  const asksCaptions = session.via !== "facebook" && edge === "media";
  const captions = asksCaptions ? await listCaptions({ session, edge }) : new Map<string, string>();
  const untold = session.via === "facebook" && edge === "media" ? "" : undefined;
  const owned = await session.call.ownedByOthers(alike.map(({ id }) => id));
  const posts = alike.flatMap((post) => {
    const told = post.caption ?? captions.get(post.id) ?? untold;
    const isSame = told === undefined || comparable(told) === comparable(caption);
    return isSame && !owned.has(post.id) && !isOwn(progress, post.id) ? [{ ...post, isTold: told !== undefined }] : [];
  });
  return { posts };
}

interface Candidate extends Listed {
  /** Whether its caption is known, and the wanted one. */
  readonly isTold: boolean;
}

/** Another story of the same post. They are published in order. */
function isOwn(progress: Run["progress"], id: string): boolean {
  for (let index = 0; ; index += 1) {
    const other = progress.published(partName(index));
    if (other === null || other.id === id) return other !== null;
  }
}

async function published({ progress }: Run, name: string, { id, url }: { id: string; url: string | null }): Promise<"published"> {
  await progress.setPublished(name, { id, url });
  return "published";
}

function undecided(reason: string, retryAfterSeconds: number): Settled {
  return { kind: "undecided", reason, retryAfterSeconds };
}
