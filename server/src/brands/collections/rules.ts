import { type Problem, refusal } from "@rostrum/contract/errors.ts";
import { type Day, parseSlot, type SlotTime } from "@rostrum/contract/formats.ts";
import { SLOTS_PER_DAY_UNVERIFIED, SLOTS_PER_DAY_VERIFIED } from "@rostrum/contract/limits.ts";
import type { WantedSlot } from "@rostrum/contract/private/collections.ts";

/** The weekly slots of a new collection, or a refusal when a day has more than the user may have. */
export function planSlots(
  texts: readonly string[],
  user: { readonly verified: boolean },
): { readonly slots: readonly SlotTime[] } | { readonly problem: Problem } {
  const limit = user.verified ? SLOTS_PER_DAY_VERIFIED : SLOTS_PER_DAY_UNVERIFIED;
  const slots = texts.map(parseSlot);
  for (const [day, count] of perDay(slots)) {
    if (count > limit) return { problem: refusal(400, "queues", `${day} has ${count} slots; a collection may have ${limit} per day.`) };
  }
  return { slots };
}

/** A slot as it is stored. */
export interface StoredSlot extends SlotTime {
  readonly id: number;
}

/** What makes one week of another. */
export interface WeekChange {
  readonly removed: readonly number[];
  readonly moved: readonly StoredSlot[];
  readonly added: readonly SlotTime[];
}

/**
 * What makes the wanted week of the one that is there. Slots keep their ids when they move. A day may not get more slots than the
 * person may have; one that has more already may keep them.
 */
export function planWeek(
  before: readonly StoredSlot[],
  wanted: readonly WantedSlot[],
  user: { readonly verified: boolean },
): { readonly change: WeekChange } | { readonly problem: Problem } {
  const limit = user.verified ? SLOTS_PER_DAY_VERIFIED : SLOTS_PER_DAY_UNVERIFIED;
  const countBefore = perDay(before);
  for (const [day, count] of perDay(wanted)) {
    if (count > limit && count > (countBefore.get(day) ?? 0))
      return { problem: refusal(422, "slots", `${day} would have ${count} slots; a collection may have ${limit} per day.`) };
  }
  const known = new Map(before.map((slot) => [slot.id, slot]));
  const moved: StoredSlot[] = [];
  const added: SlotTime[] = [];
  for (const { id, day, time } of wanted) {
    const slot = id === undefined ? undefined : known.get(id);
    if (slot === undefined) added.push({ day, time });
    else if (known.delete(slot.id) && (slot.day !== day || slot.time !== time)) moved.push({ id: slot.id, day, time });
  }
  return { change: { removed: [...known.keys()], moved, added } };
}

function perDay(slots: readonly SlotTime[]): ReadonlyMap<Day, number> {
  const counts = new Map<Day, number>();
  for (const { day } of slots) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}
