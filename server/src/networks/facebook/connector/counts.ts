import { z } from "zod";
import type { Account, Call, Counts, CountsOutcome } from "../../connectors/connector.ts";
import { type GraphFailure, reasonOf } from "../../connectors/meta/graph.ts";
import { countsAfter } from "../../connectors/signs.ts";
import { isNotThere, stopAfter } from "./errors.ts";
import { type Page, pageOf, read } from "./page.ts";
import { STORY_ID } from "./story.ts";

const figure = z.coerce.number().int().nonnegative().nullable().catch(null);
const Total = z.object({ summary: z.object({ total_count: figure }).optional() }).optional();
const Post = z.object({
  reactions: Total,
  likes: Total,
  comments: Total,
  shares: z.object({ count: figure }).nullish(),
  post_id: z.string().nullish(),
});

/** `limit(0)` leaves out who reacted and what was said. */
const POST_FIELDS = "reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0),shares";
const VIDEO_FIELDS = "likes.summary(true).limit(0),comments.summary(true).limit(0),post_id";
const SESSION_ENDED = 102;
const TOKEN_REFUSED = 190;

/** Each by itself, since one that is gone would fail a request for several. Stories have no such counts. */
export async function counts(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome> {
  const page = pageOf(account, call);
  const counted: Record<string, Counts> = {};
  for (const id of remoteIds.filter((one) => !one.startsWith(STORY_ID))) {
    const result = isPost(id) ? await countsOfPost(page, id) : await countsOfVideo(page, id);
    if (!("kind" in result)) counted[id] = result;
    else if (!isNotThere(result)) return refusalOf(result, call);
  }
  return { kind: "counted", counts: counted };
}

/** Posts are named by their Page and themselves, videos by one number. */
function isPost(id: string): boolean {
  return id.includes("_");
}

async function countsOfPost(page: Page, id: string): Promise<Counts | GraphFailure> {
  const post = await readCounts(page, id, POST_FIELDS);
  return "kind" in post ? post : { likes: totalOf(post.reactions), comments: totalOf(post.comments), shares: sharesOf(post) };
}

/** A video tells its likes and comments, and its post how often it was shared. */
async function countsOfVideo(page: Page, id: string): Promise<Counts | GraphFailure> {
  const video = await readCounts(page, id, VIDEO_FIELDS);
  if ("kind" in video) return video;
  const { post_id: postId } = video;
  const post = postId ? await readCounts(page, isPost(postId) ? postId : `${page.id}_${postId}`, "shares") : null;
  if (post !== null && "kind" in post && !isNotThere(post)) return post;
  const shares = post === null || "kind" in post ? null : sharesOf(post);
  return { likes: totalOf(video.likes), comments: totalOf(video.comments), shares };
}

async function readCounts(page: Page, id: string, fields: string): Promise<z.output<typeof Post> | GraphFailure> {
  const reply = await read(page, `/${encodeURIComponent(id)}`, fields);
  if (reply.kind !== "ok") return reply;
  const post = Post.safeParse(reply.body);
  return post.success ? post.data : { kind: "lost", reason: "the counts cannot be read" };
}

/** Null if it was left out: Facebook always tells a total that is 0, but says nothing of a post that nobody has shared. */
function totalOf(total: z.output<typeof Total>): number | null {
  return total?.summary?.total_count ?? null;
}

function sharesOf({ shares }: z.output<typeof Post>): number | null {
  return shares == null ? 0 : shares.count;
}

/** A permission that counts alone need is no reason to end the channel. */
function refusalOf(failure: GraphFailure, call: Call): CountsOutcome {
  const stop = stopAfter(failure, call);
  const reason = reasonOf("Facebook", failure);
  const code = failure.kind === "refused" ? failure.error?.code : undefined;
  const isDenied = code === TOKEN_REFUSED || code === SESSION_ENDED;
  return stop.kind === "unauthorized" && !isDenied ? { kind: "unavailable", reason } : countsAfter(stop, reason);
}
