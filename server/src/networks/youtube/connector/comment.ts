import { z } from "zod";
import { comparable } from "../../connectors/comparable.ts";
import type { Account, Call, OutgoingComment, Published } from "../../connectors/connector.ts";
import type { Made } from "../../connectors/once/calls.ts";
import { commentsBy } from "../../connectors/once/deliver.ts";
import type { Alike, Deliverable, Halt, Looked, Looking, OnceFacts, Send, Unread, Verdict } from "../../connectors/once/visible.ts";
import { busy } from "../../connectors/signs.ts";
import { saidAt } from "../../connectors/their-clock.ts";
import { ask, type Failure, reasonOf, spendAndAsk } from "./api.ts";
import { doubtAfter, signOf, stopAfter } from "./errors.ts";
import { isSince, unread } from "./list.ts";
import { READ, WRITE } from "./quota.ts";
import { lacksManaging } from "./scopes.ts";
import { COMMENT_LOOKS_SECONDS } from "./unverified.ts";
import { type Work, workOf } from "./work.ts";

/** Comments as the channel below its video: https://developers.google.com/youtube/v3/docs/commentThreads/insert (2026-11). */
export const { comment, findComment } = commentsBy(commentOf);

const FACTS: OnceFacts = { network: "YouTube", looksSeconds: () => COMMENT_LOOKS_SECONDS };
const NOT_PERMITTED = "This log-in may not write comments (/help/networks/youtube). The video is published.";
const TOO_EARLY_SECONDS = 30;

const Answered = z.object({
  id: z.string().min(1),
  snippet: z.object({ topLevelComment: z.object({ id: z.string().min(1) }).nullish() }).nullish(),
});

function commentOf(order: OutgoingComment, account: Account, call: Call): Deliverable {
  const work = workOf(account, call);
  return {
    parts: [
      {
        names: { calls: "comment calls", made: "comment" },
        facts: FACTS,
        ready: () => ready(work, order),
        look: (looking) => search(work, order, looking),
      },
    ],
    present: ([made]) => published(work, order, made),
    startOver: () => work.progress.forgetStrikes(),
  };
}

async function ready(work: Work, order: OutgoingComment): Promise<Send | Halt> {
  if (lacksManaging(work.account.grant)) return { kind: "rejected", reason: NOT_PERMITTED };
  return (await work.call.spend(WRITE)) ?? (() => send(work, order));
}

async function send(work: Work, order: OutgoingComment): Promise<Verdict> {
  const answer = await ask(work.server, {
    method: "POST",
    path: "/commentThreads",
    query: { part: "snippet" },
    body: { snippet: { videoId: order.remoteId, topLevelComment: { snippet: { textOriginal: order.text } } } },
  });
  if (answer.kind === "ok") {
    const made = Answered.safeParse(answer.body).data;
    if (made === undefined) return { kind: "doubtful", reason: "YouTube: the answer does not say what was made." };
    return { kind: "made", made: { id: made.snippet?.topLevelComment?.id ?? made.id, url: null, at: work.call.now() } };
  }
  return doubtAfter(answer, work.call) ?? { kind: "refused", halt: await refused(work, answer) };
}

async function refused(work: Work, failure: Exclude<Failure, { kind: "held" }>): Promise<Halt> {
  const sign = signOf(failure);
  if (sign === "no permission") return { kind: "rejected", reason: `${reasonOf(failure)}. ${NOT_PERMITTED}` };
  // A new video is not known everywhere at once.
  const isEarly = sign === "missing" && (await work.progress.strike("early")) === 1;
  return isEarly ? busy(`${reasonOf(failure)}.`, TOO_EARLY_SECONDS) : stopAfter(work, failure);
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

async function search(work: Work, { remoteId, text }: OutgoingComment, looking: Looking): Promise<Looked> {
  const alike: Alike[] = [];
  let isWhole = true;
  for (const moderationStatus of STATES) {
    const list = await listSince(work, { videoId: remoteId, moderationStatus }, looking);
    if (list.kind !== "listed") return list;
    isWhole &&= list.isWhole;
    for (const { id, snippet } of list.comments) {
      const isOwn = snippet.authorChannelId?.value === work.account.remoteId;
      if (isOwn && comparable(snippet.textOriginal ?? "") === comparable(text)) alike.push({ id, at: saidAt(snippet.publishedAt) });
    }
  }
  if (alike.length === 0 && !isWhole) return unread({ kind: "lost", reason: "the video has got too many comments since" });
  return { kind: "read", alike };
}

type Comment = z.output<typeof Threads>["items"][number]["snippet"]["topLevelComment"];
type Listed = { readonly kind: "listed"; readonly comments: readonly Comment[]; readonly isWhole: boolean } | Unread;

/** https://developers.google.com/youtube/v3/docs/commentThreads/list (2026-11): the newest first. */
async function listSince(work: Work, which: Readonly<Record<string, string>>, looking: Looking): Promise<Listed> {
  const comments: Comment[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { part: "snippet", order: "time", maxResults: `${SHOWN_MAX}`, textFormat: "plainText", ...which, pageToken };
    const answer = await spendAndAsk(work, { price: READ, method: "GET", path: "/commentThreads", query });
    if (answer.kind !== "ok") return unread(answer);
    const read = Threads.safeParse(answer.body);
    if (!read.success) return unread({ kind: "lost", reason: "the comments of the video cannot be read" });
    const since = looking.since(answer.headers);
    const shown = read.data.items.map(({ snippet }) => snippet.topLevelComment);
    const fresh = shown.filter(({ snippet }) => isSince(snippet.publishedAt, since));
    comments.push(...fresh);
    pageToken = read.data.nextPageToken ?? undefined;
    if (pageToken === undefined || fresh.length < shown.length) return { kind: "listed", comments, isWhole: true };
  }
  return { kind: "listed", comments, isWhole: false };
}

function published({ call }: Work, { remoteId }: OutgoingComment, made: Made | undefined): Published {
  const id = made?.id ?? "";
  const query = new URLSearchParams({ v: remoteId, lc: id });
  return { kind: "published", remoteId: id, url: `${call.host("www")}/watch?${query}` };
}
