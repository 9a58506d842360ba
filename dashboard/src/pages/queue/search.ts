/** What the address of the queue says. */
export interface QueueSearch {
  /** Absent: the newest collection. */
  readonly collection?: number;
}

export function readSearch({ collection }: Readonly<Record<string, unknown>>): QueueSearch {
  return Number.isSafeInteger(collection) ? { collection: collection as number } : {};
}
