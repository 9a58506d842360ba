/** Rows that lines name by ids of the installation that made the archive. Sixteen bytes for each, however many there are. */
export class IdMap {
  #before = new Float64Array(1024);
  #now = new Float64Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** False if the id is not greater than the one before: lines are sorted, and none is there twice. */
  add(before: number, now: number): boolean {
    if (this.#size > 0 && before <= (this.#before[this.#size - 1] as number)) return false;
    if (this.#size === this.#before.length) {
      this.#before = grown(this.#before);
      this.#now = grown(this.#now);
    }
    this.#before[this.#size] = before;
    this.#now[this.#size] = now;
    this.#size += 1;
    return true;
  }

  /** Null for an id that no line has. */
  get(before: number): number | null {
    let low = 0;
    let high = this.#size - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#before[middle] as number;
      if (found === before) return this.#now[middle] as number;
      if (found < before) low = middle + 1;
      else high = middle - 1;
    }
    return null;
  }
}

function grown(ids: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(ids.length * 2);
  larger.set(ids);
  return larger;
}
