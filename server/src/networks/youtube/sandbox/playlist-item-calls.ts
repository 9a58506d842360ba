import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { GoogleRefusal } from "../../sandbox/google/refusals.ts";
import { type Asked, type Call, costing, partsOf, requireChannel, resource } from "./calls.ts";
import { find, insert, known, LIST_MAX, list, printTime, type Stored } from "./model.ts";
import { pageOf } from "./paging.ts";
import { READING, uploaderIn, WRITING } from "./people.ts";
import { notAccessible, type Place, placesOf } from "./playlists.ts";
import { noFilter, notFound, refusal } from "./refusals.ts";
import { thumbnailsOf } from "./thumbnails.ts";
import { seenVideo } from "./videos.ts";

const PARTS = ["id", "snippet", "contentDetails"];

export const PLAYLIST_ITEM_CALLS: readonly Call[] = [
  { ...costing(1, "GET", "playlistItems.list"), scopes: READING, answer: listItems },
  { ...costing(50, "POST", "playlistItems.insert"), scopes: WRITING, answer: insertItem },
];

const NewItem = z.object({
  snippet: z.object({
    playlistId: z.string().min(1),
    resourceId: z.object({ kind: z.literal("youtube#video"), videoId: z.string().min(1) }),
  }),
});

async function listItems(asked: Asked): Promise<Record<string, unknown>> {
  const { query, world, request, settings } = asked;
  const parts = partsOf(asked, PARTS);
  const playlistId = query.get("playlistId");
  if (playlistId === null) throw noFilter();
  const places = await placesOf(asked, playlistId);
  const late = Math.max(listsLateSeconds(request), uploaderIn(playlistId) === null ? 0 : settings.uploads_late_seconds);
  const from = addSeconds(world.now(), -late);
  const videoId = query.get("videoId");
  const items = places.filter((place) => place.addedAt <= from && (videoId === null || place.videoId === videoId));
  return pageOf(asked, { kind: "youtube#playlistItemListResponse", items, lengthMax: 50 }, (place) => itemView(asked, place, parts));
}

/** An ordinary playlist takes the same video again and again. */
async function insertItem(asked: Asked): Promise<Record<string, unknown>> {
  const { world, settings, request } = asked;
  const channel = requireChannel(asked);
  const parts = partsOf(asked, PARTS);
  const { playlistId, resourceId } = wantedIn(request.body);
  const target = await writablePlaylist(asked, playlistId);
  const video = await seenVideo(world, resourceId.videoId, channel.id);
  if (video === null) throw notFound("video", "videoId");
  // Seen with new and private videos: https://github.com/Elijas/auto-youtube-subscription-playlist-2/issues/74 (2026-11).
  if (addSeconds(video.createdAt, settings.playlist_ready_seconds) > world.now()) throw preconditionFailed();
  const items = await list(world, "playlist_item", { where: { playlist_id: target }, limit: LIST_MAX });
  if (items.length >= settings.playlist_items_max) {
    throw wrong(403, "playlistContainsMaximumNumberOfVideos", "The playlist already contains the maximum allowed number of items.");
  }
  const serial = Number(await world.objects.nextId());
  const id = Buffer.from(`${target} ${serial}`).toString("base64url");
  await insert(world, "playlist_item", id, { playlist_id: target, video_id: video.id, serial });
  const place = { id, playlistId, videoId: video.id, position: items.length, addedAt: world.now() };
  return itemView(asked, place, parts);
}

function wantedIn(body: unknown): z.output<typeof NewItem>["snippet"] {
  const read = NewItem.safeParse(body);
  if (read.success) return read.data.snippet;
  const [issue] = read.error.issues;
  if (issue?.path.at(-1) === "playlistId") throw wrong(400, "playlistIdRequired", "The insert request must specify a playlist.");
  throw wrong(400, "resourceIdRequired", "The request must contain a resource in which the snippet object specifies a resourceId.");
}

/** The id under which its items are kept. */
async function writablePlaylist(asked: Asked, playlistId: string): Promise<string> {
  if (uploaderIn(playlistId) !== null) {
    throw wrong(400, "playlistOperationUnsupported", "The playlist does not support the attempted operation.");
  }
  const playlist = await find(asked.world, "playlist", playlistId);
  if (playlist === null) throw notFound("playlist", "playlistId");
  if (playlist.channel_id !== asked.channel?.id) throw notAccessible();
  return playlist.id;
}

async function itemView({ world }: Asked, place: Place, parts: readonly string[]): Promise<Record<string, unknown>> {
  const video = await known(world, "video", place.videoId);
  const { title: channelTitle } = await known(world, "account", video.channel_id);
  return resource({ kind: "youtube#playlistItem", id: place.id }, parts, {
    snippet: () => ({
      publishedAt: printTime(place.addedAt),
      channelId: video.channel_id,
      title: video.title,
      description: video.description,
      thumbnails: thumbnailsOf(world, video.id, null),
      channelTitle,
      playlistId: place.playlistId,
      position: place.position,
      resourceId: { kind: "youtube#video", videoId: video.id },
      videoOwnerChannelTitle: channelTitle,
      videoOwnerChannelId: video.channel_id,
    }),
    contentDetails: () => contentOf(video),
  });
}

function contentOf({ id, createdAt }: Stored<"video">): Record<string, unknown> {
  return { videoId: id, videoPublishedAt: printTime(createdAt) };
}

function preconditionFailed(): GoogleRefusal {
  return new GoogleRefusal({
    code: 400,
    message: "Precondition check failed.",
    status: "FAILED_PRECONDITION",
    reason: { reason: "failedPrecondition" },
  });
}

function wrong(code: number, reason: string, message: string): GoogleRefusal {
  return refusal({ code, reason, message, domain: "youtube.playlistItem" });
}
