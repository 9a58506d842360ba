import type { PublishOutcome } from "./connector.ts";

/** Nothing more can be done now, and readers see nothing yet; the engine asks again. */
export interface Wait {
  readonly kind: "wait";
  readonly seconds: number;
  /** What it waits for, if that is anything else than the network's processing. */
  readonly reason?: string;
}

/** At least a second. */
export function wait(seconds: number, reason?: string): Wait {
  return { kind: "wait", seconds: Math.max(1, Math.ceil(seconds)), ...(reason === undefined ? {} : { reason }) };
}

/** The outcome of a step that waits, with what is said of that. */
export function pending(
  live: "no" | "maybe",
  { seconds, reason }: Pick<Wait, "seconds" | "reason">,
): Extract<PublishOutcome, { kind: "pending" }> {
  return { kind: "pending", live, checkAfterSeconds: Math.max(1, Math.ceil(seconds)), ...(reason === undefined ? {} : { reason }) };
}
