import { PARALLEL_FETCHES_MAX, PARALLEL_PER_HOST_MAX } from "./caps.ts";

/**
 * Limits concurrent fetches, in total and per host, so that one slow host neither takes all of our connections nor is
 * overrun by us. Of the fetches that may run, the longest waiting goes first.
 */
export class Slots {
  readonly #perHost = new Map<string, number>();
  readonly #waiting = new Set<{ host: string; go: () => void }>();
  #running = 0;

  /** Waits for a slot; throws the signal's reason if it aborts first. Return it with `release`. */
  async take(host: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#tryTake(host)) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { host, go: resolve };
    const onAbort = () => {
      this.#waiting.delete(entry);
      reject(signal.reason);
    };
    this.#waiting.add(entry);
    signal.addEventListener("abort", onAbort, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", onAbort));
  }

  release(host: string): void {
    this.#running -= 1;
    const left = (this.#perHost.get(host) ?? 1) - 1;
    if (left === 0) this.#perHost.delete(host);
    else this.#perHost.set(host, left);
    for (const entry of this.#waiting) {
      if (!this.#tryTake(entry.host)) continue;
      this.#waiting.delete(entry);
      entry.go();
      return;
    }
  }

  #tryTake(host: string): boolean {
    const here = this.#perHost.get(host) ?? 0;
    if (this.#running >= PARALLEL_FETCHES_MAX || here >= PARALLEL_PER_HOST_MAX) return false;
    this.#running += 1;
    this.#perHost.set(host, here + 1);
    return true;
  }
}
