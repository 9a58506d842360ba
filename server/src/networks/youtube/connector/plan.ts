import { platforms } from "@rostrum/contract/platforms.ts";
import { isLinkMissing } from "@rostrum/contract/post-link.ts";
import { z } from "zod";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { cutTitle, fittingTags, withoutBrackets } from "./text.ts";
import { SHORT_SECONDS_MAX, TITLE_LENGTH_MAX } from "./unverified.ts";

/** The video that a post becomes. */
export interface VideoPlan {
  readonly kind: "video";
  readonly video: OutgoingMedia;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Ids of playlists of this channel. */
  readonly playlists: readonly string[];
  readonly thumbnail: OutgoingMedia | null;
  /** Whether YouTube may make it a Short: https://support.google.com/youtube/answer/15424877 (2026-11). */
  readonly mayBeShort: boolean;
  /** The description as readers see it, if it differs from the post's text. */
  readonly changedText: string | null;
  readonly notes: readonly string[];
}

export type Plan = VideoPlan | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

const DESCRIPTION_BYTES_MAX = platforms.YouTube.text.max;
/** For a video of which nothing is known but that it is one. */
const NAMELESS = "Video";

/** The options of a post for YouTube; the contract has checked their form. */
const Options = z.object({
  tags: z.array(z.string()).catch([]).default([]),
  playlists: z
    .array(z.object({ channelId: z.number(), playlistIds: z.array(z.string()) }))
    .catch([])
    .default([]),
});

/** Decides before anything is sent which video a post becomes, and what of it YouTube does not take. */
export function planPost(post: OutgoingPost, channelId: number): Plan {
  const videos = post.media.filter(({ mime }) => mime.startsWith("video/"));
  const images = post.media.filter(({ mime }) => mime.startsWith("image/"));
  const [video] = videos;
  if (video === undefined) return { kind: "unsuitable", reason: "YouTube takes videos only, and the post has none." };
  const text = textOf(post);
  const description = withoutBrackets(text);
  const bytes = Buffer.byteLength(description);
  if (bytes > DESCRIPTION_BYTES_MAX) {
    return { kind: "rejected", reason: `The text has ${bytes} bytes; YouTube takes at most ${DESCRIPTION_BYTES_MAX}.` };
  }
  const { tags: givenTags, playlists } = Options.safeParse(post.options ?? {}).data ?? { tags: [], playlists: [] };
  const { tags, leftOut } = fittingTags(givenTags);
  const given = withoutBrackets(post.title ?? "").trim();
  const own = playlists.filter((one) => one.channelId === channelId).flatMap(({ playlistIds }) => playlistIds);
  return {
    kind: "video",
    video,
    title: cutTitle(given || titleFrom(description) || nameOf(video)),
    description,
    tags,
    playlists: [...new Set(own)],
    thumbnail: video.cover?.picture ?? images[0] ?? null,
    mayBeShort: mayBeShort(video),
    changedText: description === post.text ? null : description,
    notes: [
      given.length > TITLE_LENGTH_MAX ? `The title was cut to the ${TITLE_LENGTH_MAX} characters that YouTube takes.` : null,
      given !== (post.title ?? "").trim() || description !== text || givenTags.some((tag) => withoutBrackets(tag) !== tag)
        ? "YouTube takes no < and no >, so they were left out."
        : null,
      leftOut > 0 ? `${leftOut} of the tags were left out: YouTube takes no more characters in them.` : null,
      videos.length > 1 ? "YouTube takes one video: the others were left out." : null,
      video.cover !== undefined && images.length > 0 ? "YouTube takes a video and its cover: the images were left out." : null,
      video.cover === undefined && images.length > 1 ? "The first image is the thumbnail, and the others were left out." : null,
      isLinkMissing(post, [description]) ? "YouTube has no field for a link, so it was left out." : null,
      post.poll === null ? null : "YouTube takes no poll with a video, so it was left out.",
    ].filter((note) => note !== null),
  };
}

/** There are no threads: the parts of one make a single description. */
function textOf({ segments, text }: OutgoingPost): string {
  return segments.length > 1 ? segments.join("\n\n") : text;
}

/** Without a title, a video would be called "unknown". */
function titleFrom(description: string): string {
  const line = description.split(/\r?\n/).find((one) => one.trim() !== "");
  return line?.trim() ?? "";
}

function nameOf({ name }: OutgoingMedia): string {
  return withoutBrackets(name.replace(/\.\w+$/, "")).trim() || NAMELESS;
}

function mayBeShort({ width, height, durationSeconds }: OutgoingMedia): boolean {
  const isUpright = width === null || height === null || width <= height;
  return isUpright && (durationSeconds ?? 0) <= SHORT_SECONDS_MAX;
}
