import type { ExplainedAttempt, ExplainedDelivery, Explanation } from "@rostrum/contract/private/foresight.ts";
import type { Result } from "@rostrum/contract/private/published.ts";
import { words } from "./story-words.ts";

/** One thing that happened to a delivery, as a sentence. */
export interface Step {
  readonly key: string;
  readonly at: string;
  readonly text: string;
  /** In the network's words: for who looks at the technical details. */
  readonly detail: string | null;
  readonly mood: "sent" | "failed" | "leaving" | "skipped";
  /** What was said with the network, for those who want to know. */
  readonly calls: ExplainedAttempt["calls"];
  readonly callsLeftOut: number;
}

type Print = (instant: string) => string;

/** Why a post left when it did. */
export function departureOf({ postingType, collection }: Explanation, { slot }: ExplainedDelivery): string {
  if (slot !== null) return words.leftAtSlot({ slot, collection });
  if (postingType === "SCHEDULE") return words.leftScheduled;
  return postingType === "NOW" ? words.leftNow : words.left;
}

/** Everything that was tried and decided, in its order. */
export function stepsOf(delivery: ExplainedDelivery, network: string): Step[] {
  const tried = delivery.attempts.map((attempt, index): Step => {
    const isLast = index === delivery.attempts.length - 1;
    const { number, startedAt, detail, outcome, calls, callsLeftOut, times } = attempt;
    const sentence = sentenceOf(attempt, { network, isUnderWay: isLast && delivery.status === "publishing" });
    return {
      key: `attempt ${number}`,
      at: startedAt,
      text: times > 1 ? words.again({ sentence, times }) : sentence,
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
      text: words.byWho[decision]({ by }),
      detail: url,
      mood: decision === "published" ? "sent" : "leaving",
      calls: [],
      callsLeftOut: 0,
    }),
  );
  return [...tried, ...decided].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

/** What happens to it without anybody doing something. */
export function nextOf(
  result: Pick<Result, "state" | "nextTryAt" | "needsSettling" | "isLeft">,
  { network, rejoinsAt, print }: { readonly network: string; readonly rejoinsAt: string | null; readonly print: Print },
): string {
  const { state, nextTryAt, needsSettling, isLeft } = result;
  if (state === "publishing") return words.next.publishing;
  if (state === "waiting" || state === "RETRYING" || state === "pending" || state === "unknown") {
    return nextTryAt === null ? words.next.soon : words.next[state]({ moment: print(nextTryAt), network });
  }
  if (needsSettling) return words.next.undecided;
  if (state === "FAILED") return isLeft ? words.next.seen : words.next.choose;
  return rejoinsAt === null ? words.next.ended : words.next.rejoins({ moment: print(rejoinsAt) });
}

function sentenceOf(
  { step, outcome }: ExplainedAttempt,
  { network, isUnderWay }: { readonly network: string; readonly isUnderWay: boolean },
): string {
  if (outcome === null) return isUnderWay ? words.inProgress : words.cutOff;
  const said = SAID[step]?.[outcome] ?? SAID.publish?.[outcome] ?? words.unnamed;
  return typeof said === "string" ? said : said({ network });
}

type Said = string | ((values: { readonly network: string }) => string);
const SAID: Readonly<Record<string, Readonly<Record<string, Said>>>> = words.steps;

function moodOf(outcome: string | null): Step["mood"] {
  if (outcome === "published" || outcome === "handedOver") return "sent";
  return outcome === "rejected" || outcome === "unsuitable" || outcome === "unauthorized" || outcome === "undecidable"
    ? "failed"
    : "leaving";
}
