/**
 * The moment of a change as SQL, which is the row's version too: later with every change, even at the same moment or with a clock that
 * was set back, so that nobody who has seen the row as it was takes it for another. `now` is what the statement calls the moment, `row`
 * what it calls the row.
 */
export function changedAt(now: string, row: string): string {
  return `greatest(${now}::timestamptz, ${row}.updated_at + interval '1 microsecond')`;
}
