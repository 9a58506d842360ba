/** Times computed from the specification, without any of the service's code. */

export function utcText(moment: Temporal.Instant): string {
  return plainText(moment.toZonedDateTimeISO("UTC").toPlainDateTime());
}

export function plainText(local: Temporal.PlainDateTime): string {
  return local.toString({ smallestUnit: "second" }).replace("T", " ");
}

/** Brand-local `YYYY-MM-DD HH:MM:SS`, so many minutes from now; seconds as given. */
export function localIn(minutes: number, timezone: string): string {
  return plainText(
    Temporal.Now.zonedDateTimeISO(timezone)
      .add({ seconds: Math.round(minutes * 60) })
      .toPlainDateTime(),
  );
}

/** What `postDate` must be for such a local time: by the offset that holds at that moment. */
export function toUtc(local: string, timezone: string): string {
  return utcText(Temporal.PlainDateTime.from(local.replace(" ", "T")).toZonedDateTime(timezone).toInstant());
}

/**
 * The next clock change of a zone. Local times in its gap or overlap mean `local - offset before the change`: in a gap this
 * shifts them past it by its length, in an overlap it is the first of the two.
 */
export function nextClockChange(
  timezone: string,
  kind: "gap" | "overlap",
): { at: Temporal.ZonedDateTime; minutes: number; before: number } {
  let from = Temporal.Now.zonedDateTimeISO(timezone).add({ hours: 1 });
  for (;;) {
    const at = from.getTimeZoneTransition("next");
    if (at === null) throw new Error(`${timezone} has no clock changes`);
    const before = at.subtract({ nanoseconds: 1 }).offsetNanoseconds / 60e9;
    const minutes = at.offsetNanoseconds / 60e9 - before;
    if (kind === "gap" ? minutes > 0 : minutes < 0) return { at, minutes: Math.abs(minutes), before };
    from = at;
  }
}

const DAYS = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];

/** The moments of weekly slots (`Mon 09:00`) from now on, in order, `postDate` form; slots at the same time count twice. */
export function slotMoments(slots: readonly string[], timezone: string, wanted: number): string[] {
  const now = Temporal.Now.zonedDateTimeISO(timezone);
  const moments: Temporal.Instant[] = [];
  for (let day = -1; day < 7 * Math.ceil(wanted / slots.length) + 8; day += 1) {
    const date = now.toPlainDate().add({ days: day });
    for (const slot of slots) {
      if (DAYS[date.dayOfWeek - 1] !== slot.slice(0, 3).toUpperCase()) continue;
      const moment = date
        .toPlainDateTime(Temporal.PlainTime.from(slot.slice(4)))
        .toZonedDateTime(timezone)
        .toInstant();
      if (Temporal.Instant.compare(moment, now.toInstant()) > 0) moments.push(moment);
    }
  }
  return moments.sort(Temporal.Instant.compare).slice(0, wanted).map(utcText);
}

/**
 * `Mon 09:00`, this many days from now: far enough ahead not to pass while a test runs.
 */
export function slotInDays(days: number, time: string, timezone: string): string {
  const date = Temporal.Now.plainDateISO(timezone).add({ days });
  const name = DAYS[date.dayOfWeek - 1] ?? "MON";
  return `${name.charAt(0)}${name.slice(1).toLowerCase()} ${time}`;
}
