import { type Awake, processAwake } from "../awake.ts";
import { Trouble } from "./trouble.ts";

/**
 * The deadline of one call: its total time, the caller's signal, and the shorter limits of its phases. `signal` aborts with
 * Trouble, so the caller sees the first limit that was exceeded. A call during which the process stood still sends nothing more, but
 * the answer to what it has sent may still be read.
 */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  /** Starts the limit of a phase, replacing the previous phase's. */
  phase(name: string, seconds: number): void;
  /** Ends the phase's limit; the total keeps running. */
  calm(): void;
  /** Throws Trouble if a limit has been exceeded, or if the process stood still. Call it right before anything is sent. */
  check(): void;
}

export interface DeadlineOptions {
  readonly totalSeconds: number;
  readonly signals: readonly (AbortSignal | undefined)[];
  readonly awake?: Awake;
}

export function startDeadline({ awake = processAwake, ...options }: DeadlineOptions): Deadline {
  // A standstill that nobody has noticed yet may be what ends the caller's signal.
  awake.look();
  const { stoodStill } = awake;
  const controller = new AbortController();
  const expire = (what: string) => controller.abort(new Trouble("timeout", what));
  const cancelled = ({ reason }: AbortSignal) => controller.abort(new Trouble("broken", whyCancelled(reason)));
  const total = startLimit(options.totalSeconds, () => expire("total time"));
  let phase: Disposable | null = null;
  const calm = () => phase?.[Symbol.dispose]();
  const over = new AbortController();
  for (const signal of options.signals) {
    if (signal?.aborted) cancelled(signal);
    signal?.addEventListener("abort", () => cancelled(signal), { once: true, signal: over.signal });
  }
  return {
    signal: controller.signal,
    phase(name, seconds) {
      calm();
      phase = startLimit(seconds, () => expire(name));
    },
    calm,
    check() {
      awake.look();
      controller.signal.throwIfAborted();
      if (stoodStill.aborted) throw new Trouble("broken", "the process stood still");
    },
    [Symbol.dispose]() {
      total[Symbol.dispose]();
      calm();
      over.abort();
    },
  };
}

/** What the caller says of it, such as that the service stops; the platform's own words for an abort say nothing. */
function whyCancelled(reason: unknown): string {
  return reason instanceof Error && !(reason instanceof DOMException) ? reason.message : "cancelled";
}

/**
 * Calls back after so many seconds unless it is disposed of. The limit is for the other side: a process that had no time until then
 * meets its timers before its sockets, so it looks first at what has arrived.
 */
function startLimit(seconds: number, expire: () => void): Disposable {
  let looking: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    looking = setImmediate(expire);
  }, seconds * 1000);
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      clearImmediate(looking);
    },
  };
}

/** Waits for the promise, or throws the signal's reason if that comes first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    promise.catch(() => {});
  }
}
