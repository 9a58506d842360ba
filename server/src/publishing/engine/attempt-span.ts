import type { App } from "../../app.ts";
import type { Span } from "../../ground/spans.ts";
import type { DeliveryChange } from "./advance-store.ts";
import type { Attempt } from "./attempt.ts";

/** What an operator looks for among the traces. */
const FAILURES = new Set(["rejected", "unauthorized", "unknown", "lost"]);

/** The trace of one attempt, from the preparation of its files on; null where no traces are kept. */
export function beginAttemptSpan({ traces }: Pick<App, "traces">, attempt: Attempt, number: number): Span | null {
  if (traces === null) return null;
  const { delivery, channel, start, causedBy, preparing } = attempt;
  const span = traces.begin({
    name: `attempt ${start.step}`,
    startedAt: preparing.startedAt,
    facts: {
      "rostrum.network": channel.type,
      "rostrum.step": start.step,
      "rostrum.attempt": number,
      "rostrum.delivery.id": delivery.id,
      "rostrum.post.id": delivery.postId,
    },
  });
  span.begin({ name: "prepare", startedAt: preparing.startedAt }).end(preparing.endedAt);
  if (causedBy !== null) span.link(causedBy);
  return span;
}

export function tellEnd(span: Span, { attempt, status }: DeliveryChange): void {
  const outcome = attempt?.outcome.kind;
  span.tell({ "rostrum.outcome": outcome, "rostrum.delivery.status": status });
  if (outcome !== undefined && FAILURES.has(outcome)) span.fail(outcome);
}
