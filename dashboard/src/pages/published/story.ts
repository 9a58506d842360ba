import type { ExplainedAttempt, ExplainedDelivery, Explanation } from "@rostrum/contract/private/foresight.ts";
import { storyWords as words } from "./words.ts";

/** One thing that happened to a delivery, as a sentence. */
export interface Step {
  readonly key: string;
  readonly at: string;
  readonly text: string;
  /** In the network's words. */
  readonly detail: string | null;
  readonly mood: "good" | "bad" | "open";
  /** What was said with the network, for those who want to know. */
  readonly calls: ExplainedAttempt["calls"];
  readonly callsLeftOut: number;
}

type Print = (instant: string) => string;

/** When and why a post left. */
export function departureOf({ postingType, collection }: Explanation, { dueUtc, slot }: ExplainedDelivery, print: Print): string {
  const moment = print(`${dueUtc.replace(" ", "T")}:00Z`);
  if (slot !== null) return words.leftAtSlot(moment, slot, collection);
  if (postingType === "SCHEDULE") return words.leftScheduled(moment);
  return postingType === "NOW" ? words.leftNow(moment) : words.left(moment);
}

/** Everything that was tried and decided, in its order. */
export function stepsOf(delivery: ExplainedDelivery): Step[] {
  const tried = delivery.attempts.map((attempt, index): Step => {
    const isLast = index === delivery.attempts.length - 1;
    const { number, startedAt, detail, outcome, calls, callsLeftOut } = attempt;
    const text = words.again(sentenceOf(attempt, isLast && delivery.status === "publishing"), attempt.times);
    return {
      key: `attempt ${number}`,
      at: startedAt,
      text,
      detail: outcome === "published" ? null : detail,
      mood: moodOf(outcome),
      calls,
      callsLeftOut,
    };
  });
  const decided = delivery.settlements.map(
    ({ at, by, decision, url }): Step => ({
      key: `decision ${at}`,
      at,
      text: words.settled[decision](by),
      detail: url,
      mood: decision === "published" ? "good" : "open",
      calls: [],
      callsLeftOut: 0,
    }),
  );
  return [...tried, ...decided].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

/** What happens to it without anybody doing something. */
export function nextOf({ status, reason, nextTryAt }: ExplainedDelivery, rejoinsAt: string | null, print: Print): string {
  if (status === "publishing") return words.next.publishing;
  if (status === "waiting" || status === "RETRYING" || status === "pending" || status === "unknown")
    return nextTryAt === null ? words.next.soon : words.next[status](print(nextTryAt));
  if (reason === "undecided") return words.next.undecided;
  return rejoinsAt === null ? words.next.ended : words.next.rejoins(print(rejoinsAt));
}

function sentenceOf({ step, outcome }: ExplainedAttempt, isUnderWay: boolean): string {
  if (outcome === null) return isUnderWay ? words.inProgress : words.cutOff;
  return words.steps[step]?.[outcome] ?? words.steps.publish?.[outcome] ?? words.unnamed(outcome);
}

function moodOf(outcome: string | null): Step["mood"] {
  if (outcome === "published" || outcome === "handedOver") return "good";
  return outcome === "rejected" || outcome === "unsuitable" || outcome === "unauthorized" || outcome === "undecidable" ? "bad" : "open";
}
