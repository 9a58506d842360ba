/** A post requested by a round, and the reply. */
export interface Asked {
  /** Part of all its texts, to identify the posts that readers see. */
  readonly token: string;
  readonly mode: "IMMEDIATE" | "SCHEDULE" | "QUEUE" | "EVERGREEN" | "DRAFT";
  readonly segments: number;
  readonly hasComment: boolean;
  /** Null if it is unknown whether it was created. */
  id: number | null;
  /** What it was changed to after its creation. */
  change: { readonly to: "SCHEDULE" | "DRAFT" | "QUEUE"; readonly at: string | null; answer: Answer } | null;
  deletion: Answer | null;
}

/**
 * `unknown`: the connection was dropped, or the server returned an error.
 */
export type Answer = "done" | "refused" | "unknown";

/** The token of a part of a thread; no token is a prefix of another. */
export function partToken(token: string, segment: number): string {
  return `${token}p${segment}z`;
}

export function commentToken(token: string): string {
  return `${token}cz`;
}

/** A caption that a thread splits into this many parts. */
export function captionOf(token: string, segments: number): string {
  return Array.from({ length: segments }, (_, index) => `Fresh bread ${partToken(token, index)}`).join("\n\n\n");
}

/** In the form of `scheduledAt`: `2026-11-21 09:00:00` in UTC, the brand's zone. */
export function plainDateTime(at: string): string {
  return at.slice(0, 19).replace("T", " ");
}

/** A weekly slot at the next full minute after `minutes`, and its time. */
export function slotIn(now: string, minutes: number): { readonly text: string; readonly at: string } {
  const moment = Temporal.Instant.from(now)
    .toZonedDateTimeISO("UTC")
    .round({ smallestUnit: "minute", roundingMode: "floor" })
    .add({ minutes: minutes + 1 });
  const day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][moment.dayOfWeek - 1];
  return { text: `${day} ${moment.toPlainTime().toString({ smallestUnit: "minute" })}`, at: moment.toInstant().toString() };
}
