import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Bot } from "./chats.ts";
import { type Fields, Flag, nested, parse, Text, Whole } from "./fields.ts";
import type { Fields as Document } from "./model.ts";
import { badRequest } from "./refusal.ts";
import { post } from "./sending.ts";

const QUESTION_LENGTH_MAX = 300;
const OPTION_LENGTH_MAX = 100;
const OPTIONS_MAX = 12;
const EXPLANATION_LENGTH_MAX = 200;
const EXPLANATION_LINE_FEEDS_MAX = 2;
const DESCRIPTION_LENGTH_MAX = 1024;
const OPEN_SECONDS_MIN = 5;
const OPEN_SECONDS_MAX = 2_628_000;

const Option = z.union([z.object({ text: Text }).transform(({ text }) => text), Text]);
const Poll = z.object({
  question: Text.default(""),
  options: nested(z.array(Option)).default([]),
  is_anonymous: Flag.default(true),
  type: z.enum(["regular", "quiz"]).default("regular"),
  allows_multiple_answers: Flag.default(false),
  correct_option_ids: nested(z.array(z.int())).default([]),
  /** For clients of Bot API versions before 10.0. */
  correct_option_id: Whole.optional(),
  explanation: Text.default(""),
  description: Text.default(""),
  open_period: Whole.optional(),
});
type Poll = z.output<typeof Poll>;

/** `sendPoll`. */
export async function sendPoll(world: SandboxWorld, bot: Bot, fields: Fields): Promise<unknown> {
  const poll = parse(Poll, fields);
  const options = poll.options.map((option) => option.trim());
  const correct = poll.correct_option_id === undefined ? poll.correct_option_ids : [poll.correct_option_id];
  const problem = problemOf(poll, options, correct);
  if (problem !== null) throw badRequest(problem);
  const [message] = await post(world, {
    bot,
    fields,
    contents: async (_caption, chat) => {
      if (chat.type === "channel" && !poll.is_anonymous) throw badRequest("non-anonymous polls can't be sent to channel chats");
      return [{ poll: await documentOf(world, poll, { options, correct }) }];
    },
  });
  return message;
}

async function documentOf(
  world: SandboxWorld,
  poll: Poll,
  { options, correct }: { options: string[]; correct: number[] },
): Promise<NonNullable<Document<"message">["poll"]>> {
  const now = Math.floor(toEpochMilliseconds(world.now()) / 1000);
  return {
    id: await world.objects.nextId(),
    question: poll.question.trim(),
    options,
    type: poll.type,
    correct_option_ids: poll.type === "quiz" ? correct : [],
    explanation: poll.explanation.trim() || null,
    description: poll.description.trim() || null,
    allows_multiple_answers: poll.allows_multiple_answers,
    open_period: poll.open_period ?? null,
    close_date: poll.open_period === undefined ? null : now + poll.open_period,
  };
}

function problemOf(poll: Poll, options: readonly string[], correct: readonly number[]): string | null {
  const count = (text: string) => Array.from(text.trim()).length;
  if (count(poll.question) === 0) return "poll question must be non-empty";
  if (count(poll.question) > QUESTION_LENGTH_MAX) return `poll question length must not exceed ${QUESTION_LENGTH_MAX}`;
  if (options.length === 0) return "poll must have at least 1 option";
  if (options.length > OPTIONS_MAX) return `poll can't have more than ${OPTIONS_MAX} options`;
  if (options.includes("")) return "poll options must be non-empty";
  if (options.some((option) => count(option) > OPTION_LENGTH_MAX)) return `poll options length must not exceed ${OPTION_LENGTH_MAX}`;
  if (poll.description.trim().length > DESCRIPTION_LENGTH_MAX) return "message caption is too long";
  const isOutside = poll.open_period !== undefined && (poll.open_period < OPEN_SECONDS_MIN || poll.open_period > OPEN_SECONDS_MAX);
  if (isOutside) return "wrong poll open period specified";
  if (poll.type === "regular") return poll.explanation === "" ? null : "explanation can be used only in quiz polls";
  if (correct.length === 0 || correct.some((index) => index < 0 || index >= options.length)) return "wrong correct option ID specified";
  const isLong =
    poll.explanation.trim().length > EXPLANATION_LENGTH_MAX || poll.explanation.split("\n").length - 1 > EXPLANATION_LINE_FEEDS_MAX;
  return isLong ? "poll explanation is too long" : null;
}
