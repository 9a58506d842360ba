import { z } from "zod";
import { waitAsked } from "../../connectors/api.ts";
import { comparable } from "../../connectors/comparable.ts";

import type { Looked, Looking, Unread } from "../../connectors/once/visible.ts";
import { isBefore, saidAt, type TheirMoment } from "../../connectors/their-clock.ts";
import { type Failure, reasonOf, spendAndAsk } from "./api.ts";
import { uploadsOf } from "./channel.ts";
import type { VideoPlan } from "./plan.ts";
import { READ } from "./quota.ts";
import type { Work } from "./work.ts";

const PAGE_LENGTH = 50;
/** A channel takes far fewer videos an hour. */
const PAGES_MAX = 4;
const ASK_AGAIN_SECONDS = 300;

const Items = z.object({
  items: z
    .array(z.object({ snippet: z.object({ publishedAt: z.string() }), contentDetails: z.object({ videoId: z.string().min(1) }) }))
    .default([]),
  nextPageToken: z.string().nullish(),
});
const Videos = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1),
        snippet: z.object({ title: z.string(), description: z.string().catch(""), publishedAt: z.string() }),
        fileDetails: z.object({ fileSize: z.coerce.number().nullish() }).nullish().catch(null),
      }),
    )
    .default([]),
});

/** Looks for the video of an upload in the list of all that the channel has uploaded, which contains those that nobody else sees. */
export async function searchUpload(work: Work, plan: VideoPlan, looking: Looking): Promise<Extract<Looked, { kind: "read" | "unread" }>> {
  const listed = await listSince(work, looking);
  if (listed.kind === "unread") return listed;
  const { ids: recent, since } = listed;
  const videos: z.output<typeof Videos>["items"] = [];
  for (let start = 0; start < recent.length; start += PAGE_LENGTH) {
    const id = recent.slice(start, start + PAGE_LENGTH).join(",");
    const answer = await spendAndAsk(work, { price: READ, method: "GET", path: "/videos", query: { part: "snippet,fileDetails", id } });
    if (answer.kind !== "ok") return unread(answer);
    const read = Videos.safeParse(answer.body);
    if (!read.success) return UNREADABLE;
    videos.push(...read.data.items);
  }
  const left = work.progress.left();
  const alike = videos.filter(
    ({ id, snippet, fileDetails }) =>
      !left.includes(id) &&
      isSince(snippet.publishedAt, since) &&
      comparable(snippet.title) === comparable(plan.title) &&
      comparable(snippet.description) === comparable(plan.description) &&
      (fileDetails?.fileSize ?? plan.video.sizeBytes) === plan.video.sizeBytes,
  );
  return { kind: "read", alike: alike.map(({ id, snippet }) => ({ id, at: saidAt(snippet.publishedAt) })) };
}

interface Listed {
  readonly kind: "listed";
  readonly ids: readonly string[];
  readonly since: TheirMoment;
}

/** The newest come first (unverified), so that one page of older ones ends the list. */
async function listSince(work: Work, looking: Looking): Promise<Listed | Unread> {
  const ids: string[] = [];
  let pageToken: string | undefined;
  let since: TheirMoment | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await spendAndAsk(work, {
      price: READ,
      method: "GET",
      path: "/playlistItems",
      query: {
        part: "snippet,contentDetails",
        playlistId: uploadsOf(work.account.settings),
        maxResults: `${PAGE_LENGTH}`,
        pageToken,
      },
    });
    if (answer.kind !== "ok") return unread(answer);
    const read = Items.safeParse(answer.body);
    if (!read.success) return UNREADABLE;
    since ??= looking.since(answer.headers);
    const begin = since;
    const fresh = read.data.items.filter(({ snippet }) => isSince(snippet.publishedAt, begin));
    ids.push(...fresh.map(({ contentDetails }) => contentDetails.videoId));
    pageToken = read.data.nextPageToken ?? undefined;
    // Trap: an empty page is not the last one while it names another.
    const isPast = fresh.length === 0 && read.data.items.length > 0;
    if (pageToken === undefined || isPast) return { kind: "listed", ids, since };
  }
  return { ...UNREADABLE, reason: "YouTube: the channel has uploaded too many videos since to look through." };
}

const UNREADABLE: Unread = {
  kind: "unread",
  reason: "YouTube: the uploads of the channel cannot be read.",
  retryAfterSeconds: ASK_AGAIN_SECONDS,
};

/** Without a time, it may be the one. */
export function isSince(publishedAt: string | null | undefined, since: TheirMoment): boolean {
  return !isBefore(saidAt(publishedAt) ?? since, since);
}

export function unread(failure: Failure): Unread {
  const asked = failure.kind === "held" ? failure.retryAfterSeconds : (waitAsked(failure).retryAfterSeconds ?? 0);
  return { kind: "unread", reason: `${reasonOf(failure)}.`, retryAfterSeconds: Math.max(ASK_AGAIN_SECONDS, asked) };
}
