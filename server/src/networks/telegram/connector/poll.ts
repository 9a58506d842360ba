import { POLL_PERIOD_SECONDS, type Poll } from "@rostrum/contract/posts.ts";
import { shortened, textLength } from "./text.ts";

/** The arguments of `sendPoll`. */
export interface PollForm {
  readonly question: string;
  readonly options: readonly string[];
  readonly openSeconds: number;
  /** Null for a poll that is not a quiz. */
  readonly correctIndex: number | null;
  readonly explanation: string | null;
}

/** https://core.telegram.org/bots/api, `sendPoll`, read in May 2026; the server counts polls in code points. */
const QUESTION_LENGTH_MAX = 300;
const OPTION_LENGTH_MAX = 100;
const OPTIONS_MAX = 12;
const EXPLANATION_LENGTH_MAX = 200;
const EXPLANATION_LINE_FEEDS_MAX = 2;

/**
 * The poll, and the explanation if it needs a message of its own: a regular poll has no place for one, and a quiz shows 200
 * characters with two line feeds.
 */
export function pollForm(poll: Poll): { readonly form: PollForm; readonly overflow: string | null } {
  const correctIndex = poll.correctOptionIndex ?? null;
  const whole = poll.explanation?.trim() || null;
  const shown = whole === null || correctIndex === null ? null : shownExplanation(whole);
  const isWhole = whole === null || (shown !== null && textLength(shown) === textLength(whole));
  const form = {
    question: poll.question,
    options: poll.options,
    openSeconds: POLL_PERIOD_SECONDS[poll.period],
    correctIndex,
    explanation: shown,
  };
  return { form, overflow: isWhole ? null : whole };
}

export function problemOfPoll({ question, options }: Poll): string | null {
  const count = (text: string) => Array.from(text).length;
  if (count(question) > QUESTION_LENGTH_MAX)
    return `The poll's question has ${count(question)} characters; Telegram takes ${QUESTION_LENGTH_MAX}.`;
  if (options.length > OPTIONS_MAX) return `The poll has ${options.length} options; Telegram takes ${OPTIONS_MAX}.`;
  const long = options.find((option) => count(option) > OPTION_LENGTH_MAX);
  return long === undefined ? null : `A poll option has ${count(long)} characters; Telegram takes ${OPTION_LENGTH_MAX}.`;
}

/** Line feeds beyond the limit become spaces, which keeps the length. */
function shownExplanation(text: string): string {
  const even = text.replace(/\r\n?/g, "\n");
  const lines = even.split("\n").length - 1 <= EXPLANATION_LINE_FEEDS_MAX ? even : even.replaceAll("\n", " ");
  return shortened(lines, EXPLANATION_LENGTH_MAX);
}
