import { PARALLEL_FETCHES_MAX, PARALLEL_PER_HOLDER_MAX, PARALLEL_PER_HOST_MAX } from "./caps.ts";

/** What a fetch is counted under. */
export interface Claim {
  readonly host: string;
  /** For whom it is, such as an account; absent: for nobody in particular. */
  readonly holder?: string | undefined;
}

/**
 * Limits concurrent fetches, in total, per host and per holder, so that one slow host neither takes all of our connections nor is overrun by
 * us, and nobody takes all of them with many hosts. Of the fetches that may run, the longest waiting goes first.
 */
export class Slots {
  readonly #perHost = new Counts(PARALLEL_PER_HOST_MAX);
  readonly #perHolder = new Counts(PARALLEL_PER_HOLDER_MAX);
  readonly #waiting = new Set<{ claim: Claim; go: () => void }>();
  #running = 0;

  /** Waits for a slot; throws the signal's reason if it aborts first. Return it with `release`. */
  async take(claim: Claim, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#tryTake(claim)) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { claim, go: resolve };
    const onAbort = () => {
      this.#waiting.delete(entry);
      reject(signal.reason);
    };
    this.#waiting.add(entry);
    signal.addEventListener("abort", onAbort, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", onAbort));
  }

  release({ host, holder }: Claim): void {
    this.#running -= 1;
    this.#perHost.give(host);
    if (holder !== undefined) this.#perHolder.give(holder);
    // One that has ended may have kept several back: of its host, and of its holder.
    for (const entry of this.#waiting) {
      if (this.#running >= PARALLEL_FETCHES_MAX) return;
      if (!this.#tryTake(entry.claim)) continue;
      this.#waiting.delete(entry);
      entry.go();
    }
  }

  #tryTake({ host, holder }: Claim): boolean {
    if (this.#running >= PARALLEL_FETCHES_MAX || this.#perHost.isFull(host)) return false;
    if (holder !== undefined && this.#perHolder.isFull(holder)) return false;
    this.#running += 1;
    this.#perHost.take(host);
    if (holder !== undefined) this.#perHolder.take(holder);
    return true;
  }
}

class Counts {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  isFull(name: string): boolean {
    return (this.#counts.get(name) ?? 0) >= this.#max;
  }

  take(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  give(name: string): void {
    const left = (this.#counts.get(name) ?? 1) - 1;
    if (left === 0) this.#counts.delete(name);
    else this.#counts.set(name, left);
  }
}
