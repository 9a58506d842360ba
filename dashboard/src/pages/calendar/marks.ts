import type { CALENDAR_STATES, CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import type { State } from "../../parts/look/state.ts";

/** How a post stands, in a word. */
export type Mark = "scheduled" | "queued" | "repeats" | "stuck" | "leaving" | "published" | "partly" | "failed";

/** The sign for each, of those that all pages have. */
export const SIGNS: Readonly<Record<Mark, State>> = {
  scheduled: "planned",
  queued: "planned",
  repeats: "planned",
  stuck: "skipped",
  leaving: "leaving",
  published: "sent",
  partly: "failed",
  failed: "failed",
};

type Marked = Pick<CalendarEntry, "state" | "reason" | "channels">;

export function markOf({ state, reason, channels }: Marked): Mark {
  if (state === "LEAVING") return "leaving";
  if (state === "LEFT") return outcomeOf(channels);
  if (reason !== null) return "stuck";
  return state === "REPEATS" ? "repeats" : state === "QUEUED" ? "queued" : "scheduled";
}

function outcomeOf(channels: Marked["channels"]): Mark {
  const published = publishedOn({ channels });
  if (published === channels.length) return "published";
  return published === 0 ? "failed" : "partly";
}

export function publishedOn({ channels }: Pick<CalendarEntry, "channels">): number {
  return channels.filter(({ outcome }) => outcome === "PUBLISHED").length;
}

/** The channels on which it will not be published, or has not been. */
export function troublesOf({ channels }: Pick<CalendarEntry, "channels">): CalendarEntry["channels"] {
  return channels.filter(({ outcome }) => outcome === "FAILED" || outcome === "SKIPPED" || outcome === "UNDECIDED");
}

/** What the calendar may be narrowed to. */
export const STATES = ["scheduled", "queued", "published", "trouble"] as const satisfies readonly (typeof CALENDAR_STATES)[number][];
export type StateFilter = (typeof STATES)[number];
