import type { Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Call } from "../../connectors/connector.ts";
import { reasonOf } from "../../connectors/meta/graph.ts";
import { IdForm } from "../../connectors/reply.ts";
import { isBefore, saidAt, secondsBefore, tooFarAhead, windowFrom } from "../../connectors/their-clock.ts";
import { ask, type Server } from "./api.ts";
import type { Piece } from "./plan.ts";
import type { Created } from "./progress.ts";
import { comparable } from "./text.ts";

/** What identifies the post that a call without an answer has published. */
export interface Wanted {
  readonly piece: Piece;
  readonly replyTo: string | null;
  /** When it was first called for. */
  readonly since: Instant;
  /** Other posts of the same delivery. */
  readonly except: readonly string[];
}

/** `whole`: the profile's list was read to its end; the matches are those that no other delivery claims. */
export type SearchResult =
  | { readonly kind: "whole"; readonly matches: readonly Created[] }
  | { readonly kind: "partial"; readonly reason: string; readonly retryAfterSeconds?: number };

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
export async function searchPosts({ server, call }: { server: Server; call: Call }, wanted: Wanted): Promise<SearchResult> {
  const matches: Created[] = [];
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await ask(server, { method: "GET", ...listOf(wanted, after) });
    if (answer.kind !== "ok") {
      const waits = answer.kind === "refused" && answer.retryAfterSeconds !== null ? { retryAfterSeconds: answer.retryAfterSeconds } : {};
      return { kind: "partial", reason: reasonOf("Threads", answer), ...waits };
    }
    const read = Page.safeParse(answer.body);
    if (!read.success) return { kind: "partial", reason: "Threads: the profile's list cannot be read." };
    const { data, paging } = read.data;
    const heard = { headers: answer.headers, now: call.now() };
    const blind = tooFarAhead(wanted.since, heard);
    if (blind !== null) return { kind: "partial", reason: blind };
    const since = windowFrom(wanted.since, heard);
    for (const post of data)
      if (isWanted(post, wanted) && !isBefore(saidAt(post.timestamp) ?? since, since))
        matches.push({ id: post.id, url: post.permalink ?? null });
    const next = paging?.cursors?.after ?? undefined;
    // Trap: an empty page is not the last one while it names another.
    const isLast = next === undefined || next === after || (paging?.next == null && data.length === 0);
    if (isLast) return { kind: "whole", matches: await unclaimed(call, matches) };
    after = next;
  }
  return { kind: "partial", reason: "Threads: the profile's list has too many pages." };
}

function listOf({ replyTo, since }: Wanted, after: string | undefined) {
  const seconds = Math.max(EPOCH_SECONDS_MIN, secondsBefore(since));
  const fields = replyTo === null ? "id,text,permalink,timestamp,media_type" : "id,text,permalink,timestamp,media_type,replied_to";
  return {
    path: replyTo === null ? "/me/threads" : "/me/replies",
    fields: { fields, since: String(seconds), limit: String(PAGE_LENGTH), after },
  };
}

function isWanted({ id, text, media_type, replied_to }: Post, { piece, replyTo, except }: Wanted): boolean {
  return (
    !except.includes(id) &&
    comparable(text ?? "") === comparable(piece.text) &&
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

async function unclaimed(call: Call, matches: readonly Created[]): Promise<Created[]> {
  const owned = matches.length === 0 ? new Set() : await call.ownedByOthers(matches.map(({ id }) => id));
  return matches.filter(({ id }) => !owned.has(id));
}
