import type { Instant } from "@rostrum/contract/formats.ts";

/** A weekly slot with the day of its next moment: 0 is today, by the clock of its brand. */
export interface NearSlot {
  readonly nextAt: Instant;
  readonly dayOffset: number;
}

/** A slot's moment in the coming weeks: one of the queue's posts has it, or it is free. */
export interface NearTurn<S extends NearSlot> {
  readonly slot: S;
  readonly day: number;
  readonly isFree: boolean;
}

const WEEK_DAYS = 7;

/**
 * The turns of a queue's slots within so many days, in order: the posts that wait take the first of them. In days, not in moments, so that
 * a thousand slots cost next to nothing.
 */
export function nearTurns<S extends NearSlot>(
  slots: readonly S[],
  { waiting, days }: { readonly waiting: number; readonly days: number },
): NearTurn<S>[] {
  const inOrder = slots.toSorted((a, b) => (a.nextAt < b.nextAt ? -1 : a.nextAt > b.nextAt ? 1 : 0));
  const turns: NearTurn<S>[] = [];
  let place = 0;
  for (let week = 0; week * WEEK_DAYS < days; week += 1) {
    for (const slot of inOrder) {
      const day = Math.max(slot.dayOffset, 0) + week * WEEK_DAYS;
      if (day < days) turns.push({ slot, day, isFree: place >= waiting });
      place += 1;
    }
  }
  return turns;
}

/** Whether fewer posts wait than the slots until then take, at least one: the rule of the event that tells it, too. */
export function runsDry(slots: readonly NearSlot[], { waiting, until }: { readonly waiting: number; readonly until: Instant }): boolean {
  if (slots.length === 0) return false;
  return waiting < Math.max(slots.filter(({ nextAt }) => nextAt <= until).length, 1);
}
