import { TraceFlags } from "@opentelemetry/api";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace";
import { untraced } from "../../spans.ts";
import type { Log } from "../log.ts";

/** What became of a delivery. `later`: it may be taken another time. */
export type Delivered =
  | { readonly kind: "taken" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "later"; readonly reason: string; readonly afterSeconds: number | null };

interface OutboxOptions {
  readonly deliver: (spans: readonly ReadableSpan[]) => Promise<Delivered>;
  readonly log: Log;
  readonly delayMilliseconds: number;
  readonly queueMax: number;
}

/** Spans in one delivery. */
const BATCH_MAX = 512;
const AGAIN_SECONDS = 1;
const AGAIN_SECONDS_MAX = 60;
/** What is still waiting when the process stops gets one try of this length. */
const LAST_SECONDS = 5;

/**
 * Spans that have ended and wait for their delivery: as many as fit, in memory. Nothing waits for it, and what does not fit is lost;
 * the log tells when that begins, and how many it were when it is over.
 */
export class Outbox implements SpanProcessor {
  readonly #options: OutboxOptions;
  #waiting: ReadableSpan[] = [];
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> | null = null;
  /** Of the batch in front, and why it has not been taken. */
  #tries = 0;
  #reason: string | null = null;
  #lost = 0;
  /** How many had been lost before what the log has told of; null while all is well. */
  #lostBefore: number | null = null;
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get lost(): number {
    return this.#lost;
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.#isClosed || this.#waiting.length >= this.#options.queueMax) {
      this.#lose(1, "more of them end than are taken");
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length === BATCH_MAX && this.#tries === 0) this.#sendIn(0);
    else if (this.#timer === null) this.#sendIn(this.#options.delayMilliseconds);
  }

  /** Tries once to deliver all that is waiting. */
  async forceFlush(): Promise<void> {
    await this.#sending;
    for (let before = Number.POSITIVE_INFINITY; this.#waiting.length > 0 && this.#waiting.length < before; ) {
      before = this.#waiting.length;
      await this.#send();
    }
  }

  async shutdown(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, LAST_SECONDS * 1000);
    await Promise.race([this.forceFlush(), late.promise]);
    clearTimeout(timer);
    this.#isClosed = true;
    this.#clear();
    if (this.#waiting.length > 0) this.#lose(this.#waiting.length, "the process stops");
    this.#waiting = [];
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Timers keep the trace in which they are set, and a delivery belongs to none. */
  #sendIn(milliseconds: number): void {
    if (this.#isClosed || this.#sending !== null) return;
    this.#clear();
    this.#timer = untraced(() => setTimeout(() => void this.#send(), milliseconds));
    this.#timer.unref();
  }

  /** One delivery at a time. */
  #send(): Promise<void> {
    this.#clear();
    this.#sending ??= this.#deliver().then((pauseMilliseconds) => {
      this.#sending = null;
      if (this.#waiting.length > 0) this.#sendIn(pauseMilliseconds);
    });
    return this.#sending;
  }

  /** Delivers what is in front; returns how long to wait with what comes after. */
  async #deliver(): Promise<number> {
    const batch = this.#waiting.slice(0, BATCH_MAX);
    const failed = (error: unknown): Delivered => ({ kind: "refused", reason: String(error) });
    const done = await untraced(() => this.#options.deliver(batch)).catch(failed);
    if (this.#isClosed) return 0;
    if (done.kind === "later") {
      const seconds = done.afterSeconds ?? AGAIN_SECONDS * 2 ** this.#tries;
      this.#tries += 1;
      this.#reason = done.reason;
      return Math.min(seconds, AGAIN_SECONDS_MAX) * 1000;
    }
    this.#waiting.splice(0, batch.length);
    this.#tries = 0;
    this.#reason = null;
    if (done.kind === "refused") this.#lose(batch.length, done.reason);
    else this.#recover();
    return this.#waiting.length >= BATCH_MAX ? 0 : this.#options.delayMilliseconds;
  }

  #lose(spans: number, reason: string): void {
    if (this.#lostBefore === null) {
      this.#lostBefore = this.#lost;
      this.#options.log.warn({ event: "traces lost", reason: this.#reason ?? reason });
    }
    this.#lost += spans;
  }

  #recover(): void {
    if (this.#lostBefore === null) return;
    this.#options.log.info({ event: "traces taken again", lost: this.#lost - this.#lostBefore });
    this.#lostBefore = null;
  }
}
