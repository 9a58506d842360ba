/** Dates and times as people read them, in the language of their browser. */

/** `Mon, 23 Nov, 09:00`: a moment on the clock of a zone, always with the day. */
export function printMoment(instant: string, zone: string): string {
  return format(zone, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: yearIfOther(instant),
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(instant));
}

/** `09:00` on the clock of a zone. */
export function printTime(instant: string, zone: string): string {
  return format(zone, { hour: "2-digit", minute: "2-digit" }).format(new Date(instant));
}

/** The zone of the person's browser. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: zone });
}

/** The year is left out while it goes without saying. */
function yearIfOther(instant: string): "numeric" | undefined {
  return new Date(instant).getUTCFullYear() === new Date().getUTCFullYear() ? undefined : "numeric";
}
