import type { CallOptions, Failure, Settled } from "../facts.ts";
import { pause } from "../pause.ts";
import { failure } from "../reply.ts";
import type { Doubt, ReconcilePolicy, TakeTurns } from "./facts.ts";

export const RECONCILE_DEFAULTS: ReconcilePolicy = {
  sends: 5,
  settleSeconds: 35,
  fetchSettleSeconds: 130,
  looks: { times: 7, firstWaitSeconds: 0.5, waitSecondsMax: 60 },
};

/** How long a commit that was under way may take to show. */
const STORING_SECONDS = 2;

export type Looked<T> = { readonly ok: true; readonly value: T } | Failure;

export type Sent<Data> =
  | { readonly ok: true; readonly status: number; readonly data: Data; readonly pagination: null; readonly settled?: Settled }
  | Failure;

/** A mutation, and how to tell from the lists whether it was carried out. */
export interface Mutation<Data, Mark> {
  /** Mutations whose results could be confused share a key and run one at a time. */
  readonly key: string;
  readonly status: 200 | 201;
  readonly fetches: boolean;
  /** Whether a refusal of the list also applies to the request, with the same message, so that the request need not be sent. */
  readonly refusedAlike: boolean;
  /** The state of the lists before the request. */
  mark(call: CallOptions): Promise<Looked<Mark>>;
  send(call: CallOptions): Promise<Sent<Data>>;
  /** The request's result in the lists; null when there is no trace of it. */
  find(mark: Mark, call: CallOptions): Promise<Looked<{ readonly id: string | number; readonly data: Data } | null>>;
  /** Interprets the reply to a retry: some refusals mean that an earlier attempt was carried out after all. */
  readRepeated?(reply: Sent<Data>): Sent<Data>;
}

export interface Settling {
  readonly policy: ReconcilePolicy;
  readonly takeTurns: TakeTurns;
  readonly onDoubt: (doubt: Doubt) => void;
}

/**
 * Before a POST, PATCH or DELETE that timed out or answered 5xx is sent again, the lists are checked, because the service may
 * have carried it out (`docs/command-line.md#when-a-reply-is-lost`). Whatever they show now and did not show before is taken as
 * its result. Mutations that could be mistaken for each other run one at a time, including the check before.
 */
export function settle<Data, Mark>(mutation: Mutation<Data, Mark>, settling: Settling, call: CallOptions): Promise<Sent<Data>> {
  let isBegun = false;
  const turn: Promise<Sent<Data>> = settling.takeTurns(mutation.key, async () => {
    call.signal?.throwIfAborted();
    isBegun = true;
    const mark = await mutation.mark(call);
    // Nothing has been sent yet. The refusal of an inaccessible brand may have to come from the operation itself.
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
  return call.signal === undefined ? turn : untilAborted(turn, call.signal, () => !isBegun);
}

/** Whoever gives up while they wait for their turn waits no longer. What has begun says itself what becomes of it. */
async function untilAborted<T>(turn: Promise<T>, signal: AbortSignal, isWaiting: () => boolean): Promise<T> {
  const gone = Promise.withResolvers<never>();
  const giveUp = () => {
    if (isWaiting()) gone.reject(signal.reason);
  };
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([turn, gone.promise]);
  } finally {
    signal.removeEventListener("abort", giveUp);
    turn.catch(() => {});
  }
}

/** No reply, a server or proxy error, or an unreadable success. Other refusals had no effect. */
export function isInDoubt({ status, problem }: Failure): boolean {
  return status === null || status >= 500 || status === 408 || (problem.kind === "unreadable" && status >= 200 && status < 300);
}

function told<Data, Mark>(mutation: Mutation<Data, Mark>, reply: Sent<Data>, sends: number): Sent<Data> {
  const read = sends > 1 && mutation.readRepeated ? mutation.readRepeated(reply) : reply;
  return read.ok && sends > 1 ? { ...read, settled: { sends, found: !reply.ok } } : read;
}

/** Polls until there is a trace, or until the request can no longer be in flight. */
async function traceOf<Data, Mark>(
  mutation: Mutation<Data, Mark>,
  mark: Mark,
  { settling, call, reply }: { settling: Settling; call: CallOptions; reply: Failure },
) {
  const { fetchSettleSeconds, settleSeconds } = settling.policy;
  // After an internal error the service has stopped working on it, but what it had begun to store may still arrive.
  const isOver = reply.problem.kind === "domain" && reply.status === 500;
  const running = mutation.fetches ? fetchSettleSeconds : settleSeconds;
  const seconds = isOver ? Math.min(running, STORING_SECONDS) : running;
  // The service refuses with 503 before it begins.
  const isUnbegun = reply.problem.kind === "domain" && reply.status === 503;
  let waited = 0;
  for (const moment of isUnbegun ? [0] : moments(seconds)) {
    await pause(moment - waited, call.signal);
    waited = moment;
    const trace = await mutation.find(mark, call);
    if (!trace.ok || trace.value !== null) return trace;
  }
  return { ok: true, value: null } as const;
}

/** Immediately, at the end, and with growing intervals in between: lookups count against the rate limit. */
function moments(seconds: number): number[] {
  const found: number[] = [];
  for (let moment = seconds; moment >= Math.min(seconds, 0.5); moment /= 4) found.unshift(moment);
  return [0, ...found];
}

function unsettled(reply: Failure): Failure {
  const message = `${reply.problem.message} The request may still have been carried out, and the lists could not be read: check before sending it again.`;
  return failure(reply.status, { kind: "unsettled", message });
}
