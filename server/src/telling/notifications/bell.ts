import { type EventType, type eventData, eventSchema } from "@rostrum/contract/events.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { NOTICE_DAYS, NOTICES_MAX, type Notice, UNREAD_MAX } from "@rostrum/contract/private/bell.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { type DeliveryReason, deliveryReasons } from "@rostrum/contract/reasons.ts";
import type { z } from "zod";
import type { App } from "../../app.ts";
import type { Session } from "../../people/sign-in/sessions.ts";
import { listNoticesOf, markRead, markReadTo, type NoticeRow } from "./bell-store.ts";
import { plain } from "./notices.ts";

interface Call {
  readonly session: Session;
}

/** What happened in all brands of a person. */
export async function listNotices(app: App, _input: unknown, { session }: Call): Promise<PrivateOutput<"listNotices">> {
  const rows = await readRows(app, session);
  return { unread: unreadIn(rows), notices: rows.slice(0, NOTICES_MAX).flatMap((row) => noticeIn(row) ?? []) };
}

export async function readNotices(
  app: App,
  { body: { id, earlierToo } }: PrivateInput<"readNotices">,
  { session }: Call,
): Promise<PrivateOutput<"readNotices">> {
  const mark = { userId: session.viewer.userId, seq: id };
  await (earlierToo ? markReadTo(app.db, mark) : markRead(app.db, mark));
  return { unread: unreadIn(await readRows(app, session)) };
}

function readRows(app: App, { viewer }: Session): Promise<NoticeRow[]> {
  const since = addSeconds(app.clock.now(), -NOTICE_DAYS * 24 * 3600);
  return listNoticesOf(app.db, { userId: viewer.userId, since, limit: UNREAD_MAX });
}

function unreadIn(rows: readonly NoticeRow[]): number {
  return rows.filter(({ isUnread }) => isUnread).length;
}

/** Null for an event that this version does not know, or not in this form: a newer one may have stored it. */
function noticeIn({ seq, brandId, type, body, at, isUnread }: NoticeRow): Notice | null {
  const facts = FACTS[type as EventType];
  if (facts === undefined) return null;
  const event = eventSchema(type as EventType).safeParse(JSON.parse(body));
  return event.success ? { id: seq, brandId, at, isUnread, ...facts(event.data.data as never) } : null;
}

type Facts = Notice extends infer N ? (N extends Notice ? Omit<N, "id" | "brandId" | "at" | "isUnread"> : never) : never;
type Data<T extends EventType> = z.output<(typeof eventData)[T]>;

const POST_LENGTH_MAX = 120;

const FACTS: { readonly [T in EventType]?: (data: Data<T>) => Facts } = {
  "post.published": (data) => ofPost(data, "PUBLISHED"),
  "post.partly_failed": (data) => ofPost(data, "PARTLY_FAILED"),
  "post.failed": (data) => ofPost(data, "FAILED"),
  "post.skipped": (data) => ofPost(data, "SKIPPED"),
  "channel.disconnected": ({ channel }) => ({ kind: "LOG_IN_ENDED", channel }),
  "channel.expiring": ({ channels, endsAt }) => ({ kind: "LOG_IN_ENDS", channels, endsAt }),
  "queue.running_empty": ({ collection, posts, lastPostAt }) => ({ kind: "QUEUE", collection, posts, lastAt: lastPostAt }),
  "automation.imported": ({ automation, posts }) => ({ kind: "IMPORTED", automation: automation.name, posts }),
  "automation.failing": ({ automation }) => ({ kind: "AUTOMATION_FAILING", automation: automation.name }),
};

function ofPost({ post, results }: Data<"post.failed">, outcome: "PUBLISHED" | "PARTLY_FAILED" | "FAILED" | "SKIPPED"): Facts {
  const didReach = ({ status }: (typeof results)[number]) => status === "PUBLISHED" || status === "SENT";
  return {
    kind: "POST",
    outcome,
    postId: post.id,
    post: plain(post.title ?? post.body, POST_LENGTH_MAX),
    missed: results
      .filter((result) => !didReach(result))
      .map(({ channel: { type }, reason, message }) => ({ type, reason: isReason(reason) ? reason : null, message })),
    reached: results.filter(didReach).length,
  };
}

function isReason(word: string | null): word is DeliveryReason {
  return word !== null && Object.hasOwn(deliveryReasons, word);
}
