import { createHash } from "node:crypto";
import { decode } from "@rostrum/contract/decode.ts";
import { type Instant, parseLocal, printLocal, toInstant } from "@rostrum/contract/formats.ts";
import { MEDIA_PER_POST_MAX } from "@rostrum/contract/limits.ts";
import { NewPost } from "@rostrum/contract/posts.ts";
import type { ImportField, ImportProblem } from "@rostrum/contract/private/imports.ts";
import { scheduleLead } from "../../brands/posts/rules.ts";
import { type DateOrder, isOpen, plainOf, readDate, type WrittenDate } from "./dates.ts";
import type { Recognised } from "./sources.ts";
import type { TableRow } from "./table.ts";

/** What decides about all rows of a file. */
export interface Ground {
  readonly file: Recognised;
  readonly timezone: string;
  readonly now: Instant;
  readonly mode: "SCHEDULED" | "QUEUED" | "DRAFTS";
  readonly undated: "DRAFT" | "QUEUE";
  /** How dates that could be read in two ways are read; null: nobody has said. */
  readonly order: DateOrder | null;
}

/** A row as the post that it would become. */
export interface ComposedRow {
  readonly row: TableRow;
  readonly publishMode: "SCHEDULE" | "QUEUE" | "DRAFT";
  readonly localDate: string | null;
  readonly caption: string;
  readonly title: string | null;
  readonly media: readonly string[];
  readonly link: string | null;
  readonly comment: string | null;
  /** What the file says of where it goes; empty if nothing. */
  readonly place: string;
  /** Null if there are problems. */
  readonly body: NewPost | null;
  readonly fingerprint: string;
  /** A date that is no moment, by which rows of one file are told apart; else empty. */
  readonly writtenDate: string;
  readonly problems: readonly ImportProblem[];
}

/** The post that a row becomes, by the rules of creating one, or what is wrong with it. */
export function compose(ground: Ground, row: TableRow): ComposedRow {
  const text = (field: ImportField) => cellOf(ground.file, row, field);
  const parts = (field: ImportField) => partsOf(text(field), ground.file);
  const inParts = (field: ImportField) => parts(field).join("\n\n");
  const written = [text("date"), text("time")].filter((part) => part !== "").join(" ");
  const date = dateOf(ground, written);
  const media = mediaOf(ground.file, row);
  const links = linksOf(text("link"));
  const [link = ""] = links;
  const caption = captionOf(inParts("caption"), links);
  const alt = parts("alt").join("; ");
  const comment = inParts("comment");
  const publishMode = modeOf(ground, date.at !== null || date.sentence !== null);
  const isTimed = publishMode === "SCHEDULE";
  const given = {
    publishMode,
    ...(caption === "" ? {} : { caption }),
    ...(text("title") === "" ? {} : { title: text("title") }),
    ...(alt === "" ? {} : { alt }),
    ...(link === "" ? {} : { link }),
    ...(comment === "" ? {} : { comment: { comment, delay: 0 } }),
    ...(media.length === 0 ? {} : { media: media.map((url) => ({ url })) }),
    ...(isTimed && date.local !== null ? { scheduledAt: date.local } : {}),
  };
  const decoded = decode(NewPost, given, "camelCase");
  const problems = [
    ...(date.sentence === null || ground.mode !== "SCHEDULED" ? [] : [{ column: nameOf(ground.file, "date"), sentence: date.sentence }]),
    ...("problem" in decoded && decoded.problem.kind === "fields"
      ? problemsOf(ground.file, decoded.problem.fields, date.sentence !== null)
      : []),
  ];
  return {
    row,
    publishMode,
    localDate: date.local,
    caption,
    title: text("title") || null,
    media,
    link: link || null,
    comment: comment || null,
    place: text("place"),
    body: problems.length === 0 && "value" in decoded ? decoded.value : null,
    fingerprint: fingerprintOf({ caption, at: date.at, media }),
    writtenDate: date.at === null ? written.replace(/\s+/g, " ") : "",
    problems,
  };
}

/** The dates of a file, to find out in which order they have their days and months. */
export function datesOf(file: Recognised): WrittenDate[] {
  return file.rows.flatMap((row) => readDate(cellOf(file, row, "date")) ?? readDate(`${cellOf(file, row, "date")} 00:00`) ?? []);
}

function modeOf({ mode, undated }: Ground, isDated: boolean): ComposedRow["publishMode"] {
  if (mode === "DRAFTS") return "DRAFT";
  if (mode === "QUEUED") return "QUEUE";
  return isDated ? "SCHEDULE" : undated;
}

/** Several texts in one cell, such as comments: a post has one of each, so that they are put together. */
function partsOf(cell: string, { separator }: Recognised): string[] {
  const parts = separator === null ? [cell] : cell.split(separator).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

/** Several links in one cell are separated by a comma before the next one: addresses themselves can have commas. */
function linksOf(cell: string): string[] {
  const parts = cell.split(/,(?=\s*https?:\/\/)/i).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

const LINKS_MAX = 20;

/** Links that have a cell of their own are at the text's end, as readers would see them; networks that take links apart get both. */
function captionOf(caption: string, links: readonly string[]): string {
  // Of more than anybody has, none is looked for: a cell can have thousands.
  const added = links.filter((link) => links.length > LINKS_MAX || !caption.includes(link)).join("\n");
  return [caption, added].filter((part) => part !== "").join("\n\n");
}

/** Spreadsheets write line breaks in either form, and put an apostrophe before what they would take for a formula. */
function cellOf(file: Recognised, { cells }: TableRow, field: ImportField): string {
  const cell = (cells[file.columns.indexOf(field)] ?? "").replaceAll("\r\n", "\n").trim();
  return file.isReturning ? cell.replace(/^'(?=\s*[=+\-@])/, "") : cell;
}

/**
 * Addresses in all columns of media, separated by white space, or by a comma, semicolon or bar before the next one: addresses
 * themselves can have commas. In steps that take no longer than the cell is long.
 */
function mediaOf({ columns }: Recognised, { cells }: TableRow): string[] {
  const found = columns.flatMap((field, index) => (field === "media" ? (cells[index] ?? "").split(/\s+/) : []));
  return found
    .flatMap((part) => part.split(/[,;|](?=https?:\/\/)/i))
    .map(withoutSeparators)
    .filter((part) => part !== "")
    .slice(0, MEDIA_PER_POST_MAX + 1);
}

function withoutSeparators(text: string): string {
  let [begin, end] = [0, text.length];
  while (begin < end && ",;|".includes(text[begin] ?? "")) begin += 1;
  while (end > begin && ",;|".includes(text[end - 1] ?? "")) end -= 1;
  return text.slice(begin, end);
}

interface RowDate {
  /** On the brand's clock. */
  readonly local: string | null;
  readonly at: Instant | null;
  readonly sentence: string | null;
}

const NO_DATE: RowDate = { local: null, at: null, sentence: null };

function dateOf({ file, timezone, now, order }: Ground, text: string): RowDate {
  if (text === "") return NO_DATE;
  const problem = (sentence: string): RowDate => ({ ...NO_DATE, sentence });
  const written = readDate(text);
  if (written === null) return problem(`“${text.slice(0, 40)}” is not a date that can be read. Write it as 2027-03-04 09:00.`);
  if (isOpen(written) && order === null) return problem(`“${text}” could be two days. Say whether the day or the month comes first.`);
  const day = dayOf(written, order);
  if (day === null) return problem(`“${text}” is a day that does not exist.`);
  if (written.time === null) return problem(`“${text}” has no time of day. Add one, such as 09:00.`);
  const wall = `${day} ${[written.time.hour, written.time.minute, written.time.second].map((part) => String(part).padStart(2, "0")).join(":")}`;
  const at = written.offset === null ? parseLocal(wall, file.zone ?? timezone) : toInstant(`${wall.replace(" ", "T")}${written.offset}`);
  const local = printLocal(at, timezone);
  if (parseLocal(local, timezone) !== at)
    return problem(`“${text}” is in the second of two hours that the clock of ${timezone} shows twice. Choose another time.`);
  const lead = scheduleLead(at, now);
  return { local, at, sentence: lead === null ? null : at < now ? "The date has passed." : "The date must be at least 10 minutes ahead." };
}

/** Where the text itself leaves only one day, that is meant, in whichever order. */
function dayOf(written: WrittenDate, order: DateOrder | null): string | null {
  if (written.order !== null) return plainOf(written, written.order);
  if (isOpen(written)) return plainOf(written, order ?? "DAY_FIRST");
  return plainOf(written, "DAY_FIRST") ?? plainOf(written, "MONTH_FIRST");
}

/** The same text, date and media are the same post, however they are spaced. */
function fingerprintOf({
  caption,
  at,
  media,
}: {
  readonly caption: string;
  readonly at: Instant | null;
  readonly media: readonly string[];
}): string {
  const text = caption.normalize("NFC").replace(/\s+/g, " ").trim();
  return createHash("sha256")
    .update(JSON.stringify([text, at, media]))
    .digest("base64url");
}

/** What a field of a post is called, and the column that fills it. */
const NOUNS: Readonly<Record<string, readonly [ImportField, string]>> = {
  caption: ["caption", "The text"],
  title: ["title", "The title"],
  alt: ["alt", "The alternative text"],
  link: ["link", "The link"],
  comment: ["comment", "The comment"],
  media: ["media", "The address of the media"],
  scheduledAt: ["date", "The date"],
};

function problemsOf(file: Recognised, fields: Readonly<Record<string, readonly string[]>>, isDateWrong: boolean): ImportProblem[] {
  return Object.entries(fields).flatMap(([field, sentences]) => {
    const [first = ""] = field.split(".");
    const [own, noun] = NOUNS[first] ?? [null, "The row"];
    if (own === "date" && isDateWrong) return [];
    return sentences.map((sentence) => ({
      column: own === null ? null : nameOf(file, own),
      sentence: first === "caption" && sentence.includes("is required") ? "The text is missing." : sentence.replace(/^The \S+ field/, noun),
    }));
  });
}

function nameOf({ columns, header }: Recognised, field: ImportField): string | null {
  return header[columns.indexOf(field)] ?? null;
}
