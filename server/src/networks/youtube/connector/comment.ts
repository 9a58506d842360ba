import { type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Account, Call, FindOutcome, OutgoingComment, PublishOutcome } from "../../connectors/connector.ts";
import { waitAsked } from "../../connectors/google/api.ts";
import { windowFrom } from "../../connectors/their-clock.ts";
import { TO_BE_FOUND } from "../../connectors/to-be-found.ts";
import { ask, reasonOf, spendAndAsk } from "./api.ts";
import { busy, signOf, stopAfter } from "./errors.ts";
import type { CommentCalls } from "./progress.ts";
import { READ, WRITE } from "./quota.ts";
import { lacksManaging } from "./scopes.ts";
import { comparable, isSince, type NotAsked, notAsked } from "./search.ts";
import { COMMENT_LOOKS_SECONDS } from "./unverified.ts";
import { type Work, workOf } from "./work.ts";

const NOT_PERMITTED = "This log-in may not write comments (/help/networks/youtube). The video is published.";
const TOO_EARLY_SECONDS = 30;
/** A call without an answer is repeated once. */
const LOST_MAX = 1;

const Answered = z.object({
  id: z.string().min(1),
  snippet: z.object({ topLevelComment: z.object({ id: z.string().min(1) }).nullish() }).nullish(),
});

/** Comments as the channel below its video: https://developers.google.com/youtube/v3/docs/commentThreads/insert (2026-11). */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  const work = workOf(account, call);
  const { progress } = work;
  if (call.startsOver) await progress.forgetStrikes();
  const known = progress.comment();
  if (known !== null) return published(work, order, known);
  if (lacksManaging(account.grant)) return { kind: "rejected", reason: NOT_PERMITTED };
  const before = progress.commentCalls();
  if (before !== null && !before.isAnswered) return TO_BE_FOUND;
  const now = call.now();
  const calls: CommentCalls = { firstAt: before?.firstAt ?? now, lastAt: now, isAnswered: false, lost: before?.lost ?? 0, looks: 0 };
  const hold = await call.spend(WRITE);
  if (hold !== null) return hold;
  await progress.setCommentCalls(calls);
  const answer = await ask(work.server, {
    method: "POST",
    path: "/commentThreads",
    query: { part: "snippet" },
    body: { snippet: { videoId: order.remoteId, topLevelComment: { snippet: { textOriginal: order.text } } } },
  });
  if (answer.kind === "ok") {
    const made = Answered.safeParse(answer.body);
    if (!made.success) return { kind: "unknown", reason: "YouTube: the answer does not say what was made." };
    const id = made.data.snippet?.topLevelComment?.id ?? made.data.id;
    await progress.setComment(id);
    return published(work, order, id);
  }
  if (answer.kind === "lost" || (answer.kind === "refused" && signOf(answer) === "outage")) {
    return { kind: "unknown", reason: `${reasonOf(answer)}.`, ...waitAsked(answer) };
  }
  await progress.setCommentCalls({ ...calls, isAnswered: true });
  if (answer.kind === "refused" && signOf(answer) === "no permission")
    return { kind: "rejected", reason: `${reasonOf(answer)}. ${NOT_PERMITTED}` };
  // A new video is not known everywhere at once.
  const isEarly = answer.kind === "refused" && signOf(answer) === "missing" && secondsBetween(calls.firstAt, now) < TOO_EARLY_SECONDS;
  return isEarly ? busy(`${reasonOf(answer)}.`, TOO_EARLY_SECONDS) : stopAfter(work, answer);
}

/** Settles a comment whose answer was lost by the comments of the video. */
export async function findComment(order: OutgoingComment, account: Account, call: Call): Promise<FindOutcome> {
  const work = workOf(account, call);
  const { progress } = work;
  const known = progress.comment();
  if (known !== null) return published(work, order, known);
  const calls = progress.commentCalls();
  if (calls === null || calls.isAnswered) return { kind: "absent" };
  const age = secondsBetween(calls.lastAt, call.now());
  const early = (COMMENT_LOOKS_SECONDS[calls.looks] ?? 0) - age;
  if (early > 0) return undecided("YouTube may not list the comment yet.", early);
  const found = await search(work, order, calls);
  if (found.kind === "notAsked") return found;
  const [match, ...others] = found.ids;
  if (match !== undefined && others.length === 0) {
    await progress.setComment(match);
    return published(work, order, match);
  }
  const looks = calls.looks + 1;
  const next = COMMENT_LOOKS_SECONDS[looks];
  if (next !== undefined) {
    await progress.setCommentCalls({ ...calls, looks });
    return undecided("YouTube does not list the comment yet.", next - age);
  }
  if (match !== undefined || calls.lost >= LOST_MAX) {
    const what = match === undefined ? "does not list the comment" : "lists several such comments";
    return { kind: "undecidable", reason: `YouTube gave no answer, and ${what}: look below the video.` };
  }
  await progress.setCommentCalls({ ...calls, looks, isAnswered: true, lost: calls.lost + 1 });
  return { kind: "absent" };
}

const Threads = z.object({
  items: z
    .array(
      z.object({
        snippet: z.object({
          topLevelComment: z.object({
            id: z.string().min(1),
            snippet: z.object({
              authorChannelId: z.object({ value: z.string().nullish() }).nullish(),
              // Given to the author alone.
              textOriginal: z.string().nullish(),
              publishedAt: z.string().nullish(),
            }),
          }),
        }),
      }),
    )
    .default([]),
  nextPageToken: z.string().nullish(),
});

/** A comment that YouTube takes for spam, or that the channel looks at first, is in lists of its own. */
const STATES = ["published", "heldForReview", "likelySpam"] as const;
const SHOWN_MAX = 100;
/** On each of these lists, as far back as the comment was written. */
const PAGES_MAX = 5;

type Found = { readonly kind: "read"; readonly ids: readonly string[] } | NotAsked;

async function search(work: Work, { remoteId, text }: OutgoingComment, calls: CommentCalls): Promise<Found> {
  const ids: string[] = [];
  let isWhole = true;
  for (const moderationStatus of STATES) {
    const list = await listSince(work, { videoId: remoteId, moderationStatus }, calls.firstAt);
    if (list.kind !== "listed") return list;
    isWhole &&= list.isWhole;
    for (const { id, snippet } of list.comments) {
      const isOwn = snippet.authorChannelId?.value === work.account.remoteId;
      if (isOwn && comparable(snippet.textOriginal ?? "") === comparable(text)) ids.push(id);
    }
  }
  if (ids.length === 0 && !isWhole) return notAsked({ kind: "lost", reason: "the video has got too many comments since" });
  const owned = ids.length === 0 ? new Set() : await work.call.ownedByOthers(ids);
  return { kind: "read", ids: [...new Set(ids)].filter((id) => !owned.has(id)) };
}

type Comment = z.output<typeof Threads>["items"][number]["snippet"]["topLevelComment"];
type Listed = { readonly kind: "listed"; readonly comments: readonly Comment[]; readonly isWhole: boolean } | NotAsked;

/** https://developers.google.com/youtube/v3/docs/commentThreads/list (2026-11): the newest first. */
async function listSince(work: Work, which: Readonly<Record<string, string>>, moment: Instant): Promise<Listed> {
  const comments: Comment[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { part: "snippet", order: "time", maxResults: `${SHOWN_MAX}`, textFormat: "plainText", ...which, pageToken };
    const answer = await spendAndAsk(work, { price: READ, method: "GET", path: "/commentThreads", query });
    if (answer.kind !== "ok") return notAsked(answer);
    const read = Threads.safeParse(answer.body);
    if (!read.success) return notAsked({ kind: "lost", reason: "the comments of the video cannot be read" });
    const since = windowFrom(moment, { headers: answer.headers, now: work.call.now() });
    const shown = read.data.items.map(({ snippet }) => snippet.topLevelComment);
    const fresh = shown.filter(({ snippet }) => isSince(snippet.publishedAt, since));
    comments.push(...fresh);
    pageToken = read.data.nextPageToken ?? undefined;
    if (pageToken === undefined || fresh.length < shown.length) return { kind: "listed", comments, isWhole: true };
  }
  return { kind: "listed", comments, isWhole: false };
}

function published({ call }: Work, { remoteId }: OutgoingComment, id: string): Extract<PublishOutcome, { kind: "published" }> {
  const query = new URLSearchParams({ v: remoteId, lc: id });
  return { kind: "published", remoteId: id, url: `${call.host("www")}/watch?${query}` };
}

function undecided(reason: string, seconds: number): FindOutcome {
  return { kind: "undecided", reason, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}
