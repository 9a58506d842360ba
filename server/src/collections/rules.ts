import { type Problem, refusal } from "@rostrum/contract/errors.ts";
import { type Day, parseSlot, type SlotTime } from "@rostrum/contract/formats.ts";
import { SLOTS_PER_DAY_UNVERIFIED, SLOTS_PER_DAY_VERIFIED } from "@rostrum/contract/limits.ts";

/** The weekly slots of a new collection, or a refusal when a day has more than the user may have. */
export function planSlots(
  texts: readonly string[],
  user: { readonly verified: boolean },
): { readonly slots: readonly SlotTime[] } | { readonly problem: Problem } {
  const limit = user.verified ? SLOTS_PER_DAY_VERIFIED : SLOTS_PER_DAY_UNVERIFIED;
  const slots = texts.map(parseSlot);
  const perDay = new Map<Day, number>();
  for (const { day } of slots) perDay.set(day, (perDay.get(day) ?? 0) + 1);
  for (const [day, count] of perDay) {
    if (count > limit) return { problem: refusal(400, "queues", `${day} has ${count} slots; a collection may have ${limit} per day.`) };
  }
  return { slots };
}
