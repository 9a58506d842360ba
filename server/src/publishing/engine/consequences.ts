import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { searchText } from "../../brands/published/rules.ts";
import type { Located, Published } from "../../networks/connectors/connector.ts";
import type { AttemptEnd, DeliveryChange, PlannedComment } from "./advance-store.ts";
import { nextCountsAt } from "./count-times.ts";
import type { DeliveryRow } from "./ledger-store.ts";
import type { StepOutcome } from "./platform-call.ts";
import type { AttemptCall } from "./recording.ts";
import { endHalfway, type NextStep, type Step } from "./rules.ts";

/** A finished attempt and the next step the rules chose. */
export interface Conclusion {
  readonly delivery: DeliveryRow;
  readonly number: number;
  readonly outcome: StepOutcome;
  /** Where readers find the first of several parts; null if none is known to be out. */
  readonly firstPart: Located | null;
  readonly calls: readonly AttemptCall[] | null;
  /** Progress that is stored with the end. */
  readonly noted: DeliveryChange["noted"];
  readonly step: Step;
  readonly next: NextStep;
  readonly now: Instant;
}

/** The ledger change for the end of an attempt. */
export function afterCall({ delivery, number, outcome, firstPart, calls, noted, step, next, now }: Conclusion): DeliveryChange {
  const change = changeOf(delivery, next, { steps: number, attempt: { outcome, calls }, firstPart, now });
  const isHeld = change.held !== null;
  return {
    ...change,
    noted,
    letsThrough: letsThrough(step, outcome, calls),
    deniesAccess: outcome.kind === "unauthorized",
    refundsTry: step === "publish" ? isHeld || hasSentNothing(outcome) : step === "find" && isHeld && delivery.tries > 0,
  };
}

function hasSentNothing(outcome: StepOutcome): boolean {
  return outcome.kind === "unknown" && outcome.sentNothing === true;
}

/**
 * Whether the platform lets something new through on the channel; null if the step does not show it: it was about something that the
 * platform has already, nobody was asked, or the answer was none.
 */
function letsThrough(step: Step, outcome: StepOutcome, calls: readonly AttemptCall[] | null): boolean | null {
  if (outcome.kind === "held" || (outcome.kind === "absent" && outcome.held !== undefined)) return false;
  if (outcome.kind === "busy" && outcome.scope === "channel") return false;
  if (
    step !== "publish" ||
    outcome.kind === "unauthorized" ||
    outcome.kind === "busy" ||
    outcome.kind === "unknown" ||
    outcome.kind === "notAsked"
  )
    return null;
  const isOurs = (outcome.kind === "rejected" || outcome.kind === "unsuitable") && calls?.length === 0;
  return isOurs ? null : true;
}

/** The ledger change for a delivery that ends without calling the platform. */
export function withoutCall(delivery: DeliveryRow, end: Extract<NextStep, { disconnect: boolean }>, now: Instant): DeliveryChange {
  return changeOf(delivery, end, { steps: delivery.steps, attempt: null, firstPart: null, now });
}

interface Cause {
  readonly steps: number;
  readonly attempt: AttemptEnd | null;
  readonly firstPart: Located | null;
  readonly now: Instant;
}

function changeOf(delivery: DeliveryRow, decided: NextStep, { steps, attempt, firstPart, now }: Cause): DeliveryChange {
  const place = firstPart?.url ?? delivery.partAt ?? firstPart?.remoteId ?? null;
  const next = "disconnect" in decided && place !== null ? endHalfway(decided, place) : decided;
  const body = "published" in next ? (next.published.text ?? null) : null;
  const base = {
    delivery,
    steps,
    attempt,
    from: delivery.status,
    status: next.status,
    closes: !("nextAt" in next),
    reason: next.reason,
    message: "message" in next ? next.message : null,
    nextAt: null,
    holdsChannel: false,
    held: null,
    letsThrough: null,
    deniesAccess: false,
    refundsTry: false,
    noted: null,
    mayBeLive: true,
    remoteId: firstPart?.remoteId ?? null,
    url: firstPart?.url ?? null,
    postType: null,
    body,
    searchText: searchText(body ?? bodyOf(delivery)),
    countsNextAt: null,
    comment: null,
    disconnect: "disconnect" in next && next.disconnect,
    usedAt: null,
    now,
  };
  if ("published" in next) return { ...base, ...publishedFacts(delivery, next.published, now) };
  if ("nextAt" in next) {
    const { nextAt, holdsChannel, held, mayBeLive } = next;
    const isPartlyLive = next.status === "pending" && place !== null;
    return { ...base, nextAt, holdsChannel, held, mayBeLive: mayBeLive || isPartlyLive };
  }
  // A comment that cannot be made is not a failure of the post; a comment has an entry only if it failed.
  if (delivery.parentId !== null && next.status === "SKIPPED") return { ...base, status: "cancelled" };
  return base;
}

function bodyOf({ parentId, content }: DeliveryRow): string {
  return parentId === null ? content.text : (content.comment?.comment ?? "");
}

function publishedFacts(delivery: DeliveryRow, published: Published, now: Instant) {
  return {
    message: published.note ?? null,
    remoteId: published.remoteId,
    url: published.url,
    postType: published.postType ?? null,
    countsNextAt: delivery.parentId === null ? nextCountsAt(now, now) : null,
    comment: commentAfter(delivery, now),
  };
}

/** The automatic comment is a delivery of its own, a child of the post's entry and due after its delay. */
function commentAfter({ parentId, content: { comment } }: DeliveryRow, now: Instant): PlannedComment | null {
  if (comment === null || parentId !== null) return null;
  return { text: comment.comment, searchText: searchText(comment.comment), nextAt: addSeconds(now, comment.delay) };
}
