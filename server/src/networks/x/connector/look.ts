import { z } from "zod";
import type { Alike, Looked, Looking } from "../../connectors/once/visible.ts";
import { isBefore, saidAt, secondsBefore, type TheirMoment, tooFarAhead } from "../../connectors/their-clock.ts";
import { reasonOf, signOf, throttledSeconds } from "./errors.ts";
import { askPosts } from "./fields.ts";
import { ownReadPrice } from "./prices.ts";
import { comparable } from "./text.ts";
import { addressOf, type Work } from "./work.ts";

/** Each page is paid for as if it were full, and there is seldom more than a post or two. */
const PAGE_LENGTH = 10;
/** An account may post 100 times in a quarter of an hour. */
const PAGES_MAX = 60;

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);
const Link = z.object({ url: z.string(), expanded_url: optional(z.string()), media_key: optional(z.string()) });
const Entities = optional(z.object({ urls: optional(z.array(Link)) }));
const Note = optional(z.object({ text: z.string(), entities: Entities }));
const References = optional(z.array(z.object({ type: z.string(), id: z.string() })));
const Post = z.object({
  id: z.string().regex(/^\d{1,19}$/),
  text: z.string().catch(""),
  created_at: optional(z.string()),
  conversation_id: optional(z.string()),
  entities: Entities,
  attachments: optional(z.object({ media_keys: optional(z.array(z.string())), poll_ids: optional(z.array(z.string())) })),
  note_tweet: Note,
  note_post: Note,
  referenced_tweets: References,
  referenced_posts: References,
});
type Post = z.output<typeof Post>;
const Page = z.object({
  data: z.array(Post).nullish(),
  meta: z.object({ next_token: z.string().nullish() }).nullish(),
  errors: z.array(z.unknown()).nullish(),
});

/**
 * Looks for the post in what the account has published since. Trap: of long posts, `text` is cut; a lookup that does not read the
 * whole of it would find none of them, and post them twice.
 */
export async function searchPost(work: Work, looking: Looking): Promise<Looked> {
  const { server, call, account, settings, parentId } = work;
  const { firstAt } = looking.calls;
  const alike: Alike[] = [];
  const untold: Alike[] = [];
  let token: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const hold = await call.spend(ownReadPrice(PAGE_LENGTH, settings));
    if (hold !== null) return { kind: "unread", reason: hold.reason, retryAfterSeconds: hold.retryAfterSeconds };
    const query = { max_results: String(PAGE_LENGTH), start_time: timeOf(secondsBefore(firstAt)), pagination_token: token };
    const expansions = parentId === null ? {} : { expansions: "referenced_posts" };
    const path = `/2/users/${account.remoteId}/tweets`;
    const answer = await askPosts(server, { path, query, fields: FIELDS, ...expansions }, settings.spelling);
    if (answer.kind !== "ok") {
      const isThrottled = answer.kind === "refused" && signOf(answer) === "throttled";
      const waits = isThrottled ? { retryAfterSeconds: throttledSeconds(answer, call.now()) } : {};
      return { kind: "unread", reason: `${reasonOf(answer)}.`, ...waits };
    }
    const read = Page.safeParse(answer.body);
    if (!read.success || (read.data.errors ?? []).length > 0) return { kind: "unread", reason: "X: the account's list cannot be read." };
    const blind = tooFarAhead(firstAt, { headers: answer.headers, now: call.now() });
    // Each look costs something, and this one will find the same until somebody has set the clock.
    if (blind !== null) return { kind: "unread", reason: blind, retryAfterSeconds: 3600 };
    const earliest = looking.since(answer.headers);
    for (const post of read.data.data ?? []) {
      const is = isWanted(post, earliest, work);
      if (is !== "no") (is === "yes" ? alike : untold).push({ id: post.id, url: addressOf(work, post.id), at: saidAt(post.created_at) });
    }
    token = read.data.meta?.next_token ?? undefined;
    if (token !== undefined) continue;
    const isOpen = (await looking.unclaimed(alike)).length === 0 && (await looking.unclaimed(untold)).length > 0;
    return isOpen ? { kind: "unread", reason: UNTOLD } : { kind: "read", alike };
  }
  return { kind: "unread", reason: "X: the account's list has too many pages." };
}

const UNTOLD = "X: a post with as many files and no text may be the one that was sent; X did not tell by what its files are known.";

const FIELDS = {
  tweet: "created_at,text,note_tweet,entities,referenced_tweets,attachments,conversation_id",
  post: "created_at,text,note_post,entities,attachments,conversation_id",
};

function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** `maybe`: nothing speaks against it, but X has not told the keys of the files that were uploaded, and there is no text. */
function isWanted(post: Post, earliest: TheirMoment, { progress, piece, parentId }: Work): "yes" | "no" | "maybe" {
  const isEarlier = isBefore(saidAt(post.created_at) ?? earliest, earliest);
  const plain = (text: string) => comparable(text, { isReply: parentId !== null });
  const keys = post.attachments?.media_keys ?? [];
  if (isEarlier || keys.length !== piece.media.length || !repliesTo(post, parentId)) return "no";
  if ((post.attachments?.poll_ids ?? []).length > 0 !== (piece.poll !== null)) return "no";
  if (piece.text.trim() !== "") return plain(wholeText(post, keys.length > 0)) === plain(piece.text) ? "yes" : "no";
  const ours = piece.media.map((_, index) => progress.upload(piece.name, index)?.key ?? null);
  const strange = keys.filter((key) => !ours.includes(key)).length;
  const untold = ours.filter((key) => key === null).length;
  if (strange > untold) return "no";
  if (untold === 0) return "yes";
  return plain(wholeText(post, true)) === "" ? "maybe" : "no";
}

/** Where X does not say what a post replies to, it still says whether it begins a conversation. */
function repliesTo({ id, conversation_id, referenced_tweets, referenced_posts }: Post, parentId: string | null): boolean {
  const references = referenced_tweets ?? referenced_posts;
  if (references != null) {
    const parent = references.find(({ type }) => type === "replied_to")?.id ?? null;
    return parent === parentId;
  }
  const isReply = conversation_id != null && conversation_id !== id;
  return isReply === (parentId !== null);
}

/** The text as it was sent: X shortens links, appends one for files, and writes three characters as HTML does. */
function wholeText({ id, text, entities, note_tweet, note_post }: Post, hasFiles: boolean): string {
  const note = note_tweet ?? note_post;
  const links = (note?.entities ?? entities)?.urls ?? [];
  const restored = links.reduce(
    (whole, { url, expanded_url, media_key }) => {
      const link = media_key != null || isOwnFile(expanded_url, id) ? "" : (expanded_url ?? url);
      // A function, because addresses may contain what `replaceAll` would take for a pattern.
      return whole.replaceAll(url, () => link);
    },
    asWritten(note?.text ?? text),
  );
  return hasFiles ? restored.replace(/\s*https:\/\/t\.co\/\w+\s*$/, "") : restored;
}

/** Before links are put back: their addresses are told as they were sent, and may have such words in them. */
function asWritten(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** The link to a file of the post itself, as opposed to one that its text contains. */
function isOwnFile(expanded: string | null | undefined, id: string): boolean {
  return /\/status\/(\d+)\/(?:photo|video)\/\d+$/.exec(expanded ?? "")?.[1] === id;
}
