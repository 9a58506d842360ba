import { platforms } from "@rostrum/contract/platforms.ts";
import { linkNote, webAddress } from "@rostrum/contract/post-link.ts";
import { codePoints } from "@rostrum/contract/text.ts";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";

/** The words of a pin, in the API's names; a field that is empty is absent. */
export interface PinWords {
  readonly title?: string;
  readonly description?: string;
  readonly link?: string;
  readonly alt_text?: string;
}

/** The one pin that a post becomes. */
export interface Pin {
  /** One, or the pictures of a carousel; beside a video its cover, if there is one. */
  readonly images: readonly OutgoingMedia[];
  readonly video: OutgoingMedia | null;
  readonly words: PinWords;
  readonly note: string | null;
}

export type Plan = { readonly kind: "pin"; readonly pin: Pin } | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

const FACTS = platforms.Pinterest;

/** https://github.com/pinterest/api-description, `v5/openapi.json` 5.23.0 (2026-11): `maxLength` of OpenAPI counts code points. */
export const DESCRIPTION_LENGTH_MAX = FACTS.text.max;
export const TITLE_LENGTH_MAX = 100;
const ALT_LENGTH_MAX = 500;
const LINK_LENGTH_MAX = 2048;

/**
 * Decides which pin a post becomes, before anything is sent. A title that is too long is cut, since the API takes longer ones for
 * other networks; a description that is too long is refused.
 */
export function planPost(post: OutgoingPost): Plan {
  const { media } = post;
  const foreign = media.find(({ mime }) => !/^(image|video)\//.test(mime));
  if (foreign !== undefined) return { kind: "unsuitable", reason: `Pinterest takes no ${foreign.mime} files.` };
  if (media.length === 0) return { kind: "unsuitable", reason: "Pinterest needs an image or a video." };
  const videos = media.filter(isVideo);
  const images = media.filter((medium) => !isVideo(medium));
  const problem = problemOf(post, { videos: videos.length, images: images.length });
  if (problem !== null) return { kind: "rejected", reason: problem };
  const [video = null] = videos;
  const cover = video?.cover?.picture;
  const shown = video === null ? images : cover === undefined ? images.slice(0, 1) : [cover];
  const leftOut = cover === undefined ? images.length - shown.length : images.length;
  const isOwnFrame = video !== null && cover === undefined && images.length === 0;
  return {
    kind: "pin",
    pin: { images: shown, video, words: wordsOf(post), note: noteOf(post, { leftOut, hasCover: cover !== undefined, isOwnFrame }) },
  };
}

/** There are no threads: the parts of one make a single description. */
export function descriptionOf({ segments, text }: Pick<OutgoingPost, "segments" | "text">): string {
  return segments.length > 1 ? segments.join("\n\n") : text;
}

function problemOf(post: OutgoingPost, { videos, images }: { videos: number; images: number }): string | null {
  const { images: imageRule, videos: videoRule } = FACTS.media;
  if (videos > videoRule.max) return `The post has ${videos} videos; Pinterest takes at most ${videoRule.max}.`;
  if (images > imageRule.max) return `The post has ${images} images; Pinterest takes at most ${imageRule.max}.`;
  const length = codePoints(descriptionOf(post));
  if (length > DESCRIPTION_LENGTH_MAX) return `The text has ${length} characters; Pinterest takes at most ${DESCRIPTION_LENGTH_MAX}.`;
  if (codePoints(webAddress(post.link) ?? "") > LINK_LENGTH_MAX)
    return `The link is too long; Pinterest takes at most ${LINK_LENGTH_MAX} characters.`;
  return null;
}

function wordsOf(post: OutgoingPost): PinWords {
  const title = titleOf(post);
  const description = descriptionOf(post);
  const link = webAddress(post.link);
  const alt = cut(altOf(post), ALT_LENGTH_MAX);
  return {
    ...(title === "" ? {} : { title }),
    ...(description.trim() === "" ? {} : { description }),
    ...(link === null ? {} : { link }),
    ...(alt === "" ? {} : { alt_text: alt }),
  };
}

/** A pin has one text for all of its pictures. */
function altOf({ media }: OutgoingPost): string {
  const texts = media.map(({ alt }) => alt?.trim() ?? "").filter((text) => text !== "");
  return [...new Set(texts)].join("; ");
}

function titleOf({ title }: OutgoingPost): string {
  return cut(title?.trim() ?? "", TITLE_LENGTH_MAX);
}

/** Ends with an ellipsis. */
function cut(text: string, max: number): string {
  if (codePoints(text) <= max) return text;
  const start = [...text].slice(0, max - 1).join("");
  return `${start.trimEnd()}…`;
}

interface Shown {
  readonly leftOut: number;
  readonly hasCover: boolean;
  /** Nobody has chosen the cover. */
  readonly isOwnFrame: boolean;
}

function noteOf(post: OutgoingPost, { leftOut, hasCover, isOwnFrame }: Shown): string | null {
  const notes = [
    codePoints(post.title?.trim() ?? "") > TITLE_LENGTH_MAX
      ? `The title was cut to the ${TITLE_LENGTH_MAX} characters that Pinterest takes.`
      : null,
    leftOut > 0 && hasCover ? "Pinterest shows the video alone, with its cover: the images were left out." : null,
    leftOut > 0 && !hasCover ? "Pinterest shows the video alone: the first image is its cover, and the others were left out." : null,
    isOwnFrame ? "The cover is a frame of the video: to have another, choose a moment or a picture as its cover." : null,
    linkNote(post, [descriptionOf(post)], { network: "Pinterest" }),
    post.poll === null ? null : "Pinterest has no polls, so the poll was left out.",
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}

function isVideo({ mime }: Pick<OutgoingMedia, "mime">): boolean {
  return mime.startsWith("video/");
}
