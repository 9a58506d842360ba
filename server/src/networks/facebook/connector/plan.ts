import { linkNote } from "@rostrum/contract/post-link.ts";
import { z } from "zod";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { type CardLink, cardLinkOf } from "./card-link.ts";

/** What a post becomes on a Page. */
export type Plan =
  | FeedPlan
  | VideoPlan
  | { readonly kind: "stories"; readonly media: readonly OutgoingMedia[]; readonly note: string | null }
  | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

/** A post in the feed: a text, perhaps with a card, or photos. */
export interface FeedPlan {
  readonly kind: "feed";
  readonly message: string;
  readonly link: CardLink | null;
  readonly photos: readonly OutgoingMedia[];
  readonly placeId: string | null;
  readonly note: string | null;
}

export interface VideoPlan {
  readonly kind: "video" | "reel";
  readonly video: OutgoingMedia;
  readonly description: string;
  readonly title: string | null;
  readonly placeId: string | null;
  readonly collaboratorIds: readonly string[];
  readonly note: string | null;
}

/** The length and its unit are unverified: seen in other products alone. */
const TEXT_LENGTH_MAX = 63_206;
/** Unverified: seen in other products alone. */
const PHOTOS_MAX = 10;

/**
 * A reel is 9:16, at least 540 × 960, and 3 to 90 s long:
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07).
 */
const REEL = { ratio: 9 / 16, ratioMargin: 0.01, widthMin: 540, heightMin: 960, secondsMin: 3, secondsMax: 90 };

const Options = z.object({
  location: z.object({ id: z.string() }).nullish(),
  collab: z.union([z.string().transform((name) => [name]), z.array(z.string())]).nullish(),
});

/** Decides before anything is sent: a file that does not fit stops the whole post. */
export function planPost(post: OutgoingPost): Plan {
  const count = (kind: string) => post.media.filter(({ mime }) => mime.startsWith(`${kind}/`)).length;
  const [images, videos] = [count("image"), count("video")];
  if (images + videos < post.media.length) return { kind: "unsuitable", reason: "Facebook takes no documents." };
  if (post.asStory) return planStories(post);
  const text = textOf(post);
  if (text.length > TEXT_LENGTH_MAX) {
    return { kind: "rejected", reason: `The text has ${text.length} characters; Facebook takes at most ${TEXT_LENGTH_MAX}.` };
  }
  if (text.trim() === "" && post.media.length === 0) {
    return { kind: "unsuitable", reason: "Facebook takes no polls, and the post has no caption." };
  }
  if (images > 0 && videos > 0) return { kind: "unsuitable", reason: "Facebook takes images or a video in a post, not both." };
  if (images > PHOTOS_MAX) return { kind: "rejected", reason: `The post has ${images} images; Facebook takes at most ${PHOTOS_MAX}.` };
  if (videos > 1) return { kind: "rejected", reason: `The post has ${videos} videos; Facebook takes at most 1.` };
  const [video] = post.media;
  return videos === 1 && video !== undefined ? planVideo(post, video) : planFeed(post);
}

/** A thread is one post, its parts separated by an empty line. */
export function textOf({ segments, text }: OutgoingPost): string {
  return segments.length > 1 ? segments.join("\n\n") : text;
}

export function isReel({ width, height, durationSeconds }: OutgoingMedia): boolean {
  if (width === null || height === null || durationSeconds === null) return false;
  const hasShape = Math.abs(width / height - REEL.ratio) <= REEL.ratioMargin;
  const hasSize = width >= REEL.widthMin && height >= REEL.heightMin;
  return hasShape && hasSize && durationSeconds >= REEL.secondsMin && durationSeconds <= REEL.secondsMax;
}

function planFeed(post: OutgoingPost): Plan {
  const { location, collab } = optionsOf(post.options);
  const message = textOf(post);
  return {
    kind: "feed",
    message,
    link: post.media.length === 0 ? cardLinkOf(post.link, message) : null,
    photos: post.media,
    placeId: location?.id ?? null,
    note: noteOf([post.media.length > 0 ? linkNote(post, [message], FILES) : null, pollNote(post), collab ? REELS_ALONE : null]),
  };
}

function planVideo(post: OutgoingPost, video: OutgoingMedia): Plan {
  const { location, collab } = optionsOf(post.options);
  const common = { video, description: textOf(post), title: post.title?.trim() ? post.title : null };
  if (!isReel(video)) {
    const notes = [
      linkNote(post, [common.description], FILES),
      pollNote(post),
      collab ? REELS_ALONE : null,
      location ? "Facebook takes no location with a video." : null,
    ];
    return { ...common, kind: "video", placeId: null, collaboratorIds: [], note: noteOf(notes) };
  }
  const names = (collab ?? []).map((name) => name.trim()).filter((name) => name !== "");
  const unknown = names.filter((name) => !isId(name));
  const notes = [
    linkNote(post, [common.description], FILES),
    pollNote(post),
    video.cover === undefined ? null : "Facebook chooses the cover of a reel itself.",
    unknown.length === 0 ? null : `Not invited: ${unknown.join(", ")}. Facebook invites by the id of a Page.`,
  ];
  return { ...common, kind: "reel", placeId: location?.id ?? null, collaboratorIds: names.filter(isId), note: noteOf(notes) };
}

function planStories(post: OutgoingPost): Plan {
  if (post.media.length === 0) return { kind: "unsuitable", reason: "A story on Facebook needs an image or a video." };
  const { location, collab } = optionsOf(post.options);
  const notes = [
    post.media.length > 1 ? `Published as ${post.media.length} stories.` : null,
    textOf(post).trim() === "" ? null : "Stories on Facebook have no caption.",
    linkNote(post, [], FILES),
    location || collab ? "Stories on Facebook take neither a location nor collaborators." : null,
  ];
  return { kind: "stories", media: post.media, note: noteOf(notes) };
}

const REELS_ALONE = "Facebook takes collaborators on reels alone.";

/** In the place of a card. */
const FILES = { network: "Facebook", taken: "files" } as const;

function pollNote({ poll }: OutgoingPost): string | null {
  return poll === null ? null : "Facebook takes no polls, so the caption stands alone.";
}

function noteOf(notes: readonly (string | null)[]): string | null {
  const given = notes.filter((note) => note !== null);
  return given.length === 0 ? null : given.join(" ");
}

function isId(text: string): boolean {
  return /^\d+$/.test(text);
}

function optionsOf(options: Json): z.output<typeof Options> {
  return Options.safeParse(options ?? {}).data ?? {};
}
