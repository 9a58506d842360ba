import type { GoogleRefusal } from "../../sandbox/google/refusals.ts";
import type { Asked } from "./calls.ts";
import { type Call, costing, partsOf, requireChannel, resource } from "./calls.ts";
import { find, known, LIST_MAX, list, printTime, type Stored } from "./model.ts";
import { pageOf } from "./paging.ts";
import { READING, uploaderIn } from "./people.ts";
import { noFilter, notFound, refusal } from "./refusals.ts";
import { thumbnailsOf } from "./thumbnails.ts";
import { isThere, privacyOf, uploadsOf } from "./videos.ts";

/** A place of a playlist. Those of the list of uploads are computed. */
export interface Place {
  readonly id: string;
  readonly playlistId: string;
  readonly videoId: string;
  readonly position: number;
  readonly addedAt: string;
}

/** The places that the caller may see, in the order of the list. */
export async function placesOf(asked: Asked, playlistId: string): Promise<Place[]> {
  const uploader = uploaderIn(playlistId);
  if (uploader !== null) return uploadPlaces(asked, playlistId, uploader);
  await readablePlaylist(asked, playlistId);
  const items = await list(asked.world, "playlist_item", { where: { playlist_id: playlistId }, limit: LIST_MAX });
  return items
    .sort((a, b) => a.serial - b.serial)
    .map((item, position) => ({ id: item.id, playlistId, videoId: item.video_id, position, addedAt: item.createdAt }));
}

export function notAccessible(): GoogleRefusal {
  const message = "The request is not properly authorized to retrieve the specified playlist's items.";
  return refusal({ code: 403, reason: "playlistItemsNotAccessible", message, domain: "youtube.playlistItem" });
}

async function readablePlaylist({ world, channel }: Asked, id: string): Promise<Stored<"playlist">> {
  const playlist = await find(world, "playlist", id);
  if (playlist === null) throw notFound("playlist", "playlistId");
  if (playlist.privacy === "private" && playlist.channel_id !== channel?.id) throw notAccessible();
  return playlist;
}

/** Newest first. Its owner sees private videos, too; what failed stays in the list. */
async function uploadPlaces({ world, channel }: Asked, playlistId: string, uploader: string): Promise<Place[]> {
  if ((await find(world, "account", uploader)) === null) throw notFound("playlist", "playlistId");
  const videos = await uploadsOf(world, uploader);
  const isOwn = channel?.id === uploader;
  return videos
    .filter((video) => isOwn || (privacyOf(world, video) === "public" && isThere(world, video)))
    .map((video, position) => ({
      id: Buffer.from(`${playlistId} ${video.id}`).toString("base64url"),
      playlistId,
      videoId: video.id,
      position,
      addedAt: video.createdAt,
    }));
}

export const PLAYLIST_CALLS: readonly Call[] = [{ ...costing(1, "GET", "playlists.list"), scopes: READING, answer: listPlaylists }];

async function listPlaylists(asked: Asked): Promise<Record<string, unknown>> {
  const parts = partsOf(asked, ["id", "snippet"]);
  const items = await playlistsIn(asked);
  return pageOf(asked, { kind: "youtube#playlistListResponse", items, lengthMax: 50 }, (playlist) => playlistView(asked, playlist, parts));
}

async function playlistsIn(asked: Asked): Promise<Stored<"playlist">[]> {
  const { world, query, channel } = asked;
  const owner = query.get("mine") === "true" ? requireChannel(asked).id : query.get("channelId");
  if (owner === null) throw noFilter();
  if ((await find(world, "account", owner)) === null) throw notFound("channel", "channelId");
  const playlists = await list(world, "playlist", { where: { channel_id: owner }, limit: LIST_MAX });
  return playlists
    .sort((a, b) => a.serial - b.serial)
    .filter(({ privacy, channel_id }) => privacy === "public" || channel_id === channel?.id);
}

async function playlistView({ world }: Asked, playlist: Stored<"playlist">, parts: readonly string[]): Promise<Record<string, unknown>> {
  const items = await list(world, "playlist_item", { where: { playlist_id: playlist.id }, limit: LIST_MAX });
  const { title: channelTitle } = await known(world, "account", playlist.channel_id);
  const { id, title, channel_id } = playlist;
  return resource({ kind: "youtube#playlist", id }, parts, {
    snippet: () => ({
      publishedAt: printTime(playlist.createdAt),
      channelId: channel_id,
      title,
      description: "",
      thumbnails: thumbnailsOf(world, items[0]?.video_id ?? "none", null),
      channelTitle,
      localized: { title, description: "" },
    }),
  });
}
