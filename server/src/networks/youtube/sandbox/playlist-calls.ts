import { type Asked, type Call, partsOf, requireChannel, resource, valuesOf } from "./calls.ts";
import { find, known, LIST_MAX, list, type Stored } from "./model.ts";
import { pageOf } from "./paging.ts";
import { noFilter, notFound } from "./refusals.ts";
import { READING } from "./scopes.ts";
import { thumbnailsOf } from "./thumbnails.ts";
import { printTime } from "./time.ts";

export const PLAYLIST_CALLS: readonly Call[] = [
  {
    method: "GET",
    name: "playlists.list",
    paths: ["/youtube/v3/playlists"],
    scopes: READING,
    cost: { bucket: "units", units: 1 },
    answer: listPlaylists,
  },
];

async function listPlaylists(asked: Asked): Promise<Record<string, unknown>> {
  const parts = partsOf(asked, ["id", "snippet", "contentDetails", "status"]);
  const items = await playlistsIn(asked);
  return pageOf(asked, { kind: "youtube#playlistListResponse", items, lengthMax: 50 }, (playlist) => playlistView(asked, playlist, parts));
}

async function playlistsIn(asked: Asked): Promise<Stored<"playlist">[]> {
  const { world, query, channel } = asked;
  const isSeen = ({ channel_id, privacy }: Stored<"playlist">) => channel_id === channel?.id || privacy !== "private";
  const ids = valuesOf(query, "id");
  if (ids.length > 0) {
    const named = await Promise.all(ids.map((id) => find(world, "playlist", id)));
    return named.filter((playlist) => playlist !== null).filter(isSeen);
  }
  const owner = query.get("mine") === "true" ? requireChannel(asked).id : query.get("channelId");
  if (owner === null) throw noFilter();
  if ((await find(world, "account", owner)) === null) throw notFound("channel", "channelId");
  const playlists = await list(world, "playlist", { where: { channel_id: owner }, limit: LIST_MAX });
  return playlists.sort((a, b) => a.serial - b.serial).filter((playlist) => isSeen(playlist) && isListed(playlist, channel?.id));
}

/** Unlisted ones are found by their ids alone, except by their owner. */
function isListed({ channel_id, privacy }: Stored<"playlist">, viewer: string | undefined): boolean {
  return privacy === "public" || channel_id === viewer;
}

async function playlistView({ world }: Asked, playlist: Stored<"playlist">, parts: readonly string[]): Promise<Record<string, unknown>> {
  const items = await list(world, "playlist_item", { where: { playlist_id: playlist.id }, limit: LIST_MAX });
  const { title: channelTitle } = await known(world, "account", playlist.channel_id);
  const { id, title, privacy, channel_id } = playlist;
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
    contentDetails: () => ({ itemCount: items.length }),
    status: () => ({ privacyStatus: privacy }),
  });
}
