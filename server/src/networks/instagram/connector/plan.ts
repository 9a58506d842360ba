import { isLinkMissing } from "@rostrum/contract/post-link.ts";
import type { TextMeasure } from "@rostrum/contract/split-text.ts";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { CAPTION_LENGTH_MAX, CAROUSEL_MAX, captionLength, HASHTAGS_MAX, HASHTAGS_USUAL, MENTIONS_MAX } from "./facts.ts";
import { type Options, optionsOf } from "./options.ts";

/** What becomes one post or one story. The network publishes each from a container of its own. */
export interface Part {
  readonly kind: "image" | "reel" | "carousel" | "story";
  /** One, except for a carousel. */
  readonly media: readonly OutgoingMedia[];
  /** The container's parameters other than its files. */
  readonly fields: Readonly<Record<string, string | undefined>>;
}

export type Plan =
  | { readonly kind: "parts"; readonly parts: readonly Part[]; readonly note: string | null }
  | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

/** Decides what a post becomes, before anything is sent. */
export function planPost(post: OutgoingPost): Plan {
  const { media } = post;
  if (media.length === 0) return { kind: "unsuitable", reason: "Instagram needs at least one image or video." };
  const foreign = media.find(({ mime }) => !/^(image|video)\//.test(mime));
  if (foreign !== undefined) return { kind: "unsuitable", reason: `Instagram takes no ${foreign.mime} files.` };
  const given = optionsOf(post.options);
  const caption = captionOf(post);
  const problem = "problem" in given ? given.problem : (problemOfFiles(post) ?? (post.asStory ? null : problemOfCaption(caption)));
  if ("problem" in given || problem !== null) return { kind: "rejected", reason: problem ?? "" };
  const { options } = given;
  if (options.trialReel !== null && (post.asStory || kindOf(post) !== "reel")) {
    return { kind: "rejected", reason: "A trial reel needs exactly one video, and cannot be a story." };
  }
  return { kind: "parts", parts: partsOf(post, caption, options), note: noteOf(post, caption, options) };
}

/** The caption counts with its links as they are. */
export const textMeasure: TextMeasure = (text) => [{ length: captionLength(text), max: CAPTION_LENGTH_MAX, unit: "characters" }];

export function isVideo({ mime }: Pick<OutgoingMedia, "mime">): boolean {
  return mime.startsWith("video/");
}

/** There are no threads: the parts of one make a single caption. */
export function captionOf({ segments, text }: Pick<OutgoingPost, "segments" | "text">): string {
  return segments.length > 1 ? segments.join("\n\n") : text;
}

function kindOf({ media: [first, ...others] }: Pick<OutgoingPost, "media">): Exclude<Part["kind"], "story"> {
  if (others.length > 0) return "carousel";
  return first !== undefined && isVideo(first) ? "reel" : "image";
}

function partsOf(post: OutgoingPost, caption: string, options: Options): Part[] {
  const { media, asStory } = post;
  // Stories have neither caption nor collaborators or location.
  if (asStory) return media.map((medium) => ({ kind: "story", media: [medium], fields: { media_type: "STORIES" } }));
  const kind = kindOf(post);
  const { collaborators, locationId, trialReel, shareToFeed } = options;
  const common = {
    caption: caption === "" ? undefined : caption,
    collaborators: collaborators.length === 0 ? undefined : JSON.stringify(collaborators),
    location_id: locationId ?? undefined,
  };
  if (kind === "image") return [{ kind, media, fields: common }];
  if (kind === "carousel") return [{ kind, media, fields: { media_type: "CAROUSEL", ...common } }];
  const fields = {
    media_type: "REELS",
    ...common,
    share_to_feed: shareToFeed === null ? undefined : `${shareToFeed}`,
    ...coverOf(media[0]),
    trial_params: trialReel === null ? undefined : JSON.stringify({ graduation_strategy: trialReel }),
  };
  return [{ kind, media, fields }];
}

/** A moment of the video needs no picture to be fetched. */
function coverOf(medium: OutgoingMedia | undefined): Record<string, string> {
  const cover = medium?.cover;
  if (cover === undefined) return {};
  const { seconds, picture } = cover;
  return seconds === null ? { cover_url: picture.url() } : { thumb_offset: `${Math.round(seconds * 1000)}` };
}

function problemOfFiles({ media, asStory }: OutgoingPost): string | null {
  if (!asStory && media.length > CAROUSEL_MAX) return `The post has ${media.length} files; Instagram takes at most ${CAROUSEL_MAX}.`;
  // Pictures are made JPEG before this, since the network fetches them as they are.
  const odd = media.find((medium) => !isVideo(medium) && medium.mime !== "image/jpeg");
  return odd === undefined ? null : `Instagram takes images as JPEG only, and ${odd.name} is ${odd.mime}.`;
}

function problemOfCaption(caption: string): string | null {
  const length = captionLength(caption);
  if (length > CAPTION_LENGTH_MAX) return `The caption has ${length} characters; Instagram takes at most ${CAPTION_LENGTH_MAX}.`;
  const hashtags = hashtagsIn(caption);
  if (hashtags > HASHTAGS_MAX) return `The caption has ${hashtags} hashtags; Instagram takes at most ${HASHTAGS_MAX}.`;
  const mentions = caption.match(/(?<![\p{L}\p{N}_.@])@[\w.]+/gu)?.length ?? 0;
  return mentions > MENTIONS_MAX ? `The caption mentions ${mentions} accounts; Instagram takes at most ${MENTIONS_MAX}.` : null;
}

function hashtagsIn(caption: string): number {
  return caption.match(/(?<![\p{L}\p{N}_&/])[#＃][\p{L}\p{M}\p{N}_]*[\p{L}_][\p{L}\p{M}\p{N}_]*/gu)?.length ?? 0;
}

function noteOf(post: OutgoingPost, caption: string, { collaborators, locationId }: Options): string | null {
  const { media, asStory, poll } = post;
  const hashtags = hashtagsIn(caption);
  const notes = [
    asStory && media.length > 1 ? `Published as ${media.length} stories.` : null,
    asStory && caption.trim() !== "" ? "Stories have no caption." : null,
    asStory && (collaborators.length > 0 || locationId !== null) ? "Stories have neither collaborators nor a location." : null,
    !asStory && hashtags > HASHTAGS_USUAL ? `It has ${hashtags} hashtags; Instagram asks for at most ${HASHTAGS_USUAL}.` : null,
    isLinkMissing(post, asStory ? [] : [caption]) ? "Instagram has no field for a link, so it was left out." : null,
    poll === null ? null : "Instagram has no polls, so the poll is left out.",
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}
