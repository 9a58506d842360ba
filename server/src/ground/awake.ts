/** A moment on both clocks: the monotonic one stands still while the machine sleeps, and the wall clock may be set. */
export interface ClockReading {
  readonly monotonic: number;
  readonly wall: number;
}

export interface AwakeOptions {
  /** A shorter pause is no standstill. */
  readonly standstillSeconds?: number;
  /** Both clocks, in milliseconds: for tests that move them. */
  readonly now?: () => ClockReading;
}

/** Whoever shares work with this process waits for longer before they take it over. */
const STANDSTILL_SECONDS = 30;
const BEAT_MILLISECONDS = 1000;

/**
 * Knows whether this process has been running all the time. One that was frozen (SIGSTOP, a paused container, a sleeping machine)
 * goes on in the middle of what it did, while others may have taken its work over. Nothing tells it, and its timers fire late and in
 * any order: hence whoever is about to send something looks here first.
 */
export class Awake {
  readonly #standstillMilliseconds: number;
  readonly #read: () => ClockReading;
  readonly #checks = new Set<() => void>();
  #running = new AbortController();
  #seen: ClockReading;
  #beat: NodeJS.Timeout | null = null;

  constructor({ standstillSeconds = STANDSTILL_SECONDS, now = readClocks }: AwakeOptions = {}) {
    this.#standstillMilliseconds = standstillSeconds * 1000;
    this.#read = now;
    this.#seen = now();
  }

  now(): ClockReading {
    return this.#read();
  }

  secondsSince(moment: ClockReading): number {
    return millisecondsBetween(moment, this.#read()) / 1000;
  }

  /** Aborts once the process is found to have stood still; from then on there is a new signal. */
  get stoodStill(): AbortSignal {
    this.#start();
    return this.#running.signal;
  }

  /** Finds out now what a standstill has ended, before anything else is done. */
  look(): void {
    this.#start();
    const now = this.#read();
    const milliseconds = millisecondsBetween(this.#seen, now);
    this.#seen = now;
    if (milliseconds >= this.#standstillMilliseconds) {
      const ended = this.#running;
      this.#running = new AbortController();
      ended.abort(new Error(`the process stood still for ${Math.round(milliseconds / 1000)} seconds`));
    }
    for (const check of [...this.#checks]) check();
  }

  /** Calls `check` at every look: once a second, and before anything is sent. */
  watch(check: () => void): Disposable {
    this.#start();
    this.#checks.add(check);
    return { [Symbol.dispose]: () => void this.#checks.delete(check) };
  }

  /** Until somebody needs to know nobody looks, and the time until then is no standstill. */
  #start(): void {
    if (this.#beat !== null) return;
    this.#seen = this.#read();
    this.#beat = setInterval(() => this.look(), BEAT_MILLISECONDS);
    this.#beat.unref();
  }
}

/** This process. */
export const processAwake = new Awake();

function readClocks(): ClockReading {
  return { monotonic: performance.now(), wall: Date.now() };
}

function millisecondsBetween(past: ClockReading, now: ClockReading): number {
  return Math.max(now.monotonic - past.monotonic, now.wall - past.wall);
}
