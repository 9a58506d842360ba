/** In which order a date such as 03/04/2027 has its day and month. */
export type DateOrder = "DAY_FIRST" | "MONTH_FIRST";

/** What a cell says about a date, before it is decided which of its numbers is the day. */
export interface WrittenDate {
  readonly year: number;
  /** Day and month in the order of the text; the same number twice, or a month by its name, is never in doubt. */
  readonly numbers: readonly [number, number];
  /** Null: the text itself does not tell. */
  readonly order: DateOrder | null;
  /** Null: the text has no time of day. */
  readonly time: { readonly hour: number; readonly minute: number; readonly second: number } | null;
  /** Such as `+02:00`; null: on the brand's clock. */
  readonly offset: string | null;
}

const TIME = String.raw`(?<hour>\d{1,2})(?:[:.h-](?<minute>\d{2})(?:[:.](?<second>\d{2})(?:\.\d{1,9})?)?)?\s*(?<half>[ap]\.?m\.?)?\s*(?<offset>Z|UTC|GMT|[+-](?:0\d|1[0-4]):?[0-5]\d)?`;
const BETWEEN = String.raw`(?:\s*[T,]\s*|\s+(?:at\s+)?)`;
const WITH_TIME = `(?:${BETWEEN}${TIME})?`;
const WEEKDAY = String.raw`(?:[a-z]{3,9}\.?,?\s+)?`;

const FORMS: readonly RegExp[] = [
  /** 2026-11-21, 2026/11/21. */
  new RegExp(String.raw`^(?<year>\d{4})(?<mark>[-/.])(?<middle>\d{1,2})\k<mark>(?<third>\d{1,2})${WITH_TIME}$`, "i"),
  /** 21/11/2026, 11/21/26, 21.11.2026. */
  new RegExp(String.raw`^(?<first>\d{1,2})(?<mark>[-/.])(?<middle>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})${WITH_TIME}$`, "i"),
  /** 21 Nov 2026, Sat, 21-Nov-2026. */
  new RegExp(
    String.raw`^${WEEKDAY}(?<first>\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?<month>[a-z]{3,9})\.?,?[\s-]+(?<year>\d{4})${WITH_TIME}$`,
    "i",
  ),
  /** Nov 21, 2026. */
  new RegExp(String.raw`^${WEEKDAY}(?<month>[a-z]{3,9})\.?\s+(?<first>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})${WITH_TIME}$`, "i"),
];

const MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const LENGTH_MAX = 64;

/** The date that a cell holds; null if it holds none, such as “next Friday”. */
export function readDate(text: string): WrittenDate | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > LENGTH_MAX) return null;
  for (const [index, form] of FORMS.entries()) {
    const groups = form.exec(trimmed)?.groups;
    if (groups !== undefined) return checked(index, groups);
  }
  return null;
}

type Groups = Readonly<Record<string, string | undefined>>;

function checked(form: number, groups: Groups): WrittenDate | null {
  const time = groups.hour === undefined ? null : timeOf(groups);
  if (time === "wrong") return null;
  const written = { year: yearOf(groups.year ?? ""), ...orderedOf(form, groups), time, offset: offsetOf(groups.offset) };
  const orders = written.order === null ? (["DAY_FIRST", "MONTH_FIRST"] as const) : [written.order];
  return orders.some((order) => plainOf(written, order) !== null) ? written : null;
}

function orderedOf(form: number, { first, middle = "", third, month, mark }: Groups): Pick<WrittenDate, "numbers" | "order"> {
  if (form === 0) return { numbers: [Number(third), Number(middle)], order: "DAY_FIRST" };
  if (month !== undefined) {
    const index = MONTHS.findIndex(
      (name) =>
        name === month.toLowerCase() ||
        name.slice(0, 3) === month.toLowerCase() ||
        (name === "september" && month.toLowerCase() === "sept"),
    );
    return { numbers: [Number(first), index + 1], order: "DAY_FIRST" };
  }
  // Where dots are used, the day comes first.
  return { numbers: [Number(first), Number(middle)], order: mark === "." ? "DAY_FIRST" : null };
}

function yearOf(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function timeOf({ hour = "", minute, second, half }: Groups): WrittenDate["time"] | "wrong" {
  // A number alone is no time of day.
  if (minute === undefined && half === undefined) return "wrong";
  const given = Number(hour);
  if (half !== undefined && (given < 1 || given > 12)) return "wrong";
  const isAfternoon = half?.toLowerCase().startsWith("p");
  const whole = half === undefined ? given : (given % 12) + (isAfternoon ? 12 : 0);
  const time = { hour: whole, minute: Number(minute ?? 0), second: Number(second ?? 0) };
  return time.hour > 23 || time.minute > 59 || time.second > 59 ? "wrong" : time;
}

function offsetOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^(z|utc|gmt)$/i.test(text)) return "+00:00";
  return text.includes(":") ? text : `${text.slice(0, 3)}:${text.slice(3)}`;
}

/** The day in an order, `YYYY-MM-DD`; null if there is no such day. */
export function plainOf({ year, numbers }: Pick<WrittenDate, "year" | "numbers">, order: DateOrder): string | null {
  const [day, month] = order === "DAY_FIRST" ? numbers : [numbers[1], numbers[0]];
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" }).toString();
  } catch {
    return null;
  }
}

/** Whether the text alone leaves it open which number is the day. */
export function isOpen(written: WrittenDate): boolean {
  const { numbers, order } = written;
  return order === null && numbers[0] !== numbers[1] && plainOf(written, "DAY_FIRST") !== null && plainOf(written, "MONTH_FIRST") !== null;
}

/**
 * In which order a whole column has its days and months: as the dates in it that allow only one order say. `open`: none says it, and
 * some could be either. `torn`: they contradict each other.
 */
export function orderOfColumn(dates: readonly WrittenDate[]): DateOrder | "open" | "torn" | "clear" {
  const unordered = dates.filter(({ order }) => order === null);
  const onlyIn = (one: DateOrder, other: DateOrder) =>
    unordered.some((date) => plainOf(date, one) !== null && plainOf(date, other) === null);
  const [dayFirst, monthFirst] = [onlyIn("DAY_FIRST", "MONTH_FIRST"), onlyIn("MONTH_FIRST", "DAY_FIRST")];
  const isAnyOpen = unordered.some(isOpen);
  if (dayFirst && monthFirst) return isAnyOpen ? "torn" : "clear";
  if (dayFirst) return "DAY_FIRST";
  if (monthFirst) return "MONTH_FIRST";
  return isAnyOpen ? "open" : "clear";
}
