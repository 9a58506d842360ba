import { platforms } from "@rostrum/contract/platforms.ts";
import { linkNote, webAddress } from "@rostrum/contract/post-link.ts";
import { z } from "zod";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";

/** What a post becomes on a business profile. */
export interface PostPlan {
  readonly kind: "post";
  readonly summary: string;
  /** The one picture of the post, which Google fetches. */
  readonly picture: OutgoingMedia | null;
  /** Where the button below the post leads; null without one. */
  readonly link: string | null;
  /** What goes to the photos of the profile besides. */
  readonly photos: readonly OutgoingMedia[];
  readonly notes: readonly string[];
  /** What it is on the profile, if that is not the post's own type; else null. */
  readonly becomes: "TEXT" | "IMAGE" | null;
  /** The text as readers see it, if it is not what the post says; else null. */
  readonly joined: string | null;
}

export type Plan = PostPlan | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

const FACTS = platforms["Google Business"];
const SIDE_MIN = FACTS.media.image.sideMin ?? 0;
const BYTES_MIN = FACTS.media.image.bytesMin ?? 0;

const Options = z.object({ uploadToPhotosSection: z.boolean().default(false) });

/** Decides before anything is sent what the post becomes, and whether Google is certain to refuse it. */
export function planPost(post: OutgoingPost): Plan {
  const { media, options } = post;
  const pictures = media.filter(({ mime }) => mime.startsWith("image/"));
  const [picture = null] = pictures;
  const summary = textOf(post);
  if (summary.trim() === "" && picture === null) return { kind: "unsuitable", reason: nothingLeft(post) };
  if (summary.length > FACTS.text.max) {
    return {
      kind: "rejected",
      reason: `The text has ${summary.length} characters; Google takes at most ${FACTS.text.max} (emoji count as two).`,
    };
  }
  if (picture !== null && isTooSmall(picture)) return { kind: "rejected", reason: `${tooSmall(picture)}.` };
  const type = picture === null ? "TEXT" : "IMAGE";
  const wantsPhotos = Options.safeParse(options).data?.uploadToPhotosSection === true;
  const photos = wantsPhotos ? pictures.filter((one) => !isTooSmall(one)) : [];
  return {
    kind: "post",
    summary,
    picture,
    link: webAddress(post.link),
    photos,
    notes: notesOf(post, { pictures, wantsPhotos }),
    becomes: type === post.type ? null : type,
    joined: post.segments.length > 1 ? summary : null,
  };
}

/** There are no threads: the parts of one make a single text. */
export function textOf({ segments, text }: Pick<OutgoingPost, "segments" | "text">): string {
  return segments.length > 1 ? segments.join("\n\n") : text;
}

function nothingLeft({ media, poll }: OutgoingPost): string {
  if (media.some(({ mime }) => mime.startsWith("video/"))) return "Google's posts take a photo, not a video, and the post has no caption.";
  if (media.length > 0) return "Google's posts take no documents, and the post has no caption.";
  return poll === null ? "The post is empty." : "Google has no polls, and the post has no caption.";
}

/** https://support.google.com/business/answer/6103862 (2026-07). */
function isTooSmall({ width, height, sizeBytes }: OutgoingMedia): boolean {
  return (width ?? SIDE_MIN) < SIDE_MIN || (height ?? SIDE_MIN) < SIDE_MIN || sizeBytes < BYTES_MIN;
}

function tooSmall({ name, width, height, sizeBytes }: OutgoingMedia): string {
  const size = width === null || height === null ? "" : `${width} x ${height} pixels and `;
  return `The image ${name} has ${size}${sizeBytes} bytes; Google needs at least ${SIDE_MIN} x ${SIDE_MIN} pixels and ${BYTES_MIN / 1000} kB`;
}

function notesOf(post: OutgoingPost, { pictures, wantsPhotos }: { pictures: readonly OutgoingMedia[]; wantsPhotos: boolean }): string[] {
  const { media, poll } = post;
  const has = (kind: string) => media.some(({ mime }) => mime.startsWith(kind));
  const others = wantsPhotos ? "the others are only among the photos of the profile" : "the others were left out";
  const small = wantsPhotos ? pictures.filter(isTooSmall) : [];
  return [
    ...(pictures.length > 1 ? [`Google's posts have one picture; ${others}.`] : []),
    ...small.map((one) => `${tooSmall(one)}, so it was not added to the photos.`),
    ...(has("video/") ? ["Google's posts take a photo, not a video, so the video was left out."] : []),
    ...(media.some(({ mime }) => !/^(image|video)\//.test(mime))
      ? ["Google's posts take no documents, so the document was left out."]
      : []),
    ...[linkNote(post, [textOf(post)], { network: "Google" })].filter((note) => note !== null),
    ...(poll === null ? [] : ["Google has no polls, so the poll was left out."]),
  ];
}
