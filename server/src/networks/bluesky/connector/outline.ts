import { platforms } from "@rostrum/contract/platforms.ts";
import { isLinkMissing, linkNote, webAddress } from "@rostrum/contract/post-link.ts";
import type { Poll } from "@rostrum/contract/posts.ts";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { filesByPart } from "../../connectors/files-by-part.ts";
import { findSpans, type MarkedText, markUp } from "./spans.ts";
import { lengthProblem } from "./text.ts";

const IMAGES_MAX = platforms.Bluesky.media.images.max;
/** https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json, read in August 2026. */
const VIDEO_BYTES_MAX = 300_000_000;
/** A thread's keys have room for this many parts (see `recordKey`). */
const PARTS_MAX = 32;
const DIGITS = ["1️⃣", "2️⃣", "3️⃣", "4️⃣"];

/** One record to create: the post or a reply to it. */
export interface PartOutline {
  readonly marked: MarkedText;
  /** Up to four pictures or one video. */
  readonly media: readonly OutgoingMedia[];
  /** The page whose card is shown; a post with media cannot have one. */
  readonly card: CardOrder | null;
}

export interface CardOrder {
  readonly url: string;
  /** Whether the text has the link too, so that a card with the bare address would add nothing. */
  readonly inText: boolean;
}

export interface Outline {
  readonly parts: readonly PartOutline[];
  /** What readers see if it differs from the original text. */
  readonly text: string | null;
  readonly note: string | null;
}

type Refusal = Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

/** Spreads a post over as many records as needed, or says why the platform cannot take it. */
export function outlinePost(post: OutgoingPost): Outline | Refusal {
  const unfit = unfitMedia(post.media);
  if (unfit !== null) return unfit;
  const written = post.poll === null ? post.segments : withPoll(post.segments, post.poll);
  const groups = filesByPart(post.media, { parts: written.length, group: mediaGroups });
  const count = Math.max(written.length, groups.length);
  if (count > PARTS_MAX) return { kind: "rejected", reason: `The post needs ${count} parts on Bluesky; the limit is ${PARTS_MAX}.` };

  const parts = Array.from({ length: count }, (_, part) =>
    outlinePart(written[part] ?? "", groups[part] ?? [], part === 0 ? post.link : null),
  );
  const problem = firstProblem(parts);
  if (problem !== null) return problem;
  const changed = post.poll !== null || parts.some(({ marked }, part) => marked.text !== (written[part] ?? ""));
  return {
    parts,
    text: changed
      ? parts
          .map(({ marked }) => marked.text)
          .filter((text) => text !== "")
          .join("\n\n")
      : null,
    note: noteOf(post, parts),
  };
}

/** A comment is one part without media, with the card of its first link. */
export function outlineComment(text: string): Outline | Refusal {
  const part = outlinePart(text, [], null);
  return firstProblem([part]) ?? { parts: [part], text: part.marked.text === text ? null : part.marked.text, note: null };
}

function outlinePart(text: string, media: readonly OutgoingMedia[], link: string | null): PartOutline {
  return { marked: markUp(text), media, card: media.length > 0 ? null : (linkOf(link, text) ?? firstLink(text)) };
}

function firstProblem(parts: readonly PartOutline[]): Refusal | null {
  for (const [part, { marked, media, card }] of parts.entries()) {
    const where = parts.length === 1 ? "" : `Part ${part + 1} of ${parts.length}: `;
    const tooLong = lengthProblem(marked.text);
    if (tooLong !== null) return { kind: "rejected", reason: `${where}${tooLong}` };
    if (marked.text.trim() === "" && media.length === 0 && card === null)
      return { kind: "rejected", reason: `${where}There is neither text nor media.` };
  }
  return null;
}

function unfitMedia(media: readonly OutgoingMedia[]): Refusal | null {
  for (const { mime, name, sizeBytes } of media) {
    if (mime.startsWith("image/")) continue;
    if (platforms.Bluesky.media.video.types?.includes(mime) === false)
      return { kind: "unsuitable", reason: `Bluesky takes pictures, MP4 and MOV videos, not ${name} (${mime}).` };
    if (sizeBytes > VIDEO_BYTES_MAX)
      return { kind: "rejected", reason: `The video ${name} has ${sizeBytes} bytes; Bluesky takes at most ${VIDEO_BYTES_MAX}.` };
  }
  return null;
}

/** Videos first, one per record, then pictures in fours: a record holds only one kind. */
function mediaGroups(media: readonly OutgoingMedia[]): OutgoingMedia[][] {
  const groups = media.filter(isVideo).map((video) => [video]);
  const images = media.filter((item) => !isVideo(item));
  for (let first = 0; first < images.length; first += IMAGES_MAX) groups.push(images.slice(first, first + IMAGES_MAX));
  return groups;
}

export function isVideo({ mime }: OutgoingMedia): boolean {
  return mime.startsWith("video/");
}

/** The network has no polls: question and options become text below the caption, and readers vote by replying. */
function withPoll(segments: readonly string[], { question, options }: Poll): string[] {
  const lines = options.map((option, index) => `${DIGITS[index] ?? `${index + 1}.`} ${option}`);
  const poll = [question, [...lines, "", "Vote in the replies."].join("\n")];
  const last = segments.at(-1) ?? "";
  return last.trim() === "" ? packed(poll) : [...segments.slice(0, -1), ...packed([last, ...poll])];
}

/** Joins paragraphs while they fit into one record; the rest continues in replies. */
function packed(paragraphs: readonly string[]): string[] {
  const parts: string[] = [];
  for (const paragraph of paragraphs) {
    const joined = parts.length === 0 ? paragraph : `${parts.at(-1)}\n\n${paragraph}`;
    if (parts.length > 0 && lengthProblem(markUp(joined).text) === null) parts[parts.length - 1] = joined;
    else parts.push(paragraph);
  }
  return parts;
}

function noteOf(post: OutgoingPost, parts: readonly PartOutline[]): string | null {
  const hasCard = parts[0]?.media.length === 0;
  const notes = [
    post.poll === null ? null : "Bluesky has no polls: published as text, readers vote in the replies.",
    post.poll?.correctOptionIndex === undefined ? null : "The quiz answer is not shown.",
    linkNote(post, post.segments, { network: "Bluesky", taken: hasCard ? null : "files" }),
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}

function firstLink(text: string): CardOrder | null {
  for (const { feature } of findSpans(text)) if (feature.kind === "link") return { url: feature.uri, inText: true };
  return null;
}

function linkOf(link: string | null, text: string): CardOrder | null {
  const own = webAddress(link);
  return own === null ? null : { url: new URL(own).href, inText: !isLinkMissing({ link: own }, [text]) };
}
