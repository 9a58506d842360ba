import type { Day } from "@rostrum/contract/formats.ts";
import { printLocalTime } from "../../parts/moments.ts";
import { words } from "./words.ts";

/** `Monday 9:00 AM`; the time is given as `HH:mm`. */
export function printSlot({ day, time }: { readonly day: Day; readonly time: string }): string {
  return words.slot({ day: words.days[day], time: printLocalTime(time) });
}

export function printDays(days: readonly Day[]): string {
  return days.map((day) => words.days[day]).join(", ");
}

/** What becomes of posts once they are published. */
export function printInterval(weeks: number): string {
  if (weeks === 0) return words.evergreen.off;
  return weeks < 0 ? words.evergreen.once : words.afterWeeks({ weeks });
}

/** What a list has got and lost; with neither, its order is what has changed. */
export function printChanges(gained: readonly string[], lost: readonly string[]): string {
  const parts = [
    ...(gained.length === 0 ? [] : [words.changed.gained({ list: gained.join(", ") })]),
    ...(lost.length === 0 ? [] : [words.changed.lost({ list: lost.join(", ") })]),
  ];
  return parts.length === 0 ? words.changed.order : parts.join(", ");
}
