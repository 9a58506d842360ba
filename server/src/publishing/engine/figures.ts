import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Metrics } from "../../ground/observability/metrics.ts";
import type { Advance, Advanced, AttemptStart, DeliveryChange } from "./advance-store.ts";
import type { SkippedEntry } from "./departures-store.ts";

/** Counts what the ledger has just stored. An end whose commit got no reply is stored and not counted: figures are no ledger. */
export function countAdvances(metrics: Metrics, advances: readonly Advance[], stored: readonly Advanced[]): void {
  for (const [index, { end, start }] of advances.entries()) {
    const { network = null, number = null } = stored[index] ?? {};
    if (end !== null && network !== null) countEnd(metrics, end, network);
    if (start !== null && number === 1) countWait(metrics, start);
  }
}

/** Entries of channels to which nothing is sent: they have ended as soon as their post leaves. */
export function countSkipped({ deliveries }: Metrics, skipped: readonly SkippedEntry[]): void {
  for (const { network } of skipped) deliveries.inc({ network: network ?? "none", outcome: "skipped" });
}

function countEnd({ deliveries, attempts }: Metrics, end: DeliveryChange, network: string): void {
  if (end.attempt !== null) attempts.inc({ network, outcome: end.attempt.outcome.kind });
  if (end.closes) deliveries.inc({ network, outcome: outcomeOf(end) });
}

/** In small letters, as it is stored; what a person has to decide stands apart from other failures. */
function outcomeOf({ status, reason }: DeliveryChange): string {
  return reason === "undecided" ? "undecided" : status.toLowerCase();
}

/** A comment is due at a moment of its own, which follows from the post's. */
function countWait({ queueWait }: Metrics, { read, now }: AttemptStart): void {
  if (read.parentId === null) queueWait.observe(Math.max(0, secondsBetween(read.dueAt, now)));
}
