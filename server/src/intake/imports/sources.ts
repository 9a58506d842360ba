import type { ImportField, ImportSource } from "@rostrum/contract/private/imports.ts";
import { readDate } from "./dates.ts";
import type { TableRow } from "./table.ts";

/** What the columns of a file are: for each, counted from 0, the field that it fills; null: nothing. */
export type Columns = readonly (ImportField | null)[];

/** The file of one tool. */
interface Known {
  readonly source: Exclude<ImportSource, "OTHER" | "HOOTSUITE">;
  /** All of these columns, in lower case. */
  readonly needs: readonly (readonly string[])[];
  readonly fields: Readonly<Record<string, ImportField>>;
  /** The clock of dates without an offset; null: the brand's. */
  readonly zone: string | null;
  /** What is between several texts in one cell. */
  readonly separator?: string;
}

/**
 * The columns of the vendors' files, by their names without remarks. What each means and what cannot be carried over: `docs/moving-in.md`.
 *
 * Buffer: `Text,Image URL,Tags,Posting Time` (and `Board Name`) as its bulk upload takes them, dates as `YYYY-MM-DD HH:mm`; exports
 * have `Scheduled At` and `Profile` (https://sonethub.com/docs/importing-posts, 2026-11).
 * Publer: twelve columns (https://publer.com/blog/ultimate-csv-bulk-scheduler-social-media/, 2026-11), in its template with remarks, such
 * as `Date - Intl. format or prompt` and `Alt text(s) - Separated by ||`; six in older files, with `||` between captions of photos
 * (https://help.publer.io/en/article/what-csv-template-should-i-use-18qhxcq/, 2026-11).
 * SocialBee: https://help.socialbee.com/article/80-how-do-i-import-content-via-csv, 2026-11.
 * Ayrshare: dates in UTC (https://www.ayrshare.com/docs/apis/post/bulk-post, 2026-11).
 */
const KNOWN: readonly Known[] = [
  {
    source: "BUFFER",
    needs: [["text"], ["image url"], ["posting time", "scheduled at"]],
    fields: { text: "caption", "image url": "media", "posting time": "date", "scheduled at": "date", profile: "place" },
    zone: null,
  },
  {
    source: "PUBLER",
    needs: [["date"], ["text", "message"], ["media url", "media urls"], ["label", "labels", "comment", "comments", "alt text"]],
    fields: {
      date: "date",
      text: "caption",
      message: "caption",
      link: "link",
      "media url": "media",
      "media urls": "media",
      title: "title",
      label: "place",
      labels: "place",
      "alt text": "alt",
      comment: "comment",
      comments: "comment",
    },
    separator: "||",
    zone: null,
  },
  {
    source: "SOCIALBEE",
    needs: [["text"], ["imageurls"], ["postatspecifictime", "videourls"]],
    fields: {
      text: "caption",
      link: "link",
      imageurls: "media",
      gifurls: "media",
      videourls: "media",
      postatspecifictime: "date",
      category: "place",
    },
    zone: null,
  },
  {
    source: "AYRSHARE",
    needs: [["post"], ["platforms"], ["scheduledate"]],
    fields: { post: "caption", platforms: "place", mediaurls: "media", scheduledate: "date" },
    zone: "UTC",
  },
];

/**
 * Words by which the columns of other tables are guessed, to be confirmed in the preview. Among them are those of HighLevel's Social
 * Planner (https://help.hoopai.com/marketing/social-csv-import, 2026-11).
 */
const GUESSES: readonly (readonly [ImportField, RegExp])[] = [
  ["caption", /^(text|caption|message|post|content|body|copy|post text|post content)$/],
  [
    "date",
    /^(post ?at( ?specific ?time)?|date|date ?\/? ?time|datetime|scheduled?( at| date| time| for)?|publish(ing)? (date|time)|post(ing)? (date|time))$/,
  ],
  ["time", /^(time|hour|time of day)$/],
  ["media", /^((image|photo|picture|video|gif|media)s?( ?urls?| ?links?)?( \d+)?|attachments?)$/],
  ["link", /^(link|url|link url|website)$/],
  ["title", /^(title|headline|name)$/],
  ["alt", /^(alt|alt ?text|alternative text)$/],
  ["comment", /^(first |follow ?up ?)?comments?$/],
  ["place", /^(collection|category|profile|channel|account|network|platform|queue|label)s?$/],
];

/** The column that a file of failed rows has beside its own. */
export const PROBLEM_COLUMN = "What is wrong (Rostrum)";

/** A file once it is known what it is. */
export interface Recognised {
  readonly source: ImportSource;
  /** The names of the columns. */
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly rows: readonly TableRow[];
  /** The clock of dates without an offset; null: the brand's. */
  readonly zone: string | null;
  /** What is between several texts in one cell; null: a cell has one. */
  readonly separator: string | null;
  /** Whether these are failed rows of an earlier import: apostrophes before what looks like a formula are ours. */
  readonly isReturning: boolean;
}

/** What a table is, by its first row; a table whose first row is a post already has no header. */
export function recognise(rows: readonly TableRow[]): Recognised {
  const [first] = rows;
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (first === undefined || isPost(first)) return withoutHeader(rows, width);
  const header = Array.from({ length: width }, (_, index) => first.cells[index]?.trim() || `Column ${index + 1}`);
  const names = header.map(withoutBrackets);
  const plain = header.map((name) => withoutBrackets(inWords(name)).replace(/ (utc|gmt)\b.*$/, ""));
  const bare = names.map(withoutRemark);
  const known = KNOWN.find(({ needs }) => needs.every((some) => some.some((name) => bare.includes(name))));
  const columns =
    known === undefined
      ? guessed(plain)
      : onlyOnce(bare.map((name) => (Object.hasOwn(known.fields, name) ? (known.fields[name] ?? null) : null)));
  return {
    source: known?.source ?? "OTHER",
    header,
    columns,
    rows: rows.slice(1),
    zone: known?.zone ?? null,
    separator: known?.separator ?? null,
    isReturning: header.includes(PROBLEM_COLUMN),
  };
}

/** `Media URL(s)`, `postAtSpecificTime (YYYY-MM-DD HH:mm:ss)`: what is in brackets is no part of the name. */
function withoutBrackets(name: string): string {
  return name
    .toLowerCase()
    .replace(/\([^()]*\)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The name in a template that says behind it how cells are written. */
function withoutRemark(name: string): string {
  return name.split(" - ", 1)[0] ?? name;
}

/** A header names; it holds neither dates nor addresses. */
function isPost({ cells }: TableRow): boolean {
  return cells.some((cell) => readDate(cell) !== null || /^https?:\/\//i.test(cell.trim()));
}

/**
 * Hootsuite's files have no header but two or three columns: date and time, text, and a link
 * (https://kim-iverson-headlee.blogspot.com/2016/08/the-business-of-writing-using-hootsuite.html, 2026-11).
 */
function withoutHeader(rows: readonly TableRow[], width: number): Recognised {
  const cells = rows[0]?.cells ?? [];
  const isHootsuite = width >= 2 && width <= 3 && readDate(cells[0] ?? "") !== null;
  const header = Array.from({ length: width }, (_, index) => `Column ${index + 1}`);
  const columns: Columns = isHootsuite ? (["date", "caption", "link"] as const).slice(0, width) : header.map(() => null);
  return { source: isHootsuite ? "HOOTSUITE" : "OTHER", header, columns, rows, zone: null, separator: null, isReturning: false };
}

function guessed(names: readonly string[]): Columns {
  return onlyOnce(names.map((name) => GUESSES.find(([, pattern]) => pattern.test(name))?.[0] ?? null));
}

/** Only media may have several columns: of others, the first counts. */
function onlyOnce(columns: Columns): Columns {
  return columns.map((field, index) => (field === "media" || columns.indexOf(field) === index ? field : null));
}

/** The clock that the name of the time's or the date's column says: `Date (UTC)`, `publishAtUTC`, `Time (GMT+2)`; null if none does. */
export function namedZone({ header, columns }: Pick<Recognised, "header" | "columns">): string | null {
  const names = (["time", "date"] as const).map((field) => header[columns.indexOf(field)] ?? "");
  return names.map(zoneIn).find((zone) => zone !== null) ?? null;
}

const ZONE = /(?<!\p{L})(?:utc|gmt)(?:\s*([+\-−])(\d{1,2})(?::?([0-5]\d))?)?(?![\p{L}\d])/iu;
const OFFSET_HOURS_MAX = 14;

function zoneIn(name: string): string | null {
  const found = ZONE.exec(inWords(name));
  if (found === null) return null;
  const [, sign, hours, minutes = "00"] = found;
  if (sign === undefined || hours === undefined) return "UTC";
  return Number(hours) > OFFSET_HOURS_MAX ? "UTC" : `${sign === "+" ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`;
}

/** `scheduled_at`, `publishAt`: with spaces between the words. */
function inWords(name: string): string {
  return name.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").replaceAll("_", " ");
}

/** The columns as somebody says: `caption:1,media:2+3`. Numbers beyond the table are left out. */
export function columnsFrom(text: string, width: number): Columns {
  const columns: (ImportField | null)[] = Array.from({ length: width }, () => null);
  for (const part of text.split(",")) {
    const [field, numbers = ""] = part.split(":");
    for (const number of numbers.split("+")) {
      const index = Number(number) - 1;
      if (index >= 0 && index < width) columns[index] = field as ImportField;
    }
  }
  return onlyOnce(columns);
}
