import { setTimeout as sleep } from "node:timers/promises";

/** What is under way in this process, each for a row. The work never rejects. */
export class Pool<Row> {
  readonly #size: number;
  readonly #rows = new Map<Promise<void>, Row>();

  constructor(size: number) {
    this.#size = size;
  }

  get free(): number {
    return this.#size - this.#rows.size;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()];
  }

  add(row: Row, work: Promise<void>): void {
    this.#rows.set(work, row);
    work.then(() => this.#rows.delete(work));
  }

  /** Until something has ended, or for so long. */
  change(milliseconds: number): Promise<void> {
    return orAfter(milliseconds, Promise.race(this.#rows.keys()));
  }

  /** Until everything has ended, or for so long. */
  rest(milliseconds: number): Promise<void> {
    return orAfter(milliseconds, this.end());
  }

  async end(): Promise<void> {
    await Promise.all(this.#rows.keys());
  }
}

async function orAfter(milliseconds: number, work: Promise<void>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, sleep(milliseconds, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}
