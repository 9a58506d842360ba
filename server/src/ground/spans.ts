import { AsyncLocalStorage } from "node:async_hooks";

/** What is told of a span. `null` and `undefined` are left out. Numbers of things only, never names, addresses, words or secrets. */
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface SpanStart {
  readonly name: string;
  /** `server`: answers a call. `client`: makes one. Default: neither. */
  readonly kind?: "server" | "client";
  readonly facts?: Facts;
  /** In milliseconds since 1970, as `wallMilliseconds` tells them, if it has begun before. */
  readonly startedAt?: number;
}

/** A stretch of work, from its beginning to its end, and what it is part of: see `docs/traces.md`. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** As in W3C Trace Context; null if the trace is not recorded. */
  readonly traceParent: string | null;
  tell(facts: Facts): void;
  /** `type`: one of few words, such as an outcome, a status or an error's name. */
  fail(type: string): void;
  /** `traceParent`: of what has caused this without waiting for it. */
  link(traceParent: string): void;
  begin(part: SpanStart): Span;
  end(endedAt?: number): void;
}

/** What records spans. Where no traces are kept there is none. */
export interface Traces {
  /** A trace of its own, or a part of `parent`, which another program has begun. */
  begin(start: SpanStart & { readonly parent?: string | null }): Span;
  /** Whether whoever takes the spans answers. */
  ask(): Promise<CollectorReply>;
  /** How many spans have not been taken since the start of the process. */
  readonly lost: number;
}

/** What a collector says to an empty delivery. */
export type CollectorReply = { readonly kind: "answered"; readonly status: number } | { readonly kind: "none"; readonly reason: string };

/**
 * Carried beside the arguments, as `currentOrigin` is: what is measured concerns nobody but whoever looks at it later. Nothing decides
 * by it.
 */
const carried = new AsyncLocalStorage<Span | null>();

/** The span of what is being done; null outside of any. */
export function currentSpan(): Span | null {
  return carried.getStore() ?? null;
}

/** Runs work as a part of a span, which ends elsewhere. */
export function within<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : carried.run(span, work);
}

/** Runs what serves others too: a batch of many callers' work, or a delivery of spans. */
export function untraced<T>(work: () => T): T {
  return currentSpan() === null ? work() : carried.run(null, work);
}

/** Runs a part of what is being done as a span. Outside of any span it just runs. */
export function asPart<T>(part: SpanStart, work: (span: Span | null) => Promise<T>): Promise<T> {
  const parent = currentSpan();
  return parent === null ? work(null) : spanning(parent.begin(part), work);
}

/** Runs work as a trace of its own, where traces are kept. */
export function asTrace<T>(traces: Traces | null, start: SpanStart, work: (span: Span | null) => Promise<T>): Promise<T> {
  return traces === null ? work(null) : spanning(traces.begin(start), work);
}

async function spanning<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await carried.run(span, () => work(span));
  } catch (error) {
    span.fail(errorName(error));
    throw error;
  } finally {
    span.end();
  }
}

/** An error's code or name. Its message may repeat what somebody has written. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** The time of day, by the clock by which spans are measured. */
export function wallMilliseconds(): number {
  return performance.timeOrigin + performance.now();
}
