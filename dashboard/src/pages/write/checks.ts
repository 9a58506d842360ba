import type { ChannelType } from "@rostrum/contract/channels.ts";
import { parseLocal } from "@rostrum/contract/formats.ts";
import * as limits from "@rostrum/contract/limits.ts";
import { threadSegments } from "@rostrum/contract/posts.ts";
import { codePoints } from "@rostrum/contract/text.ts";
import { networksWithOwnText } from "./own-texts.ts";
import type { Draft, DraftPoll, When } from "./state.ts";
import { words } from "./words.ts";

/** Where a problem is shown. */
export type Field =
  | "collectionId"
  | "caption"
  | "captions"
  | "title"
  | "alt"
  | "link"
  | "poll"
  | "comment"
  | "media"
  | "platforms"
  | "preferences"
  | "leftOut"
  | "scheduledAt";
export type Problems = Partial<Readonly<Record<Field, string>>>;

interface Circumstances {
  readonly when: When;
  /** Where the post is now: a date that stays may be near. */
  readonly before: When | null;
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether it would go out to no channel, because all are left out. */
  readonly isNowhere?: boolean;
}

/** What has to be mended before the service takes it, as sentences by field. */
export function problemsOf(draft: Draft, circumstances: Circumstances): Problems {
  const { problems: say } = words;
  const found: Partial<Record<Field, string | null>> = {
    collectionId: draft.collectionId === null ? say.noCollection : null,
    caption: captionProblem(draft),
    captions: ownTextsProblem(draft),
    title: tooLong(draft.title, limits.TITLE_LENGTH_MAX),
    alt: tooLong(draft.alt, limits.ALT_LENGTH_MAX),
    link: tooLong(draft.link.trim(), limits.LINK_LENGTH_MAX),
    poll: draft.poll === null ? null : pollProblem(draft.poll),
    comment: draft.comment === null ? null : commentProblem(draft.comment),
    media: mediaProblem(draft),
    leftOut: circumstances.isNowhere === true ? say.allLeftOut : null,
    scheduledAt: dateProblem(circumstances),
  };
  return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== null)) as Problems;
}

function mediaProblem({ media }: Draft): string | null {
  if (media.length > limits.MEDIA_PER_POST_MAX) return words.problems.tooManyFiles({ max: limits.MEDIA_PER_POST_MAX });
  return media.some(({ alt }) => textProblem(alt) !== null) ? words.problems.longAlt({ max: limits.ALT_LENGTH_MAX }) : null;
}

/** Of a file's alternative text. */
export function textProblem(alt: string): string | null {
  return tooLong(alt, limits.ALT_LENGTH_MAX);
}

function captionProblem({ caption, poll, isThread }: Draft): string | null {
  const { problems: say } = words;
  if (caption.trim() === "") return poll === null ? say.noText : null;
  if (isThread && threadSegments(caption).length > limits.THREAD_SEGMENTS_MAX) return say.tooManyParts({ max: limits.THREAD_SEGMENTS_MAX });
  return tooLong(caption, limits.CAPTION_LENGTH_MAX);
}

/** What has to be mended in a network's own text. */
export function ownTextProblem({ captions, isThread }: Draft, type: ChannelType): string | null {
  const { problems: say } = words;
  const text = captions[type];
  if (text === undefined) return null;
  if (text.trim() === "") return say.noOwnText({ network: type });
  if (isThread && threadSegments(text).length > limits.THREAD_SEGMENTS_MAX) return say.tooManyParts({ max: limits.THREAD_SEGMENTS_MAX });
  return tooLong(text, limits.CAPTION_LENGTH_MAX);
}

function ownTextsProblem(draft: Draft): string | null {
  const problems = networksWithOwnText(draft.captions).flatMap((type) => ownTextProblem(draft, type) ?? []);
  return problems[0] ?? null;
}

function pollProblem({ question, options, correctOptionIndex, explanation }: DraftPoll): string | null {
  const { problems: say } = words;
  if (question.trim() === "") return say.noQuestion;
  const given = options.filter((option) => option.trim() !== "");
  if (given.length < limits.POLL_OPTIONS_MIN) return say.fewOptions({ min: limits.POLL_OPTIONS_MIN });
  if (given.length < options.length) return say.emptyOption;
  const long = given.some((option) => codePoints(option) > limits.POLL_OPTION_LENGTH_MAX);
  if (long) return say.longOption({ max: limits.POLL_OPTION_LENGTH_MAX });
  if (correctOptionIndex !== null && correctOptionIndex >= options.length) return say.noCorrectOption;
  return tooLong(question, limits.POLL_QUESTION_LENGTH_MAX) ?? tooLong(explanation, limits.POLL_EXPLANATION_LENGTH_MAX);
}

function commentProblem({ comment, delaySeconds }: NonNullable<Draft["comment"]>): string | null {
  if (comment.trim() === "") return words.problems.noComment;
  if (!Number.isInteger(delaySeconds) || delaySeconds < 0 || delaySeconds > limits.COMMENT_DELAY_SECONDS_MAX) return words.problems.delay;
  return tooLong(comment, limits.COMMENT_LENGTH_MAX);
}

function dateProblem({ when, before, zone, now }: Circumstances): string | null {
  if (when.mode !== "SCHEDULE") return null;
  const at = momentOf(when, zone);
  if (at === null) return words.problems.noDate;
  const stays = before?.mode === "SCHEDULE" && before.date === when.date && before.time === when.time;
  const earliest = now + limits.SCHEDULE_LEAD_MINUTES_MIN * 60_000;
  return stays || Date.parse(at) >= earliest ? null : words.problems.tooSoon({ minutes: limits.SCHEDULE_LEAD_MINUTES_MIN });
}

/** The moment of a date on the brand's clock; null while it is not complete. */
export function momentOf({ date, time }: { readonly date: string; readonly time: string }, zone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return null;
  try {
    return parseLocal(`${date} ${time}:00`, zone);
  } catch {
    return null;
  }
}

function tooLong(text: string, max: number): string | null {
  const length = codePoints(text);
  return length > max ? words.problems.tooLong({ length, max }) : null;
}

const FIELDS: readonly Field[] = [
  "collectionId",
  "caption",
  "captions",
  "title",
  "alt",
  "link",
  "poll",
  "comment",
  "media",
  "platforms",
  "preferences",
  "leftOut",
  "scheduledAt",
];

/** The service's messages, by the field that shows them; what concerns none of them is said beside the button. */
export function placed(messages: Readonly<Record<string, string>>): { readonly problems: Problems; readonly rest: readonly string[] } {
  const problems: Partial<Record<Field, string>> = {};
  const rest: string[] = [];
  for (const [name, sentence] of Object.entries(messages)) {
    const field = FIELDS.find((known) => known === name.split(".")[0]);
    if (field === undefined) rest.push(sentence);
    else problems[field] = problems[field] === undefined ? sentence : `${problems[field]} ${sentence}`;
  }
  return { problems, rest };
}
