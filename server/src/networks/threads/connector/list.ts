import type { Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import { comparableLines } from "../../connectors/comparable.ts";
import type { Alike, Looked, Looking } from "../../connectors/once/visible.ts";
import { IdForm } from "../../connectors/reply.ts";
import { isBefore, saidAt, secondsBefore, tooFarAhead } from "../../connectors/their-clock.ts";
import { ask } from "./api.ts";
import { unreadAfter } from "./errors.ts";
import type { Piece } from "./plan.ts";

/** What identifies the post that a call without an answer has published. */
export interface Wanted {
  readonly piece: Piece;
  readonly replyTo: string | null;
  /** When it was first called for. */
  readonly firstAt: Instant;
  readonly since: Looking["since"];
}

const PAGE_LENGTH = 25;
/** A profile publishes at most 1,250 posts and replies a day. */
const PAGES_MAX = 60;
/** The oldest moment for which Threads lists posts: https://developers.facebook.com/documentation/threads/reply-management (2026-06). */
const EPOCH_SECONDS_MIN = 1_688_540_400;

const Post = z.object({
  id: IdForm,
  text: z.string().nullish(),
  permalink: z.string().nullish(),
  timestamp: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
  media_type: z.string().nullish(),
  replied_to: z.object({ id: IdForm }).nullish(),
});
type Post = z.output<typeof Post>;
const Page = z.object({
  data: z.array(Post),
  paging: z.object({ cursors: z.object({ after: z.string().nullish() }).nullish(), next: z.string().nullish() }).nullish(),
});

/** Looks for the post in what the profile has published since. Replies are in a list of their own. */
export async function searchPosts(server: Server, wanted: Wanted): Promise<Extract<Looked, { kind: "read" | "unread" }>> {
  const alike: Alike[] = [];
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await ask(server, { method: "GET", ...listOf(wanted, after) });
    if (answer.kind !== "ok") return unreadAfter(answer, server.reach);
    const read = Page.safeParse(answer.body);
    if (!read.success) return { kind: "unread", reason: "Threads: the profile's list cannot be read." };
    const { data, paging } = read.data;
    const blind = tooFarAhead(wanted.firstAt, { headers: answer.headers, now: server.reach.now() });
    if (blind !== null) return { kind: "unread", reason: blind };
    const since = wanted.since(answer.headers);
    for (const post of data) {
      const at = saidAt(post.timestamp);
      if (isWanted(post, wanted) && !isBefore(at ?? since, since)) alike.push({ id: post.id, url: post.permalink ?? null, at });
    }
    const next = paging?.cursors?.after ?? undefined;
    // Trap: an empty page is not the last one while it names another.
    const isLast = next === undefined || next === after || (paging?.next == null && data.length === 0);
    if (isLast) return { kind: "read", alike };
    after = next;
  }
  return { kind: "unread", reason: "Threads: the profile's list has too many pages." };
}

function listOf({ replyTo, firstAt }: Wanted, after: string | undefined) {
  const seconds = Math.max(EPOCH_SECONDS_MIN, secondsBefore(firstAt));
  const fields = replyTo === null ? "id,text,permalink,timestamp,media_type" : "id,text,permalink,timestamp,media_type,replied_to";
  return {
    path: replyTo === null ? "/me/threads" : "/me/replies",
    fields: { fields, since: String(seconds), limit: String(PAGE_LENGTH), after },
  };
}

function isWanted({ text, media_type, replied_to }: Post, { piece, replyTo }: Wanted): boolean {
  return (
    comparableLines(text ?? "") === comparableLines(piece.text) &&
    (media_type == null || media_type === typeOf(piece)) &&
    (replyTo === null || replied_to?.id === replyTo)
  );
}

/** As the lists name it: https://developers.facebook.com/documentation/threads/threads-media (2026-04). */
function typeOf({ media }: Piece): string {
  const [first, ...others] = media;
  if (first === undefined) return "TEXT_POST";
  if (others.length > 0) return "CAROUSEL_ALBUM";
  return first.mime.startsWith("video/") ? "VIDEO" : "IMAGE";
}
