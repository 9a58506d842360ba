import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";

/** What is shown of a post: the worst that has become of it. */
export function stateOf({
  state,
  channels,
}: Pick<CalendarEntry, "state" | "channels">): "planned" | "leaving" | "sent" | "failed" | "skipped" {
  if (state === "LEAVING") return "leaving";
  if (state !== "LEFT") return "planned";
  if (channels.some(({ outcome }) => outcome === "FAILED" || outcome === "UNDECIDED")) return "failed";
  return channels.some(({ outcome }) => outcome === "PUBLISHED") ? "sent" : "skipped";
}

/** Where it will certainly not arrive, of a post that is still to leave. */
export function refusalsOf({ state, channels }: Pick<CalendarEntry, "state" | "channels">): CalendarEntry["channels"] {
  return state === "LEFT" || state === "LEAVING" ? [] : channels.filter(({ outcome }) => outcome === "FAILED");
}

interface FreeSlot {
  readonly local: string;
  readonly collectionId: number;
}

/** One place in a day: a post, or a slot that has none. */
export type Place<S extends FreeSlot = FreeSlot> =
  | { readonly kind: "post"; readonly local: string; readonly entry: CalendarEntry }
  | { readonly kind: "free"; readonly local: string; readonly slot: S };

/** Posts and free slots of each day, in order of time. */
export function daysOf<S extends FreeSlot>(
  days: readonly string[],
  { entries, freeSlots }: { readonly entries: readonly CalendarEntry[]; readonly freeSlots: readonly S[] },
): { readonly day: string; readonly places: readonly Place<S>[] }[] {
  const places: Place<S>[] = [
    ...entries.map((entry) => ({ kind: "post" as const, local: entry.local, entry })),
    ...freeSlots.map((slot) => ({ kind: "free" as const, local: slot.local, slot })),
  ];
  const byDay = Map.groupBy(places, ({ local }) => local.slice(0, 10));
  return days.map((day) => ({ day, places: (byDay.get(day) ?? []).sort((a, b) => (a.local < b.local ? -1 : a.local > b.local ? 1 : 0)) }));
}
