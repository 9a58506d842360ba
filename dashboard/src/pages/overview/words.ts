const DAY = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

export const words = {
  title: "Overview",
  lead: (zone: string) => `What leaves next, by the clock of ${zone}.`,
  nothing: "Nothing leaves in the next 30 days. Write a post, or give a collection slots.",
  more: "All that leaves, in the calendar",
  leaving: (collection: string) => `${collection}, being published now`,
  troubles: "This needs your attention",
  paused: "The queue of this brand is paused: no queued post is published.",
  reconnect: "Look at the channels",
  day: (day: string) => DAY.format(new Date(`${day}T00:00:00Z`)),
} as const;
