import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";

export interface Day {
  /** `Y-m-d`, on the brand's clock. */
  readonly day: string;
  readonly departures: readonly CalendarEntry[];
}

/** The departures in their order, by day. */
export function byDay(departures: readonly CalendarEntry[]): Day[] {
  return [...Map.groupBy(departures, ({ local }) => local.slice(0, 10))].map(([day, those]) => ({ day, departures: those }));
}

/** Why a post will not be published on some of its channels, each reason once. Messages often begin with the network's name already. */
export function refusalsOf({ channels }: Pick<CalendarEntry, "channels">): string[] {
  const refused = channels.filter(({ outcome }) => outcome !== "PUBLISHED" && outcome !== "OPEN");
  const sentences = refused.map(({ type, message, reason }) => {
    const text = message ?? reason ?? "";
    return type === null || text.startsWith(type) ? text : `${type}: ${text}`;
  });
  return [...new Set(sentences)];
}
