import { linkNote, webAddress } from "@rostrum/contract/post-link.ts";
import { graphemes } from "@rostrum/contract/text.ts";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { filesByPart } from "../../connectors/files-by-part.ts";
import { byteLength, LENGTH_HINT, linksIn } from "./text.ts";
import { POLL_HOURS, TEXT_BYTES_MAX } from "./unverified.ts";

/** One post of the chain that a post becomes; each replies to the one before. */
export interface Piece {
  /** Its name in the progress. */
  readonly name: string;
  readonly text: string;
  readonly media: readonly OutgoingMedia[];
  /** The card below a text. */
  readonly link: string | null;
  readonly poll: readonly string[] | null;
}

export type Plan =
  | { readonly kind: "pieces"; readonly pieces: readonly Piece[]; readonly note: string | null }
  | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

/** https://developers.facebook.com/documentation/threads/posts (2026-04). */
const FILES_MAX = 20;
const LINKS_MAX = 5;
/** https://developers.facebook.com/documentation/threads/create-posts/polls (2026-07). */
const POLL_OPTION_LENGTH_MAX = 25;

/**
 * Decides which posts a post becomes before anything is sent: what is certain to be refused stops the whole of it, so that no
 * thread is left half published.
 */
export function planPost(post: OutgoingPost): Plan {
  const foreign = post.media.find(({ mime }) => !/^(image|video)\//.test(mime));
  if (foreign !== undefined) return { kind: "unsuitable", reason: `Threads takes no ${foreign.mime} files.` };
  const pieces = piecesOf(post);
  const problem = problemOf(post, pieces);
  return problem === null ? { kind: "pieces", pieces, note: noteOf(post, pieces) } : { kind: "rejected", reason: problem };
}

export function planComment(text: string): Plan {
  if (byteLength(text) > TEXT_BYTES_MAX) return { kind: "rejected", reason: tooLong("The comment", text) };
  return { kind: "pieces", pieces: [{ name: "comment", text, media: [], link: null, poll: null }], note: null };
}

function piecesOf(post: OutgoingPost): Piece[] {
  const texts = post.segments.length > 1 ? [...post.segments] : [post.text];
  const poll = pollOf(post);
  if (poll !== null) {
    const first = withQuestion(texts[0] ?? "", poll.question);
    // In a thread, a question that does not fit into the first part goes in front of it.
    const goesInFront = texts.length > 1 && byteLength(first) > TEXT_BYTES_MAX;
    texts.splice(0, goesInFront ? 0 : 1, goesInFront ? poll.question : first);
  }
  const card = isCardPossible(post) ? webAddress(post.link) : null;
  const files = poll === null ? filesByPart(post.media, { parts: texts.length, group: (all) => [all] }) : [];
  return texts.map((text, index) => ({
    name: String(index),
    text,
    media: files[index] ?? [],
    link: index === 0 ? card : null,
    poll: index === 0 ? (poll?.options ?? null) : null,
  }));
}

/** A post has files or a poll, never both. */
function pollOf({ poll, media }: OutgoingPost) {
  return media.length === 0 ? poll : null;
}

/** Threads attaches a link to a text alone. */
function isCardPossible({ media, poll }: OutgoingPost): boolean {
  return media.length === 0 && poll === null;
}

function problemOf(post: OutgoingPost, pieces: readonly Piece[]): string | null {
  if (post.media.length > FILES_MAX) return `The post has ${post.media.length} files; Threads takes at most ${FILES_MAX}.`;
  const longOption = pollOf(post)?.options.find((option) => graphemes(option) > POLL_OPTION_LENGTH_MAX);
  if (longOption !== undefined) {
    return `A poll option has ${graphemes(longOption)} characters; Threads takes at most ${POLL_OPTION_LENGTH_MAX}.`;
  }
  for (const [index, { text, link }] of pieces.entries()) {
    const which = pieces.length > 1 ? `Part ${index + 1} of the thread` : "The text";
    if (byteLength(text) > TEXT_BYTES_MAX) return tooLong(which, text);
    const links = new Set(linksIn(link === null ? text : `${text} ${link}`)).size;
    if (links > LINKS_MAX) return `${which} has ${links} links; Threads takes at most ${LINKS_MAX}.`;
  }
  return null;
}

function tooLong(which: string, text: string): string {
  return `${which} has ${byteLength(text)} bytes; Threads takes at most ${TEXT_BYTES_MAX} (${LENGTH_HINT}).`;
}

function withQuestion(caption: string, question: string): string {
  if (caption.trim() === "") return question;
  return caption.includes(question) ? caption : `${caption}\n\n${question}`;
}

function noteOf(post: OutgoingPost, pieces: readonly Piece[]): string | null {
  const { poll, media } = post;
  const texts = pieces.map(({ text }) => text);
  const notes = [
    linkNote(post, texts, { network: "Threads", taken: isCardPossible(post) ? null : "files or poll" }),
    poll !== null && media.length > 0 ? "Threads has no polls next to files, so the poll was left out." : null,
    pollOf(post) !== null && poll?.period !== "1d" ? `Threads decides how long a poll runs: ${POLL_HOURS} hours.` : null,
    pollOf(post)?.correctOptionIndex === undefined ? null : "Threads has no quizzes, so the correct option is not marked.",
    pollOf(post)?.explanation?.trim() ? "Threads has no explanations of polls, so it was left out." : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}
