import { platforms } from "@rostrum/contract/platforms.ts";
import { isLinkMissing } from "@rostrum/contract/post-link.ts";
import { z } from "zod";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";

/** What a post becomes on TikTok. */
export type PostPlan = VideoPlan | PhotosPlan;

interface PlanFacts {
  /** Whether it goes to the inbox of the app, where the person finishes it. */
  readonly isInbox: boolean;
  readonly note: string | null;
}

export interface VideoPlan extends PlanFacts {
  readonly kind: "video";
  readonly video: OutgoingMedia;
  readonly caption: string;
}

export interface PhotosPlan extends PlanFacts {
  readonly kind: "photos";
  readonly photos: readonly OutgoingMedia[];
  /** Empty if there is none. */
  readonly title: string;
  readonly description: string;
  readonly addsMusic: boolean;
}

export type Plan = PostPlan | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

const { media: MEDIA, text: TEXT } = platforms.TikTok;
/** https://developers.tiktok.com/doc/content-posting-api-reference-photo-post (2026-11), in UTF-16 units. */
const TITLE_LENGTH_MAX = 90;
const DESCRIPTION_LENGTH_MAX = 4000;

const Options = z.object({ sendToInbox: z.boolean().default(false), autoAddMusic: z.boolean().default(false) });

/** Decides before anything is sent what the post becomes, and whether TikTok is certain to refuse it. */
export function planPost(post: OutgoingPost): Plan {
  const { media } = post;
  const foreign = media.find(({ mime }) => !/^(image|video)\//.test(mime));
  if (foreign !== undefined) return { kind: "unsuitable", reason: `TikTok takes no ${foreign.mime} files.` };
  if (media.length === 0) return { kind: "unsuitable", reason: "TikTok needs a video or photos." };
  const videos = media.filter(({ mime }) => mime.startsWith("video/"));
  const photos = media.filter((medium) => !videos.includes(medium));
  const text = textOf(post);
  const problem = filesProblem(videos.length, photos.length) ?? textProblem(text, videos.length > 0);
  if (problem !== null) return { kind: "rejected", reason: problem };
  const { sendToInbox: isInbox, autoAddMusic } = Options.safeParse(post.options ?? {}).data ?? { sendToInbox: false, autoAddMusic: false };
  const [video] = videos;
  const facts = { isInbox, note: noteOf(post, text, video === undefined) };
  if (video !== undefined) return { kind: "video", video, caption: text, ...facts };
  const title = cut(post.title?.trim() ?? "", TITLE_LENGTH_MAX);
  return { kind: "photos", photos, title, description: text, addsMusic: autoAddMusic, ...facts };
}

/** There are no threads: the parts of one make a single caption. */
function textOf({ segments, text }: Pick<OutgoingPost, "segments" | "text">): string {
  return segments.length > 1 ? segments.join("\n\n") : text;
}

function filesProblem(videos: number, photos: number): string | null {
  if (videos > 0 && photos > 0) return "TikTok takes photos or a video in a post, not both.";
  if (videos > MEDIA.videos.max) return `The post has ${videos} videos; TikTok takes one.`;
  return photos > MEDIA.images.max ? `The post has ${photos} images; TikTok takes at most ${MEDIA.images.max}.` : null;
}

function textProblem(text: string, isVideo: boolean): string | null {
  const max = isVideo ? TEXT.max : DESCRIPTION_LENGTH_MAX;
  if (text.length <= max) return null;
  return `The text has ${text.length} characters; with ${isVideo ? "a video" : "photos"}, TikTok takes at most ${max} (emoji count as two).`;
}

function noteOf(post: OutgoingPost, text: string, isPhotos: boolean): string | null {
  const { title, poll } = post;
  const notes = [
    isPhotos && (title?.trim() ?? "").length > TITLE_LENGTH_MAX
      ? `The title was cut to the ${TITLE_LENGTH_MAX} characters that TikTok takes.`
      : null,
    poll === null ? null : "TikTok has no polls, so the poll was left out.",
    isLinkMissing(post, [text]) ? "TikTok has no field for a link, so it was left out." : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}

/** Ends with an ellipsis, and in no half character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${start.trimEnd()}…`;
}
