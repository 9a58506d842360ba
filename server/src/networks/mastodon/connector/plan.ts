import { isLinkMissing } from "@rostrum/contract/post-link.ts";
import { POLL_PERIOD_SECONDS, type Poll } from "@rostrum/contract/posts.ts";
import type { TextMeasure } from "@rostrum/contract/split-text.ts";
import { graphemes } from "@rostrum/contract/text.ts";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { filesByPart } from "../../connectors/files-by-part.ts";
import type { Json } from "../../connectors/json.ts";
import { type Limits, limitsFrom } from "./limits.ts";
import { textLength } from "./text.ts";

/** One status of the chain that a post becomes; each replies to the one before. */
export interface Part {
  readonly text: string;
  readonly media: readonly OutgoingMedia[];
  readonly poll: PollForm | null;
  /** Only the first is public, to keep the replies below it out of followers' timelines. */
  readonly visibility: "public" | "unlisted";
}

/** A poll in the API's format. */
export interface PollForm {
  readonly options: readonly string[];
  readonly expires_in: number;
  readonly multiple: boolean;
}

export type Plan =
  | { readonly kind: "parts"; readonly parts: readonly Part[]; readonly note: string | null }
  | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

/**
 * Decides which statuses a post becomes on an instance with these limits, before anything is sent: a text that is too long
 * or an unsuitable file stops the whole post. Nothing is dropped: what does not fit in the first status follows in replies.
 */
export function planPost(post: OutgoingPost, limits: Limits): Plan {
  const unsuitable = post.media.find(({ mime }) => !/^(image|video)\//.test(mime));
  if (unsuitable !== undefined) return { kind: "unsuitable", reason: `Mastodon takes no ${unsuitable.mime} files.` };
  const problem = problemOfFiles(post.media, limits) ?? (post.poll === null ? null : problemOfPoll(post.poll, limits));
  if (problem !== null) return { kind: "rejected", reason: problem };
  const parts = partsOf(post, limits);
  const tooLong = parts.findIndex(({ text }) => textLength(text, limits.charactersPerUrl) > limits.maxCharacters);
  const longText = parts[tooLong]?.text;
  if (longText !== undefined) {
    const which = parts.length > 1 ? `Part ${tooLong + 1} of the thread` : "The text";
    const length = textLength(longText, limits.charactersPerUrl);
    return { kind: "rejected", reason: `${which} has ${length} characters; this Mastodon instance takes ${limits.maxCharacters}.` };
  }
  return { kind: "parts", parts, note: noteOf(post, parts) };
}

export function textMeasure(settings: Json): TextMeasure {
  const { charactersPerUrl, maxCharacters: max } = limitsFrom(settings);
  return (text) => [{ length: textLength(text, charactersPerUrl), max, unit: "characters" }];
}

/** The image types to convert to; a default set if the instance does not report its own. */
export function imageTypes(limits: Limits): string[] {
  const told = limits.mimeTypes.filter((type) => type.startsWith("image/") && type !== "image/gif");
  return told.length > 0 ? told : ["image/jpeg", "image/png"];
}

function partsOf(post: OutgoingPost, limits: Limits): Part[] {
  const texts = post.segments.length > 1 ? [...post.segments] : [post.text];
  if (post.poll !== null) {
    const first = withQuestion(texts[0] ?? "", post.poll.question);
    // In a thread, a question that does not fit in the first part becomes a status of its own in front.
    const goesInFront = texts.length > 1 && textLength(first, limits.charactersPerUrl) > limits.maxCharacters;
    texts.splice(0, goesInFront ? 0 : 1, goesInFront ? post.poll.question : first);
  }
  // A status holds a poll or files, never both.
  const group = (files: readonly OutgoingMedia[]) => groupsOf(files, limits.maxMedia);
  const groups = post.poll === null ? filesByPart(post.media, { parts: texts.length, group }) : [[], ...group(post.media)];
  const explanation = post.poll?.explanation?.trim() ? [post.poll.explanation] : [];
  const length = Math.max(texts.length, groups.length);
  const parts = Array.from({ length }, (_, index) => ({ text: texts[index] ?? "", media: groups[index] ?? [] }));
  return [...parts, ...explanation.map((text) => ({ text, media: [] }))].map((part, index) => ({
    ...part,
    poll: index === 0 && post.poll !== null ? formOf(post.poll, limits) : null,
    visibility: index === 0 ? "public" : "unlisted",
  }));
}

/** Groups files by status: first the videos, each alone as Mastodon requires (older servers count animated GIFs as video). */
function groupsOf(media: readonly OutgoingMedia[], maxMedia: number): OutgoingMedia[][] {
  const videos = media.filter(({ mime }) => mime.startsWith("video/"));
  const groups: OutgoingMedia[][] = videos.map((video) => [video]);
  let open: OutgoingMedia[] = [];
  const close = () => {
    if (open.length > 0) groups.push(open);
    open = [];
  };
  for (const image of media.filter(({ mime }) => mime.startsWith("image/"))) {
    const isAlone = image.mime === "image/gif";
    if (isAlone || open.length >= maxMedia) close();
    open.push(image);
    if (isAlone) close();
  }
  close();
  return groups;
}

function problemOfFiles(media: readonly OutgoingMedia[], limits: Limits): string | null {
  for (const { mime, name, sizeBytes, width, height } of media) {
    if (!mime.startsWith("video/")) continue;
    if (limits.mimeTypes.length > 0 && !limits.mimeTypes.includes(mime)) return `This Mastodon instance takes no ${mime} files (${name}).`;
    if (sizeBytes > limits.videoBytes)
      return `The video ${name} has ${sizeBytes} bytes; this Mastodon instance takes ${limits.videoBytes}.`;
    if ((width ?? 0) * (height ?? 0) > limits.videoPixels) {
      return `The video ${name} has ${width} × ${height} pixels; this Mastodon instance takes ${limits.videoPixels} in all.`;
    }
  }
  return null;
}

function problemOfPoll(poll: Poll, limits: Limits): string | null {
  const { options } = poll;
  if (options.length > limits.pollOptions)
    return `The poll has ${options.length} options; this Mastodon instance takes ${limits.pollOptions}.`;
  const long = options.find((option) => graphemes(option) > limits.pollOptionCharacters);
  if (long !== undefined) {
    return `A poll option has ${graphemes(long)} characters; this Mastodon instance takes ${limits.pollOptionCharacters}.`;
  }
  const distinct = new Set(options.map((option) => option.trim()));
  return distinct.size < options.length ? "Mastodon refuses polls in which two options are the same." : null;
}

function formOf(poll: Poll, limits: Limits): PollForm {
  const seconds = Math.min(Math.max(POLL_PERIOD_SECONDS[poll.period], limits.pollSecondsMin), limits.pollSecondsMax);
  return { options: poll.options, expires_in: seconds, multiple: false };
}

function withQuestion(caption: string, question: string): string {
  if (caption.trim() === "") return question;
  return caption.includes(question) ? caption : `${caption}\n\n${question}`;
}

function noteOf(post: OutgoingPost, parts: readonly Part[]): string | null {
  const answers = parts.length - Math.max(1, post.segments.length);
  const notes = [
    answers > 0 ? `Continued in ${answers} ${answers === 1 ? "reply" : "replies"} below the post.` : null,
    isLinkMissing(
      post,
      parts.map(({ text }) => text),
    )
      ? "Mastodon has links only in texts, so the post's link was left out."
      : null,
    post.poll?.correctOptionIndex === undefined ? null : "Mastodon has no quizzes, so the correct option is not marked.",
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}
