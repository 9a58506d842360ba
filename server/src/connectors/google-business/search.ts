import { z } from "zod";
import { waitAsked } from "../google/api.ts";
import { aheadBy } from "../reply.ts";
import { earliestFirst, isBefore, saidAt, type TheirMoment, windowBy } from "../their-clock.ts";
import { likeness } from "./alike.ts";
import { signOf } from "./errors.ts";
import { LocalPost } from "./local-post.ts";
import type { Calls } from "./progress.ts";
import { ask, reasonFor } from "./server.ts";
import type { Work } from "./work.ts";

export type SearchResult =
  /** `isWhole`: everything since the call was read, so that a post that is not in it is not there. */
  | { readonly kind: "read"; readonly found: LocalPost | null; readonly isWhole: boolean; readonly aheadSeconds: number }
  | { readonly kind: "gone"; readonly reason: string }
  | { readonly kind: "notAsked"; readonly reason: string; readonly retryAfterSeconds: number };

const PAGE_LENGTH = 100;
const PAGES_MAX = 5;
/** The order of the list is written nowhere: so many pages in a row have to be older than the call, and none newer than the one before. */
const OLD_PAGES = 2;
const ASK_AGAIN_SECONDS = 60;

const Page = z.object({ localPosts: z.array(LocalPost).default([]), nextPageToken: z.string().nullish() });

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/list (2026-04). */
export async function searchPost(work: Work, calls: Calls): Promise<SearchResult> {
  const { server, location, plan } = work;
  const alike: { readonly post: LocalPost; readonly likeness: number }[] = [];
  let ahead = calls.aheadSeconds;
  let pageToken: string | undefined;
  let oldPages = 0;
  let last: TheirMoment | null = null;
  let isFalling = true;
  let isWhole = false;
  for (let page = 0; page < PAGES_MAX && !isWhole; page += 1) {
    const query = { pageSize: `${PAGE_LENGTH}`, pageToken };
    const answer = await ask(server, { method: "GET", path: `/${location}/localPosts`, query });
    if (answer.kind !== "ok") {
      const reason = reasonFor(answer);
      if (signOf(answer) === "gone") return { kind: "gone", reason };
      return notAsked(reason, waitAsked(answer).retryAfterSeconds);
    }
    const read = Page.safeParse(answer.body ?? {});
    if (!read.success) return notAsked("Google: the list of posts cannot be read.");
    const { localPosts, nextPageToken } = read.data;
    ahead ??= aheadBy(answer.headers, work.call.now()) ?? 0;
    const since = windowBy(calls.firstAt, ahead);
    // A time that cannot be read counts as new.
    const fresh = localPosts.filter(({ createTime }) => !isBefore(saidAt(createTime) ?? since, since));
    alike.push(...fresh.map((post) => ({ post, likeness: likeness(post, plan) })).filter((one) => one.likeness > 0));
    oldPages = fresh.length === 0 ? oldPages + 1 : 0;
    for (const { createTime } of localPosts) {
      const moment = saidAt(createTime);
      isFalling &&= last === null || (moment !== null && !isBefore(last, moment));
      last = moment ?? last;
    }
    const next = nextPageToken ?? "";
    isWhole = next === "" || next === pageToken || (isFalling && oldPages >= OLD_PAGES);
    pageToken = next;
  }
  return { kind: "read", found: await best(work, alike), isWhole, aheadSeconds: ahead ?? 0 };
}

/** Of those that no other delivery has the most alike, and of these the earliest: a later one is another post with the same words. */
async function best(
  { call, progress }: Work,
  alike: readonly { readonly post: LocalPost; readonly likeness: number }[],
): Promise<LocalPost | null> {
  if (alike.length === 0) return null;
  const owned = await call.ownedByOthers(alike.map(({ post }) => post.name));
  const free = alike.filter(({ post }) => !owned.has(post.name) && !progress.left().includes(post.name));
  const [first] = earliestFirst(free, ({ post }) => saidAt(post.createTime)).sort((a, b) => b.likeness - a.likeness);
  return first?.post ?? null;
}

function notAsked(reason: string, seconds = 0): SearchResult {
  return { kind: "notAsked", reason, retryAfterSeconds: Math.max(ASK_AGAIN_SECONDS, seconds) };
}
