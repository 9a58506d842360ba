import type { ExplainedAttempt, ExplainedDelivery, Explanation } from "@rostrum/contract/private/foresight.ts";
import { forecastReasons } from "@rostrum/contract/reasons.ts";
import { cellText } from "../cells.ts";
import type { Terminal } from "../terminal.ts";
import { channelName, indented, type Mark, postName, sign, strong } from "./words.ts";

/** What will happen to a post and what has happened, by channel, with the reason and the steps taken. */
export function explainStory(explanation: Explanation, terminal: Terminal): string {
  const { postId, post, collection, summary, channels, deliveries, deliveriesLeftOut } = explanation;
  const parts = [[strong(`${postName(postId, post)} from ${cellText(collection)}`, terminal), summary]];
  // The summary already says that the post stays: a channel is listed only if there is more to say.
  const told = channels.filter(({ outcome, obstacle }) => outcome !== "STAYS" || obstacle !== null);
  if (told.length > 0) parts.push([strong("What will happen", terminal), ...indented(told.flatMap((each) => willBe(each, terminal)))]);
  const past = deliveries.flatMap((delivery) => [hasBeen(delivery, terminal), ...indented(steps(delivery), 2)]);
  const older = deliveriesLeftOut === 0 ? [] : [`${deliveriesLeftOut} older ones are not listed.`];
  if (past.length > 0) parts.push([strong("What has happened", terminal), ...indented([...past, ...older])]);
  return parts.map((part) => part.join("\n")).join("\n\n");
}

function willBe(entry: Explanation["channels"][number], terminal: Terminal): string[] {
  const { ownWords, preferences } = entry;
  const details = [
    ...(ownWords ? ["with words of its own for this network"] : []),
    ...(preferences === null ? [] : [cellText(preferences)]),
  ];
  return [outcomeOn(entry, terminal), ...indented(details)];
}

function outcomeOn(entry: Explanation["channels"][number], terminal: Terminal): string {
  const { outcome, reason, obstacle, message } = entry;
  if (outcome === "PUBLISHED" && reason !== null) return `${sign("open", terminal)} ${channelName(entry)}: ${cellText(message)}`;
  if (outcome === "PUBLISHED") return `${sign("done", terminal)} ${channelName(entry)}`;
  const word = obstacle ?? reason;
  const why = message ?? (word === null ? "" : forecastReasons[word]);
  return `${sign("not", terminal)} ${channelName(entry)}: ${cellText(why)}`;
}

const MARKS: Readonly<Record<string, Mark>> = {
  PUBLISHED: "done",
  SENT: "done",
  commented: "done",
  FAILED: "not",
  SKIPPED: "not",
  cancelled: "not",
};

function hasBeen(delivery: ExplainedDelivery, terminal: Terminal): string {
  const { kind, dueLocal, status, message, meaning, url, nextTryAt } = delivery;
  const mark = MARKS[status] ?? "open";
  const what = `${kind === "COMMENT" ? "comment on " : ""}${channelName(delivery)}`;
  const why = mark === "done" ? (url ?? message ?? meaning) : (message ?? meaning ?? status);
  const next = nextTryAt === null ? "" : ` Next step at ${nextTryAt.slice(0, 19).replace("T", " ")} UTC.`;
  return `${dueLocal}  ${sign(mark, terminal)} ${what}: ${cellText(why)}${next}`;
}

const STEPS = { publish: "sent", check: "checked progress", find: "looked for it" } as const;

const OUTCOMES: Readonly<Record<string, string>> = {
  published: "it is there",
  handedOver: "handed over",
  pending: "still being processed",
  rejected: "refused",
  unsuitable: "not accepted",
  busy: "refused for now",
  unauthorized: "access refused",
  unknown: "no certain answer",
  absent: "it is not there",
  undecided: "could not be determined",
  undecidable: "cannot be determined",
  held: "had to wait",
  notAsked: "could not be reached",
  lost: "no longer there",
};

/** `1. 09:00:00 UTC sent: refused for now: Too many requests (2 requests)`. */
function steps({ deliveryId, reason, attempts, settlements }: ExplainedDelivery): string[] {
  const settled = settlements.map(({ at, by, decision, url }) => {
    const what = decision === "published" ? `it is there: ${cellText(url)}` : decision === "again" ? "send it again" : "try it again";
    return { at, line: `   ${at.slice(0, 16).replace("T", " ")} UTC  ${cellText(by)} decided: ${what}` };
  });
  const lines = [...settled, ...attempts.map((attempt, index) => ({ at: attempt.startedAt, line: stepLine(attempt, index) }))];
  const told = lines.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).map(({ line }) => line);
  if (reason !== "undecided") return told;
  return [
    ...told,
    `Look on the network, then settle it: rostrum admin deliveries settle --delivery-id ${deliveryId} --published URL, or --again`,
  ];
}

function stepLine({ step, times, startedAt, outcome, detail, calls, callsLeftOut }: ExplainedAttempt, index: number): string {
  const requests = calls.length + callsLeftOut;
  const often = times > 1 ? ` ${times} times` : "";
  const result = outcome === null ? "in progress, or interrupted" : (OUTCOMES[outcome] ?? outcome);
  const words = detail === null || outcome === "published" ? "" : `: ${cellText(detail)}`;
  const asked = requests === 0 ? "" : ` (${requests} ${requests === 1 ? "request" : "requests"})`;
  return `${index + 1}. ${startedAt.slice(11, 19)} UTC  ${STEPS[step]}${often}: ${result}${words}${asked}`;
}
