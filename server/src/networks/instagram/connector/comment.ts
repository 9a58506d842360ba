import { z } from "zod";
import { comparable } from "../../connectors/comparable.ts";
import type { Account, Call, OutgoingComment } from "../../connectors/connector.ts";
import type { GraphFailure } from "../../connectors/meta/graph.ts";
import { nextPage } from "../../connectors/meta/lists.ts";
import { commentsBy } from "../../connectors/once/deliver.ts";
import type { Alike, Deliverable, Halt, Looked, Looking, OnceFacts, Send } from "../../connectors/once/visible.ts";
import { isBefore, saidAt } from "../../connectors/their-clock.ts";
import { isTurnedAway } from "../../connectors/turned-away.ts";
import { holdSeconds, reasonOf, unauthorized, verdictOf } from "./errors.ts";
import { COMMENTS_LATE_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "./facts.ts";
import { isUnnamed } from "./placeholder.ts";
import { ask, type Session, sessionOf } from "./session.ts";
import { deadToken } from "./work.ts";

const Made = z.object({ id: z.string().min(1) });
const Product = z.object({ media_product_type: z.string().nullish() });

const FACTS: OnceFacts = { network: "Instagram", looksSeconds: () => [0, COMMENTS_LATE_SECONDS] };

/** Comments on the published post as its author: https://developers.facebook.com/docs/instagram-platform/comment-moderation (2026-10). */
export const { comment, findComment } = commentsBy(commentOf);

function commentOf(order: OutgoingComment, account: Account, call: Call): Deliverable {
  const session = sessionOf(account, call);
  return {
    parts: [
      {
        names: { calls: "sent", made: "comment" },
        facts: FACTS,
        ready: () => ready(session, order),
        look: (looking) => lookUp(session, order, { own: account.handle.replace(/^@/, ""), looking }),
      },
    ],
    present: ([made]) => ({ kind: "published", remoteId: made?.id ?? "", url: null }),
  };
}

async function ready(session: Session, { remoteId, text }: OutgoingComment): Promise<Send | Halt> {
  if (isUnnamed(remoteId)) return { kind: "rejected", reason: "Instagram did not tell which post to comment on." };
  if (await isStory(session, remoteId)) return { kind: "unsuitable", reason: "Instagram's stories take no comments." };
  return async () => {
    const reply = await ask(session, { method: "POST", path: `${encodeURIComponent(remoteId)}/comments`, fields: { message: text } });
    if (reply.kind === "ok") {
      const id = Made.safeParse(reply.body).data?.id;
      if (id === undefined) return { kind: "doubtful", reason: "Instagram: the response names no comment" };
      return { kind: "made", made: { id, url: null, at: session.call.now() } };
    }
    const isUnsettled = reply.kind !== "unreached" && ["outage", "blocked", "again"].includes(verdictOf(reply).kind);
    return isUnsettled
      ? { kind: "doubtful", reason: reasonOf(reply), isTurnedAway: isTurnedAway(reply) }
      : { kind: "refused", halt: await refused(session, reply) };
  };
}

/** Looks for the comment by its text and its author, among those of the post. */
async function lookUp(
  session: Session,
  order: OutgoingComment,
  { own, looking }: { readonly own: string; readonly looking: Looking },
): Promise<Looked> {
  const same: (Alike & { readonly username: string })[] = [];
  let page: Readonly<Record<string, string>> | null = {};
  for (let pages = 0; page !== null; pages += 1) {
    if (pages === PAGES_MAX) return { kind: "unread", reason: "Instagram: the post's comments do not end" };
    const fields = { fields: "id,text,username,timestamp", ...page };
    const reply = await ask(session, { method: "GET", path: `${encodeURIComponent(order.remoteId)}/comments`, fields });
    if (reply.kind !== "ok") return { kind: "unread", reason: reasonOf(reply) };
    const read = Comments.safeParse(reply.body);
    if (!read.success) return { kind: "unread", reason: "Instagram: the post's comments cannot be read" };
    const from = looking.since(reply.headers);
    for (const { id, text, username, timestamp } of read.data.data) {
      const at = saidAt(timestamp);
      if (comparable(text) === comparable(order.text) && (at === null || !isBefore(at, from))) same.push({ id, username, at });
    }
    page = nextPage(reply.body);
  }
  const alike = same.filter(({ username }) => username === own);
  // The account may have another name by now, or the network may not tell who wrote a comment.
  return { kind: "read", alike, unless: same.length > alike.length ? OTHER_NAME : undefined };
}

const OTHER_NAME = "Instagram: a comment under another name may be the one that was sent";

/** Nothing was done. A missing permission is no reason to disconnect a channel that can publish posts. */
async function refused(session: Session, failure: GraphFailure): Promise<Halt> {
  const reason = reasonOf(failure);
  const verdict = verdictOf(failure);
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
