import { addSeconds, type Instant, secondsBetween } from "@rostrum/contract/formats.ts";

/** How often to look from the beginning all the same, if nothing else is said. */
const WHOLE_SECONDS = 10;
/** How much later something may be stored than it is due and still be found at the next look. */
const LATE_SECONDS = 10;

/**
 * How far back to look for what is due. While a transaction stays open, as a dump does, indexes keep an entry for everything that has
 * been done since it began, and a look from the beginning walks past all of them. The other looks begin where the last whole one has
 * shown that nothing older is left.
 */
export class Lookback {
  #wholeAt: Instant | null = null;
  #from: Instant | null = null;
  readonly #wholeSeconds: number;

  constructor(wholeSeconds: number = WHOLE_SECONDS) {
    this.#wholeSeconds = wholeSeconds;
  }

  /** Looks once: from when on, `look` is told (null: from the beginning), and it tells what it has left. */
  async look<Found extends { readonly oldest: Instant | null }>(
    now: Instant,
    look: (from: Instant | null) => Promise<Found>,
  ): Promise<Found> {
    const from = this.at(now);
    if (from !== null) return look(from);
    try {
      const found = await look(null);
      this.looked(now, found.oldest);
      return found;
    } catch (error) {
      this.failed(now);
      throw error;
    }
  }

  /** From when on to look; null: from the beginning. */
  at(now: Instant): Instant | null {
    const isFresh = this.#wholeAt !== null && this.#wholeAt <= now && secondsBetween(this.#wholeAt, now) < this.#wholeSeconds;
    return isFresh ? this.#from : null;
  }

  /** A look from the beginning, begun at `now`, came to no end: until the next one, the others begin where they did. */
  failed(now: Instant): void {
    if (this.#from !== null) this.#wholeAt = now;
  }

  /** A look from the beginning, begun at `now`, has left nothing older than `oldest`; null: nothing at all. */
  looked(now: Instant, oldest: Instant | null): void {
    const late = addSeconds(now, -LATE_SECONDS);
    this.#wholeAt = now;
    this.#from = oldest === null || oldest > late ? late : oldest;
  }
}
