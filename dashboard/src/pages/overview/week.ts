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

export interface ReadWeek<S extends FreeSlot = FreeSlot> {
  readonly entries: readonly CalendarEntry[];
  readonly days: readonly { readonly day: string; readonly posts: number }[];
  readonly freeSlots: readonly S[];
}

/** Posts and free slots of each day, in order of time, and how many there are, also those that have not been read. */
export function daysOf<S extends FreeSlot>(
  days: readonly string[],
  { entries, freeSlots, days: counts }: ReadWeek<S>,
): { readonly day: string; readonly places: readonly Place<S>[]; readonly count: number }[] {
  const places: Place<S>[] = [
    ...entries.map((entry) => ({ kind: "post" as const, local: entry.local, entry })),
    ...freeSlots.map((slot) => ({ kind: "free" as const, local: slot.local, slot })),
  ];
  const byDay = Map.groupBy(places, ({ local }) => local.slice(0, 10));
  return days.map((day) => {
    const those = (byDay.get(day) ?? []).sort((a, b) => (a.local < b.local ? -1 : a.local > b.local ? 1 : 0));
    const posts = counts.find((one) => one.day === day)?.posts ?? 0;
    return { day, places: those, count: posts + those.filter(({ kind }) => kind === "free").length };
  });
}
