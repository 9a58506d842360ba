import { addMilliseconds, type Instant } from "@rostrum/contract/formats.ts";
import type { ForecastEntry } from "../forecast/foresee.ts";
import { inTurns } from "../forecast/in-turns.ts";
import { blockOf, type ForecastCollection } from "../forecast/rules.ts";
import { nextMoment } from "../queue/rules.ts";

/** A moment of a slot that no post takes. */
export interface FreeSlot {
  readonly collectionId: number;
  readonly at: Instant;
}

export interface FreeSpan {
  readonly timezone: string;
  readonly now: Instant;
  /** Inclusive. */
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  /** The most that are given, earliest first. */
  readonly max: number;
}

/**
 * The slots to come that stay empty if nothing changes, and whether there are more. A queue that does not move has none. Where a post of
 * the same collection leaves at the very moment of a slot by a date of its own, nobody wants another one there: it is not free.
 */
export function freeSlotsOf(
  collections: readonly ForecastCollection[],
  foreseen: readonly ForecastEntry[],
  span: FreeSpan,
): Promise<{ readonly slots: readonly FreeSlot[]; readonly more: boolean }> {
  return inTurns(finding(collections, foreseen, span));
}

/** Many more than are given are not kept while the rest is looked through. */
const KEPT_FOLD = 8;

function* finding(
  collections: readonly ForecastCollection[],
  foreseen: readonly ForecastEntry[],
  { timezone, now, from, to, max }: FreeSpan,
): Generator<void, { readonly slots: readonly FreeSlot[]; readonly more: boolean }> {
  const taken = new Set(foreseen.flatMap(({ collection, leaves }) => (leaves === null ? [] : turnKey(collection.id, leaves))));
  const start = addMilliseconds(from > now ? from : addMilliseconds(now, 1), -1);
  let found: FreeSlot[] = [];
  const earliest = () => found.sort((a, b) => compare(a.at, b.at) || a.collectionId - b.collectionId).slice(0, max + 1);
  for (const collection of collections) {
    if (blockOf(collection) !== null) continue;
    for (const slot of collection.slots) {
      // A slot that has just fired has its next moment later than the clock's.
      const first = slot.nextAt > start ? addMilliseconds(slot.nextAt, -1) : start;
      for (let at = nextMoment(slot, timezone, first); at < to; at = nextMoment(slot, timezone, at)) {
        const isTaken = [slot.id, null].some((slotId) => taken.has(turnKey(collection.id, { dueAt: at, slotId })));
        if (!isTaken) found.push({ collectionId: collection.id, at });
      }
      if (found.length > max * KEPT_FOLD) found = earliest();
      yield;
    }
  }
  const slots = earliest();
  return { slots: slots.slice(0, max), more: slots.length > max };
}

function turnKey(collectionId: number, { dueAt, slotId }: Pick<NonNullable<ForecastEntry["leaves"]>, "dueAt" | "slotId">): string {
  return `${collectionId} ${slotId ?? "own"} ${dueAt}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
