import { countsOf, fileUrl, labelled, newestFirst, OF_ITS_OWN, seenReply, type Tallies, talliesOf } from "../../sandbox/kit/feed.ts";
import type { SandboxMedium, SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { LIST_MAX, list, type Stored, thumbnailUrl, watchUrl } from "./model.ts";
import { isShort, isThere, privacyOf, uploadStatusOf } from "./videos.ts";

/** Videos with their comments, newest first. Private ones are here, too: the label says so. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const library = await libraryOf(world);
  const videos = [...library.videos.values()].map((video) => seenVideo(world, library, video));
  const comments = library.said.map((comment) => seenComment(world, library, comment));
  return newestFirst([...comments, ...videos], limit);
}

interface Library extends Tallies {
  readonly channels: ReadonlyMap<string, Stored<"account">>;
  readonly videos: ReadonlyMap<string, Stored<"video">>;
  /** Newest first. */
  readonly said: readonly Stored<"comment">[];
  readonly places: readonly Stored<"playlist_item">[];
  readonly playlists: ReadonlyMap<string, Stored<"playlist">>;
  readonly thumbnails: ReadonlySet<string>;
}

async function libraryOf(world: SandboxWorld): Promise<Library> {
  const all = { limit: LIST_MAX };
  const [channels, videos, comments, places, playlists, thumbnails] = await Promise.all([
    list(world, "account", all),
    list(world, "video", all),
    list(world, "comment", all),
    list(world, "playlist_item", all),
    list(world, "playlist", all),
    list(world, "thumbnail", all),
  ]);
  const there = new Map(videos.filter((video) => isThere(world, video)).map((video) => [video.id, video]));
  const shown = comments.filter(({ video_id, moderation }) => there.has(video_id) && moderation === "published");
  return {
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    videos: there,
    said: shown,
    places,
    playlists: new Map(playlists.map((playlist) => [playlist.id, playlist])),
    thumbnails: new Set(thumbnails.map(({ id }) => id)),
    ...(await talliesOf(world, shown, ({ video_id, parent }) => (parent === "" ? video_id : parent))),
  };
}

function seenVideo(world: SandboxWorld, library: Library, video: Stored<"video">): SandboxPost {
  return {
    id: video.id,
    author: handleOf(library, video.channel_id),
    text: [video.title, video.description].filter((text) => text !== "").join("\n\n"),
    url: watchUrl(world, video.id),
    createdAt: video.createdAt,
    ...OF_ITS_OWN,
    media: mediaOf(world, video),
    counts: countsOf(library, video.id),
    ...labelOf(world, library, video),
    frame: isShort(video) ? "short" : "video",
    foldedText: video.description,
  };
}

/** The picture says nothing about whether two videos are the same, so its own type and bytes stay out of it. */
function mediaOf(world: SandboxWorld, { id, mime, digest }: Stored<"video">): SandboxMedium[] {
  return [
    { url: fileUrl(world, id), mime, alt: "", digest },
    { url: thumbnailUrl(world, id), mime: "image/jpeg", alt: "Thumbnail" },
  ];
}

function labelOf(world: SandboxWorld, { places, playlists, thumbnails }: Library, video: Stored<"video">): { readonly label?: string } {
  const titles = places
    .filter(({ video_id }) => video_id === video.id)
    .map(({ playlist_id }) => playlists.get(playlist_id)?.title ?? "Watch later")
    .reverse();
  return labelled(
    isShort(video) ? "Short" : "Video",
    { public: null, unlisted: "Unlisted", private: "Private" }[privacyOf(world, video)],
    uploadStatusOf(world, video) === "uploaded" && "Processing",
    video.made_for_kids && "Made for kids",
    video.tags.length > 0 && `Tags: ${video.tags.join(", ")}`,
    titles.length > 0 && `Playlists: ${titles.join(", ")}`,
    thumbnails.has(video.id) && "Own thumbnail",
    !video.notifies && "Subscribers not notified",
  );
}

function seenComment(world: SandboxWorld, library: Library, comment: Stored<"comment">): SandboxPost {
  const { id, video_id, parent, author_id, text, createdAt } = comment;
  const author = author_id === "" ? "Reader" : handleOf(library, author_id);
  return seenReply(library, { id, author, text, url: watchUrl(world, video_id), createdAt, replyTo: parent === "" ? video_id : parent });
}

function handleOf({ channels }: Library, id: string): string {
  return `@${channels.get(id)?.handle ?? "somebody"}`;
}
