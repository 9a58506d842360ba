/**
 * Times as the API takes them, `2030-05-01 09:00:00`, from what n8n has: text of a date picker, ISO text, or the moments of its
 * expressions, such as `$now`. A time without an offset is taken as it is; one with an offset is converted to the zone. Throws where
 * the zone's clocks show that time for the second time, when they are put back: the API would take it for the first.
 */
export function plainTime(value: unknown, zone: string): string {
  const text = textOf(value).trim();
  const wall = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?$/.exec(text);
  if (wall) return `${wall[1]} ${wall[2]}${wall[3] ?? ":00"}`;
  const moment = hasOffset(text) ? new Date(text) : null;
  // What is no time at all is left for the service to refuse, in its own words.
  if (moment === null || Number.isNaN(moment.getTime())) return text;
  const plain = inZone(moment, zone);
  const isSecond = SET_BACK_MINUTES.some((minutes) => inZone(new Date(moment.getTime() - minutes * 60_000), zone) === plain);
  if (isSecond) throw new Error(`${plain} comes twice in ${zone}, because clocks are put back, and only the first can be named`);
  return plain;
}

/** By how much clocks are put back; half an hour on Lord Howe Island. */
const SET_BACK_MINUTES = [30, 60];

/** Whether the value names a moment by itself, so that a zone is needed to say it in plain text. */
export function isMoment(value: unknown): boolean {
  return hasOffset(textOf(value).trim());
}

function hasOffset(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
}

/** The moments of n8n's expressions are objects that print themselves as ISO text. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  const moment = value as { readonly toISO?: () => string | null } | null;
  return typeof moment === "object" && typeof moment?.toISO === "function" ? (moment.toISO() ?? "") : String(value);
}

function inZone(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`;
}
