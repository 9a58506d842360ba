import { type Instant, secondsBetween, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Account, Call, Checkpoint, FindOutcome, OutgoingComment, PublishOutcome } from "../../connectors/connector.ts";
import type { GraphFailure } from "../../connectors/meta/graph.ts";
import { nextPage } from "../../connectors/meta/lists.ts";
import { earliestFirst, isBefore, saidAt, type TheirMoment, windowFrom } from "../../connectors/their-clock.ts";
import { holdSeconds, reasonOf, unauthorized, verdictOf } from "./errors.ts";
import { COMMENTS_LATE_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "./facts.ts";
import { isUnnamed } from "./names.ts";
import { deadToken } from "./run.ts";
import { ask, type Session, sessionOf } from "./session.ts";
import { comparable } from "./text.ts";

const Made = z.object({ id: z.string().min(1) });
const Product = z.object({ media_product_type: z.string().nullish() });

/** Comments on the published post as its author: https://developers.facebook.com/docs/instagram-platform/comment-moderation (2026-10). */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  const session = sessionOf(account, call);
  const progress = progressOf(call.checkpoint);
  const made = progress.made();
  if (made !== null) return { kind: "published", remoteId: made, url: null };
  if (progress.sentAt() !== null)
    return { kind: "unknown", reason: "Instagram: an earlier comment will be looked up before it is sent again." };
  if (isUnnamed(order.remoteId)) return { kind: "rejected", reason: "Instagram did not tell which post to comment on." };
  if (await isStory(session, order.remoteId)) return { kind: "unsuitable", reason: "Instagram's stories take no comments." };
  const now = call.now();
  await progress.setSent({ at: now, firstAt: progress.firstAt() ?? now, sends: progress.sends() + 1 });
  const path = `${encodeURIComponent(order.remoteId)}/comments`;
  const reply = await ask(session, { method: "POST", path, fields: { message: order.text } });
  if (reply.kind !== "ok") return refused(session, progress, reply);
  const comment = Made.safeParse(reply.body).data;
  if (comment === undefined) return { kind: "unknown", reason: "Instagram: the response names no comment" };
  await progress.setMade(comment.id);
  return { kind: "published", remoteId: comment.id, url: null };
}

/** Looks up a comment whose attempt ended `unknown`: by its text and its author, among those of the post. */
export async function findComment(order: OutgoingComment, account: Account, call: Call): Promise<FindOutcome> {
  const progress = progressOf(call.checkpoint);
  const made = progress.made();
  if (made !== null) return { kind: "published", remoteId: made, url: null };
  const sentAt = progress.sentAt();
  if (sentAt === null) return { kind: "absent" };
  // What an earlier request has made may appear late.
  const comments = await listComments(sessionOf(account, call), order.remoteId, progress.firstAt() ?? sentAt);
  if ("reason" in comments) return { kind: "undecided", reason: comments.reason, retryAfterSeconds: MINUTE_SECONDS };
  const own = account.handle.replace(/^@/, "");
  const same = comments.filter(({ text }) => comparable(text) === comparable(order.text));
  const alike = same.filter(({ username }) => username === own);
  const owned = await call.ownedByOthers(alike.map(({ id }) => id));
  const [only, ...others] = earliestFirst(
    alike.filter(({ id }) => !owned.has(id)),
    ({ at }) => at,
  );
  // As many as were sent are all ours; the first of them counts.
  if (only !== undefined && others.length < Math.max(1, progress.sends())) {
    await progress.setMade(only.id);
    return { kind: "published", remoteId: only.id, url: null };
  }
  if (only !== undefined) return { kind: "undecided", reason: "Instagram: several comments may be the one that was sent" };
  const left = COMMENTS_LATE_SECONDS - secondsBetween(sentAt, call.now());
  if (left > 0) return { kind: "undecided", reason: "Instagram: the comment is not below the post yet", retryAfterSeconds: left };
  // The account may have another name by now, or the network may not tell who wrote a comment.
  if (same.length > alike.length)
    return { kind: "undecided", reason: "Instagram: a comment under another name may be the one that was sent" };
  if (progress.sends() >= SENDS_MAX)
    return {
      kind: "undecidable",
      reason: "Instagram did not answer twice, and the comment is not below the post. Look at the post on Instagram.",
    };
  await progress.setSent({ at: null, firstAt: progress.firstAt(), sends: progress.sends() });
  return { kind: "absent" };
}

/** A missing permission is no reason to disconnect a channel that can publish posts. */
async function refused(session: Session, progress: Progress, failure: GraphFailure): Promise<PublishOutcome> {
  const reason = reasonOf(failure);
  const verdict = verdictOf(failure);
  const isUnsettled = failure.kind !== "unreached" && ["outage", "blocked", "again"].includes(verdict.kind);
  if (isUnsettled) return { kind: "unknown", reason };
  // This request had no effect.
  const sends = progress.sends() - 1;
  await progress.setSent({ at: null, firstAt: sends > 0 ? progress.firstAt() : null, sends });
  if (failure.kind === "unreached") return { kind: "busy", reason, retryAfterSeconds: MINUTE_SECONDS, scope: "channel" };
  if (verdict.kind === "unauthorized" && verdict.ends !== "account") return unauthorized(reason, verdict, session.via);
  if (verdict.kind === "held") return { kind: "held", reason, retryAfterSeconds: holdSeconds(failure), scope: verdict.scope };
  if (verdict.kind === "quota") return { kind: "held", reason, retryAfterSeconds: HOUR_SECONDS, scope: "channel" };
  if (verdict.kind === "unseen" || verdict.kind === "gone")
    return (await deadToken(session)) ?? { kind: "busy", reason, retryAfterSeconds: 5 * MINUTE_SECONDS };
  return { kind: "rejected", reason };
}

/** If that cannot be read, the network is left to refuse the comment. */
async function isStory(session: Session, mediaId: string): Promise<boolean> {
  const reply = await ask(session, { method: "GET", path: encodeURIComponent(mediaId), fields: { fields: "media_product_type" } });
  return reply.kind === "ok" && Product.safeParse(reply.body).data?.media_product_type === "STORY";
}

const Comments = z.object({
  data: z.array(z.object({ id: z.string(), text: z.string().default(""), username: z.string().default(""), timestamp: z.string() })),
});
const PAGES_MAX = 10;
/** A comment that was never found is sent once more, as the post itself is. */
const SENDS_MAX = 2;

interface ListedComment {
  readonly id: string;
  readonly text: string;
  readonly username: string;
  readonly at: TheirMoment | null;
}

/** Those that the request of this moment, or a later one, can have made. */
async function listComments(
  session: Session,
  mediaId: string,
  since: Instant,
): Promise<readonly ListedComment[] | { readonly reason: string }> {
  const comments: ListedComment[] = [];
  let page: Readonly<Record<string, string>> | null = {};
  for (let pages = 0; page !== null; pages += 1) {
    if (pages === PAGES_MAX) return { reason: "Instagram: the post's comments do not end" };
    const fields = { fields: "id,text,username,timestamp", ...page };
    const reply = await ask(session, { method: "GET", path: `${encodeURIComponent(mediaId)}/comments`, fields });
    if (reply.kind !== "ok") return { reason: reasonOf(reply) };
    const read = Comments.safeParse(reply.body);
    if (!read.success) return { reason: "Instagram: the post's comments cannot be read" };
    const from = windowFrom(since, { headers: reply.headers, now: session.call.now() });
    const listed = read.data.data.map(({ timestamp, ...rest }) => ({ ...rest, at: saidAt(timestamp) }));
    comments.push(...listed.filter(({ at }) => at === null || !isBefore(at, from)));
    page = nextPage(reply.body);
  }
  return comments;
}

const MadeForm = z.object({ id: z.string() });
const Moment = z
  .string()
  .transform((text) => toInstant(text))
  .nullable();
const SentForm = z.object({
  at: Moment,
  /** When the first request was sent; earlier versions did not tell. */
  firstAt: Moment.default(null),
  /** What an earlier version has sent counts as one. */
  sends: z.int().default(1),
});

function progressOf(checkpoint: Checkpoint) {
  return {
    made: (): string | null => MadeForm.safeParse(checkpoint.get("comment")).data?.id ?? null,
    setMade: (id: string) => checkpoint.keep("comment", { id }),
    /** When the request with no known outcome was sent; null if there is none. */
    sentAt: (): Instant | null => SentForm.safeParse(checkpoint.get("sent")).data?.at ?? null,
    /** When the first one was sent that may have had an effect. */
    firstAt: (): Instant | null => {
      const sent = SentForm.safeParse(checkpoint.get("sent")).data;
      return sent?.firstAt ?? sent?.at ?? null;
    },
    /** How many requests may have had an effect. */
    sends: (): number => SentForm.safeParse(checkpoint.get("sent")).data?.sends ?? 0,
    setSent: (sent: { readonly at: Instant | null; readonly firstAt: Instant | null; readonly sends: number }) =>
      checkpoint.set("sent", { ...sent }),
  };
}
type Progress = ReturnType<typeof progressOf>;
