import { platforms } from "@rostrum/contract/platforms.ts";
import { linkNote, webAddress } from "@rostrum/contract/post-link.ts";
import { linksIn } from "../../connectors/cards/links.ts";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { commentaryOf, TEXT_LENGTH_MAX } from "./text.ts";

/** What a post becomes on LinkedIn. */
export interface PostPlan {
  readonly kind: "post";
  readonly commentary: string;
  readonly images: readonly OutgoingMedia[];
  /** The one file that is no picture. */
  readonly film: OutgoingMedia | null;
  readonly document: OutgoingMedia | null;
  readonly title: string | null;
  readonly poll: Json | null;
  readonly card: CardPlan | null;
  readonly note: string | null;
}

/** The page that is shown below a text. */
export interface CardPlan {
  readonly url: string;
  /** Whether readers see the address in the text too, so that nothing is lost without the card. */
  readonly isInText: boolean;
  /** Shown instead of the page's own title; null for that. */
  readonly title: string | null;
}

export type Plan = PostPlan | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;

const MEDIA = platforms.LinkedIn.media;

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/poll-post-api (2026-01). */
const POLL_QUESTION_LENGTH_MAX = 140;
const POLL_OPTION_LENGTH_MAX = 30;
const DURATIONS = { "1d": "ONE_DAY", "3d": "THREE_DAYS", "7d": "SEVEN_DAYS" } as const;

/** Decides before anything is sent what the post becomes, and whether LinkedIn is certain to refuse it. */
export function planPost(post: OutgoingPost): Plan {
  const { media, title } = post;
  const images = media.filter(({ mime }) => mime.startsWith("image/"));
  const films = media.filter(({ mime }) => mime.startsWith("video/"));
  const documents = media.filter((medium) => !images.includes(medium) && !films.includes(medium));
  const foreign = documents.find(({ mime }) => MEDIA.document.types?.includes(mime) === false);
  if (foreign !== undefined) return { kind: "unsuitable", reason: `LinkedIn takes no ${foreign.mime} files.` };
  const text = textOf(post);
  const problem = filesProblem([images.length, films.length, documents.length]) ?? textProblem(text) ?? pollProblem(post);
  if (problem !== null) return { kind: "rejected", reason: problem };
  const given = title?.trim() ? title.trim() : null;
  return {
    kind: "post",
    commentary: commentaryOf(text),
    images,
    film: films[0] ?? null,
    document: documents[0] ?? null,
    title: given,
    poll: pollOf(post),
    card: media.length > 0 || post.poll !== null ? null : cardOf(post.link, text, given),
    note: noteOf(post, text),
  };
}

/** A thread is one post, its parts separated by an empty line. */
export function textOf({ segments, text }: OutgoingPost): string {
  return segments.length > 1 ? segments.join("\n\n") : text;
}

function filesProblem([images, films, documents]: readonly [number, number, number]): string | null {
  if ([images, films, documents].filter((count) => count > 0).length > 1) {
    return "LinkedIn takes pictures, a video or a document in a post, not several of these.";
  }
  if (images > MEDIA.images.max) return `The post has ${images} images; LinkedIn takes ${MEDIA.images.max} images.`;
  if (films > 1) return `The post has ${films} videos; LinkedIn takes one.`;
  return documents > 1 ? `The post has ${documents} documents; LinkedIn takes one.` : null;
}

function textProblem(text: string): string | null {
  if (text.length <= TEXT_LENGTH_MAX) return null;
  return `The text has ${text.length} characters; LinkedIn takes at most ${TEXT_LENGTH_MAX} (emoji count as two).`;
}

/** A poll that does not fit is not cut: readers would vote on something else. */
function pollProblem(post: OutgoingPost): string | null {
  if (post.poll === null || post.media.length > 0) return null;
  const { question, options } = post.poll;
  if (question.length > POLL_QUESTION_LENGTH_MAX) {
    return `The poll's question has ${question.length} characters; LinkedIn takes at most ${POLL_QUESTION_LENGTH_MAX}.`;
  }
  const long = options.find((option) => option.length > POLL_OPTION_LENGTH_MAX);
  return long === undefined ? null : `A poll option has ${long.length} characters; LinkedIn takes at most ${POLL_OPTION_LENGTH_MAX}.`;
}

function pollOf({ poll, media }: OutgoingPost): Json | null {
  if (poll === null || media.length > 0) return null;
  return { question: poll.question, options: poll.options.map((text) => ({ text })), settings: { duration: DURATIONS[poll.period] } };
}

function cardOf(link: string | null, text: string, title: string | null): CardPlan | null {
  const own = webAddress(link);
  if (own !== null) return { url: own, isInText: text.includes(own), title };
  const [first] = linksIn(text);
  return first === undefined ? null : { url: first, isInText: true, title };
}

function noteOf(post: OutgoingPost, text: string): string | null {
  const { poll, media } = post;
  const hasCard = media.length === 0 && poll === null;
  const notes = [
    linkNote(post, [text], { network: "LinkedIn", taken: hasCard ? null : "files or poll" }),
    poll !== null && media.length > 0 ? "LinkedIn has no polls next to files, so the poll was left out." : null,
    poll !== null && media.length === 0 && poll.correctOptionIndex !== undefined
      ? "LinkedIn has no quizzes, so the correct option is not marked."
      : null,
    poll !== null && media.length === 0 && poll.explanation?.trim() ? "LinkedIn has no explanations of polls, so it was left out." : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}
