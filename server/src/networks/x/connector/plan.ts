import { isLinkMissing } from "@rostrum/contract/post-link.ts";
import { POLL_PERIOD_SECONDS, type Poll } from "@rostrum/contract/posts.ts";
import { codePoints } from "@rostrum/contract/text.ts";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { filesByPart } from "../../connectors/files-by-part.ts";
import { cashtagsIn, forbiddenCharacter, LENGTH_HINT, weightedLength } from "./text.ts";

/** One post of the chain that a post becomes; each replies to the one before. */
export interface Piece {
  /** Its name in the progress. */
  readonly name: string;
  readonly text: string;
  readonly media: readonly OutgoingMedia[];
  readonly poll: PollForm | null;
}

/** The names of what is sent first. */
export const FIRST = "0";
export const COMMENT = "comment";

/** A poll in the API's form. */
export interface PollForm {
  readonly options: readonly string[];
  readonly duration_minutes: number;
}

export type Plan =
  | {
      readonly kind: "pieces";
      readonly pieces: readonly Piece[];
      readonly note: string | null;
      /** By which it was planned. */
      readonly lengthMax: number;
    }
  | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

/** https://docs.x.com/x-api/media/quickstart/best-practices (2026-08): four photos, or one GIF, or one video. */
const PICTURES_MAX = 4;
const GIF_BYTES_MAX = 15_000_000;
const GIF_SIDES_MAX = [1280, 1080] as const;
/** https://docs.x.com/x-api/posts/create-post (2026-08). */
const POLL_OPTION_LENGTH_MAX = 25;
/** Of the plans that pay per use: https://docs.x.com/x-api/posts/manage-tweets/introduction (2026-08). */
const CASHTAGS_MAX = 1;

/**
 * Decides which posts a post becomes before anything is sent: what is certain to be refused stops the whole of it, so that no
 * thread is left half published. No file is dropped: what does not fit in the first post follows in replies.
 */
export function planPost(post: OutgoingPost, lengthMax: number): Plan {
  const foreign = post.media.find(({ mime }) => !/^(image|video)\//.test(mime));
  if (foreign !== undefined) return { kind: "unsuitable", reason: `X takes no ${foreign.mime} files.` };
  const pieces = piecesOf(post, lengthMax);
  const problem = problemOf(post, pieces, lengthMax);
  return problem === null ? { kind: "pieces", pieces, note: noteOf(post, pieces), lengthMax } : { kind: "rejected", reason: problem };
}

export function planComment(text: string, lengthMax: number): Plan {
  const problem = problemOfText("The comment", text, lengthMax);
  if (problem !== null) return { kind: "rejected", reason: problem };
  return { kind: "pieces", pieces: [{ name: COMMENT, text, media: [], poll: null }], note: null, lengthMax };
}

/** An animated picture keeps its movement only as a GIF; others are pictures like any other. */
export function isGif({ mime }: OutgoingMedia): boolean {
  return mime === "image/gif";
}

function piecesOf(post: OutgoingPost, lengthMax: number): Piece[] {
  const texts = post.segments.length > 1 ? [...post.segments] : [post.text];
  const { poll } = post;
  if (poll !== null) {
    const first = withQuestion(texts[0] ?? "", poll.question);
    // In a thread, a question that does not fit into the first part goes in front of it.
    const goesInFront = texts.length > 1 && weightedLength(first) > lengthMax;
    texts.splice(0, goesInFront ? 0 : 1, goesInFront ? poll.question : first);
  }
  // A post has files or a poll, never both.
  const groups = poll === null ? filesByPart(post.media, { parts: texts.length, group: groupsOf }) : [[], ...groupsOf(post.media)];
  return Array.from({ length: Math.max(texts.length, groups.length) }, (_, index) => ({
    name: String(index),
    text: texts[index] ?? "",
    media: groups[index] ?? [],
    poll: index === 0 && poll !== null ? formOf(poll) : null,
  }));
}

/** Groups files by post, in the order of the first of each group: a video or GIF stands alone. */
function groupsOf(media: readonly OutgoingMedia[]): OutgoingMedia[][] {
  const groups: OutgoingMedia[][] = [];
  let pictures: OutgoingMedia[] | null = null;
  for (const file of media) {
    if (file.mime.startsWith("video/") || isGif(file)) groups.push([file]);
    else if (pictures !== null && pictures.length < PICTURES_MAX) pictures.push(file);
    else {
      pictures = [file];
      groups.push(pictures);
    }
  }
  return groups;
}

function formOf({ options, period }: Poll): PollForm {
  return { options, duration_minutes: POLL_PERIOD_SECONDS[period] / 60 };
}

function withQuestion(caption: string, question: string): string {
  if (caption.trim() === "") return question;
  return caption.includes(question) ? caption : `${caption}\n\n${question}`;
}

function problemOf(post: OutgoingPost, pieces: readonly Piece[], lengthMax: number): string | null {
  for (const [index, { text }] of pieces.entries()) {
    const which = pieces.length > 1 ? `Part ${index + 1} of the thread` : "The text";
    const problem = problemOfText(which, text, lengthMax);
    if (problem !== null) return problem;
    const twin = pieces.findIndex((other) => text !== "" && evened(other.text) === evened(text));
    if (twin !== -1 && twin < index) return `Parts ${twin + 1} and ${index + 1} of the thread are equal; X refuses repetitions.`;
  }
  return problemOfPoll(post.poll) ?? post.media.map(problemOfGif).find((problem) => problem !== null) ?? null;
}

/** Only what X certainly takes for the same: what it makes of a link or a mention is for its own copies. */
function evened(text: string): string {
  return text.normalize("NFC").split(/\s+/u).join(" ").trim();
}

function problemOfText(which: string, text: string, lengthMax: number): string | null {
  const length = weightedLength(text);
  if (length > lengthMax) return `${which} has ${length} characters; X takes at most ${lengthMax} (${LENGTH_HINT}).`;
  const forbidden = forbiddenCharacter(text);
  if (forbidden !== null) return `${which} contains the character ${forbidden}, which X takes in no text.`;
  const cashtags = cashtagsIn(text).length;
  if (cashtags > CASHTAGS_MAX) return `${which} has ${cashtags} cashtags, such as $ABC; X takes at most ${CASHTAGS_MAX} in a post.`;
  return null;
}

function problemOfPoll(poll: Poll | null): string | null {
  const long = poll?.options.find((option) => codePoints(option) > POLL_OPTION_LENGTH_MAX);
  if (long === undefined) return null;
  return `A poll option has ${codePoints(long)} characters; X takes at most ${POLL_OPTION_LENGTH_MAX}.`;
}

function problemOfGif(file: OutgoingMedia): string | null {
  if (!isGif(file)) return null;
  const { name, sizeBytes, width, height } = file;
  if (sizeBytes > GIF_BYTES_MAX) return `The GIF ${name} has ${sizeBytes} bytes; X takes at most ${GIF_BYTES_MAX}.`;
  const [widest, highest] = GIF_SIDES_MAX;
  if ((width ?? 0) > widest || (height ?? 0) > highest) {
    return `The GIF ${name} has ${width} × ${height} pixels; X takes at most ${widest} × ${highest}.`;
  }
  return null;
}

function noteOf(post: OutgoingPost, pieces: readonly Piece[]): string | null {
  const { poll } = post;
  const answers = pieces.length - Math.max(1, post.segments.length);
  const texts = pieces.map(({ text }) => text);
  const notes = [
    answers > 0 ? `Continued in ${answers} ${answers === 1 ? "reply" : "replies"} below the post.` : null,
    isLinkMissing(post, texts) ? "X has links only in texts, so the post's link was left out." : null,
    poll?.correctOptionIndex === undefined ? null : "X has no quizzes, so the correct option is not marked.",
    poll?.explanation?.trim() ? "X has no explanations of polls, so it was left out." : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}
