import type { Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { waitAsked } from "../../connectors/google/api.ts";
import { isBefore, saidAt, type TheirMoment, windowFrom } from "../../connectors/their-clock.ts";
import { type Failure, reasonOf, spendAndAsk } from "./api.ts";
import { uploadsOf } from "./channel.ts";
import type { VideoPlan } from "./plan.ts";
import type { Session } from "./progress.ts";
import { READ } from "./quota.ts";
import type { Work } from "./work.ts";

export interface Match {
  readonly id: string;
  readonly visibility: string | null;
}

export type Search =
  /** The videos that can be the one, and that no other delivery claims. */
  { readonly kind: "read"; readonly matches: readonly Match[] } | NotAsked;

export interface NotAsked {
  readonly kind: "notAsked";
  readonly reason: string;
  readonly retryAfterSeconds: number;
}

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
        status: z.object({ privacyStatus: z.string().nullish() }).nullish(),
        fileDetails: z.object({ fileSize: z.coerce.number().nullish() }).nullish().catch(null),
      }),
    )
    .default([]),
});

/** Looks for the video of an upload in the list of all that the channel has uploaded, which contains those that nobody else sees. */
export async function searchUpload(work: Work, plan: VideoPlan, session: Session): Promise<Search> {
  const listed = await listSince(work, session.at);
  if (listed.kind === "notAsked") return listed;
  const { ids: recent, since } = listed;
  if (recent.length === 0) return { kind: "read", matches: [] };
  const videos: z.output<typeof Videos>["items"] = [];
  for (let start = 0; start < recent.length; start += PAGE_LENGTH) {
    const id = recent.slice(start, start + PAGE_LENGTH).join(",");
    const answer = await spendAndAsk(work, {
      price: READ,
      method: "GET",
      path: "/videos",
      query: { part: "snippet,status,fileDetails", id },
    });
    if (answer.kind !== "ok") return notAsked(answer);
    const read = Videos.safeParse(answer.body);
    if (!read.success) return UNREADABLE;
    videos.push(...read.data.items);
  }
  const alike = videos.filter(
    ({ snippet, fileDetails }) =>
      isSince(snippet.publishedAt, since) &&
      comparable(snippet.title) === comparable(plan.title) &&
      comparable(snippet.description) === comparable(plan.description) &&
      (fileDetails?.fileSize ?? plan.video.sizeBytes) === plan.video.sizeBytes,
  );
  const owned = alike.length === 0 ? new Set() : await work.call.ownedByOthers(alike.map(({ id }) => id));
  const left = work.progress.left();
  const matches = alike.filter(({ id }) => !owned.has(id) && !left.includes(id));
  return { kind: "read", matches: matches.map(({ id, status }) => ({ id, visibility: status?.privacyStatus ?? null })) };
}

interface Listed {
  readonly kind: "listed";
  readonly ids: readonly string[];
  readonly since: TheirMoment;
}

/** The newest come first (unverified), so that one page of older ones ends the list. */
async function listSince(work: Work, moment: Instant): Promise<Listed | NotAsked> {
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
    if (answer.kind !== "ok") return notAsked(answer);
    const read = Items.safeParse(answer.body);
    if (!read.success) return UNREADABLE;
    since ??= windowFrom(moment, { headers: answer.headers, now: work.call.now() });
    const begin = since;
    const fresh = read.data.items.filter(({ snippet }) => isSince(snippet.publishedAt, begin));
    ids.push(...fresh.map(({ contentDetails }) => contentDetails.videoId));
    pageToken = read.data.nextPageToken ?? undefined;
    if (pageToken === undefined || fresh.length === 0) return { kind: "listed", ids, since };
  }
  return { ...UNREADABLE, reason: "YouTube: the channel has uploaded too many videos since to look through." };
}

const UNREADABLE: NotAsked = {
  kind: "notAsked",
  reason: "YouTube: the uploads of the channel cannot be read.",
  retryAfterSeconds: ASK_AGAIN_SECONDS,
};

/** Without a time, it may be the one. */
export function isSince(publishedAt: string | null | undefined, since: TheirMoment): boolean {
  return !isBefore(saidAt(publishedAt) ?? since, since);
}

export function comparable(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

export function notAsked(failure: Failure): NotAsked {
  const asked = failure.kind === "held" ? failure.retryAfterSeconds : (waitAsked(failure).retryAfterSeconds ?? 0);
  return { kind: "notAsked", reason: `${reasonOf(failure)}.`, retryAfterSeconds: Math.max(ASK_AGAIN_SECONDS, asked) };
}
