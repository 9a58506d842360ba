import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { GoogleRefusal } from "../../sandbox/google/refusals.ts";
import { reactionsOn } from "../../sandbox/kit/feed.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Asked, type Call, costing, etagOf, partsOf, requireChannel, resource, valuesOf } from "./calls.ts";
import { channelUrl, type Fields, find, insert, known, LIST_MAX, list, MODERATION, portraitUrl, printTime, type Stored } from "./model.ts";
import { pageOf } from "./paging.ts";
import { COMMENTING } from "./people.ts";
import { FORBIDDEN, invalidParameter, noFilter, notFound, refusal } from "./refusals.ts";
import { privacyOf, seenVideo, takesComments } from "./videos.ts";

const PARTS = ["id", "snippet", "replies"];
const LIST_LENGTH_DEFAULT = 20;

export const COMMENT_CALLS: readonly Call[] = [
  { ...costing(1, "GET", "commentThreads.list"), scopes: COMMENTING, answer: listThreads },
  { ...costing(50, "POST", "commentThreads.insert"), scopes: COMMENTING, answer: insertThread },
];

const Moderation = z.enum(MODERATION);
const NewThread = z.object({
  snippet: z.object({ videoId: z.string().min(1), topLevelComment: z.object({ snippet: z.object({ textOriginal: z.string() }) }) }),
});

async function insertThread(asked: Asked): Promise<Record<string, unknown>> {
  const { world, settings, request } = asked;
  const channel = requireChannel(asked);
  const parts = partsOf(asked, PARTS);
  const read = NewThread.safeParse(request.body);
  if (!read.success) throw wrongOf(read.error.issues[0]?.path ?? []);
  const { videoId, topLevelComment } = read.data.snippet;
  const text = topLevelComment.snippet.textOriginal;
  const video = await openVideo(asked, videoId);
  if (text.trim() === "") throw wrong("commentTextRequired", "The comment resource that is being inserted must specify a value.");
  if (text.length > settings.comment_length_max) throw wrong("commentTextTooLong", "The comment text is too long.");
  const comment = await newComment(world, {
    video_id: video.id,
    parent: "",
    author_id: channel.id,
    text,
    moderation: settings.comment_moderation,
  });
  return threadView({ ...asked, format: "html" }, { comment, video, parts });
}

async function listThreads(asked: Asked): Promise<Record<string, unknown>> {
  const { world, query, channel, request } = asked;
  const parts = partsOf(asked, PARTS);
  const moderation = Moderation.safeParse(query.get("moderationStatus") ?? "published");
  if (!moderation.success) throw invalidParameter("moderationStatus", `Invalid value '${query.get("moderationStatus")}'`);
  const videoId = query.get("videoId");
  const ids = valuesOf(query, "id");
  if (videoId === null && ids.length === 0) throw noFilter();
  const named = await Promise.all(ids.map((id) => find(world, "comment", id)));
  const comments =
    videoId === null
      ? named.filter((comment) => comment !== null)
      : await list(world, "comment", { where: { video_id: (await openVideo(asked, videoId)).id }, limit: LIST_MAX });
  const from = addSeconds(world.now(), -listsLateSeconds(request));
  const items = comments.filter(
    ({ parent, moderation: state, createdAt }) => parent === "" && state === moderation.data && createdAt <= from,
  );
  const listing = { kind: "youtube#commentThreadListResponse", items, lengthMax: 100, lengthDefault: LIST_LENGTH_DEFAULT };
  return pageOf(asked, listing, async (comment) => {
    const video = await known(world, "video", comment.video_id);
    // What waits for a moderator is shown to them alone.
    if (moderation.data !== "published" && video.channel_id !== channel?.id) throw new GoogleRefusal(FORBIDDEN);
    return threadView({ ...asked, format: query.get("textFormat") ?? "html" }, { comment, video, parts });
  });
}

/** A video that the caller sees and that takes comments. */
async function openVideo({ world, channel, settings }: Asked, id: string): Promise<Stored<"video">> {
  const video = await seenVideo(world, id, channel?.id ?? null);
  if (video === null) throw notFound("video", "videoId");
  if (takesComments({ settings }, video) && privacyOf(world, video) !== "private") return video;
  const message = "The video identified by the videoId parameter has disabled comments.";
  throw refusal({ code: 403, reason: "commentsDisabled", message, domain: "youtube.commentThread" });
}

interface Shown {
  readonly comment: Stored<"comment">;
  readonly video: Stored<"video">;
  readonly parts: readonly string[];
}

async function threadView(asked: Asked & { readonly format: string }, { comment, video, parts }: Shown): Promise<Record<string, unknown>> {
  const { world } = asked;
  const replies = await list(world, "comment", { where: { parent: comment.id }, limit: LIST_MAX });
  const topLevelComment = await commentView(asked, comment, video);
  const shown = await Promise.all(replies.map((reply) => commentView(asked, reply, video)));
  return resource({ kind: "youtube#commentThread", id: comment.id }, parts, {
    snippet: () => ({
      channelId: video.channel_id,
      videoId: video.id,
      topLevelComment,
      canReply: true,
      totalReplyCount: replies.length,
      isPublic: comment.moderation === "published",
    }),
    replies: () => (shown.length === 0 ? undefined : { comments: shown }),
  });
}

async function commentView(
  { world, channel, format }: Asked & { readonly format: string },
  comment: Stored<"comment">,
  video: Stored<"video">,
): Promise<Record<string, unknown>> {
  const author = await find(world, "account", comment.author_id);
  const { likes } = await reactionsOn(world, comment.id);
  const at = printTime(comment.createdAt);
  const snippet = {
    channelId: video.channel_id,
    videoId: video.id,
    textDisplay: format === "plainText" ? comment.text : escaped(comment.text),
    // To its author alone.
    ...(author !== null && author.id === channel?.id ? { textOriginal: comment.text } : {}),
    ...(comment.parent === "" ? {} : { parentId: comment.parent }),
    authorDisplayName: author === null ? "@reader" : `@${author.handle}`,
    authorProfileImageUrl: portraitUrl(world),
    ...(author === null ? {} : { authorChannelUrl: channelUrl(world, author.id), authorChannelId: { value: author.id } }),
    canRate: true,
    viewerRating: "none",
    likeCount: likes,
    ...(video.channel_id === channel?.id ? { moderationStatus: comment.moderation } : {}),
    publishedAt: at,
    updatedAt: at,
  };
  return { kind: "youtube#comment", etag: etagOf(snippet), id: comment.id, snippet };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("\n", "<br>");
}

function wrongOf(path: readonly PropertyKey[]): GoogleRefusal {
  if (!path.includes("topLevelComment")) return wrong("videoIdMissing", "The comment thread must be on a video.");
  return wrong("commentTextRequired", "The comment resource that is being inserted must specify a value.");
}

function wrong(reason: string, message: string): GoogleRefusal {
  return refusal({ code: 400, reason, message, domain: "youtube.commentThread", location: "body", locationType: "other" });
}

/** Stores a comment. Ids of replies begin with that of the comment they are on. */
export async function newComment(world: SandboxWorld, fields: Fields<"comment">): Promise<Stored<"comment">> {
  const number = (await world.objects.nextId()).padStart(12, "0");
  const id = fields.parent === "" ? `Ugy${number}4AaABAg` : `${fields.parent}.${number}`;
  await insert(world, "comment", id, fields);
  return known(world, "comment", id);
}
