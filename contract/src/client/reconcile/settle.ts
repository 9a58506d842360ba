import { pause } from "../pause.ts";
import { failure } from "../reply.ts";
import type { CallOptions, Failure, RetryPolicy, Settled } from "../types.ts";
import type { TakeTurns } from "./turns.ts";

/** How hard a mutation whose outcome is in doubt is tried. */
export interface ReconcilePolicy {
  /** How often the request is sent at most. */
  readonly sends: number;
  /** How long a request whose reply is lost may still be on its way or at work, until the lists tell for good. */
  readonly settleSeconds: number;
  /** The same where the service fetches something from elsewhere before it stores anything: it waits up to two minutes for that. */
  readonly fetchSettleSeconds: number;
  /** Of the looks at the lists: without them nothing is known, so they are more patient than other GETs. */
  readonly looks: RetryPolicy;
}

export const RECONCILE_DEFAULTS: ReconcilePolicy = {
  sends: 5,
  settleSeconds: 2,
  fetchSettleSeconds: 130,
  looks: { times: 7, firstWaitSeconds: 0.5, waitSecondsMax: 60 },
};

/** What is told while a mutation is in doubt. */
export type Doubt =
  | { readonly step: "looking"; readonly problem: Failure }
  | { readonly step: "found"; readonly id: string | number }
  | { readonly step: "again"; readonly sends: number };

export type Looked<T> = { readonly ok: true; readonly value: T } | Failure;

export type Sent<Data> =
  | { readonly ok: true; readonly status: number; readonly data: Data; readonly pagination: null; readonly settled?: Settled }
  | Failure;

/** A request that changes something, and how the lists tell whether it did. */
export interface Mutation<Data, Mark> {
  /** Mutations whose traces could be taken for each other have the same key: they take turns. */
  readonly key: string;
  readonly status: 200 | 201;
  readonly fetches: boolean;
  /** What the list refuses the request would be refused as well, with the same words: it need not be sent. */
  readonly refusedAlike: boolean;
  /** What the lists show before the request. */
  mark(call: CallOptions): Promise<Looked<Mark>>;
  send(call: CallOptions): Promise<Sent<Data>>;
  /** What the lists show of this request; null when there is no trace. */
  find(mark: Mark, call: CallOptions): Promise<Looked<{ readonly id: string | number; readonly data: Data } | null>>;
  /** Reads the reply to a repetition: some refusals mean that an earlier request had been carried out after all. */
  readRepeated?(reply: Sent<Data>): Sent<Data>;
}

export interface Settling {
  readonly policy: ReconcilePolicy;
  readonly takeTurns: TakeTurns;
  readonly onDoubt: (doubt: Doubt) => void;
}

/**
 * A POST, PATCH or DELETE that times out or answers 5xx is held against the lists before it is sent again, for the service
 * may have carried it out (`docs/command-line.md#when-a-reply-is-lost`). What the lists show afterwards and did not show before is taken
 * for its work; mutations that could be taken for each other take turns, from the look before to the end.
 */
export function settle<Data, Mark>(mutation: Mutation<Data, Mark>, settling: Settling, call: CallOptions): Promise<Sent<Data>> {
  return settling.takeTurns(mutation.key, async () => {
    call.signal?.throwIfAborted();
    const mark = await mutation.mark(call);
    // Nothing has been sent yet. The refusal of a brand that is not seen may be the operation's own to tell.
    if (!mark.ok && (isInDoubt(mark) || mark.status === 401 || mark.status === 429 || mutation.refusedAlike)) return mark;
    for (let sends = 1; ; sends += 1) {
      const reply = await mutation.send(call);
      if (reply.ok || !isInDoubt(reply)) return told(mutation, reply, sends);
      settling.onDoubt({ step: "looking", problem: reply });
      const trace = mark.ok ? await traceOf(mutation, mark.value, { settling, call, reply }) : mark;
      if (!trace.ok) return unsettled(reply);
      if (trace.value !== null) {
        settling.onDoubt({ step: "found", id: trace.value.id });
        return { ok: true, status: mutation.status, data: trace.value.data, pagination: null, settled: { sends, found: true } };
      }
      if (sends >= settling.policy.sends) return reply;
      settling.onDoubt({ step: "again", sends });
    }
  });
}

/** No reply, an error of the service or of something before it, or a success that cannot be read. Other refusals had no effect. */
export function isInDoubt({ status, problem }: Failure): boolean {
  return status === null || status >= 500 || status === 408 || (problem.kind === "unreadable" && status < 300);
}

function told<Data, Mark>(mutation: Mutation<Data, Mark>, reply: Sent<Data>, sends: number): Sent<Data> {
  const read = sends > 1 && mutation.readRepeated ? mutation.readRepeated(reply) : reply;
  return read.ok && sends > 1 ? { ...read, settled: { sends, found: !reply.ok } } : read;
}

/** Looks until there is a trace, or until the request cannot be at work any more. */
async function traceOf<Data, Mark>(
  mutation: Mutation<Data, Mark>,
  mark: Mark,
  { settling, call, reply }: { settling: Settling; call: CallOptions; reply: Failure },
) {
  // The service's own error ends its work; whatever else hides the reply may hide a request that is still at work.
  const isOver = reply.problem.kind === "domain";
  const seconds = mutation.fetches ? settling.policy.fetchSettleSeconds : settling.policy.settleSeconds;
  let waited = 0;
  for (const moment of isOver ? [0] : moments(seconds)) {
    await pause(moment - waited, call.signal);
    waited = moment;
    const trace = await mutation.find(mark, call);
    if (!trace.ok || trace.value !== null) return trace;
  }
  return { ok: true, value: null } as const;
}

/** At once, at the end, and in between ever more seldom: looks count against the rate limit. */
function moments(seconds: number): number[] {
  const found: number[] = [];
  for (let moment = seconds; moment >= Math.min(seconds, 0.5); moment /= 4) found.unshift(moment);
  return [0, ...found];
}

function unsettled(reply: Failure): Failure {
  const message = `${reply.problem.message} It may have been carried out all the same, and the lists could not be looked at: look before sending it again.`;
  return failure(reply.status, { kind: "unsettled", message });
}
