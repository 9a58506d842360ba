import { styleText } from "node:util";
import { kebabCase } from "@rostrum/contract/operation.ts";
import { cellText, type Row } from "./cells.ts";
import type { Terminal } from "./terminal.ts";
import { cut, padded, textWidth } from "./width.ts";

const GAP = "  ";
/** Minimum readable width of a text column; below this, whole columns are dropped. */
const COLUMN_WIDTH_MIN = 7;

/**
 * A table with a header. On a terminal it fits the width: empty columns are dropped, long texts are cut, then the last columns
 * are dropped. Moments are never cut there, say their zone, and the first that tells more than when a row was stored stays.
 */
export function table(rows: readonly Row[], names: readonly string[], terminal: Terminal): string {
  const all = names.map((name) => columnOf(name, rows));
  if (terminal.width === null) return lines(all, rows.length, terminal);
  const filled = all.filter(({ cells }) => cells.some((text) => text !== "-")).map(readable);
  const { columns, left } = fitted(filled, terminal.width);
  const note = left === 0 ? "" : `\n(${left} more ${left === 1 ? "column" : "columns"}: --json has all)`;
  return `${lines(columns, rows.length, terminal)}${note}`;
}

/**
 * `createdAt` becomes `created at`; names in capitals, such as days, are kept.
 */
export function title(name: string): string {
  return name === name.toUpperCase() ? name : kebabCase(name).replaceAll("-", " ");
}

interface Column {
  readonly name: string;
  readonly head: string;
  readonly cells: readonly string[];
  readonly width: number;
  /** Moments in UTC: they are not cut. */
  readonly isMoment: boolean;
}

function columnOf(name: string, rows: readonly Row[]): Column {
  const cells = rows.map((row) => cellText(row[name]));
  return sized({ name, head: title(name).toUpperCase(), cells, isMoment: false });
}

function sized(column: Omit<Column, "width">): Column {
  return { ...column, width: [column.head, ...column.cells].reduce((most, text) => Math.max(most, textWidth(text)), 0) };
}

const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d+Z$/;
/** Of the names whose moments come without `T` and `Z`, the one that is in UTC and not on the brand's clock. */
const POST_DATE = { name: "postDate", form: /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/ };

/** Moments as people read them: the zone in the head, without fractions, and without seconds where all are full minutes. */
function readable(column: Column): Column {
  const { name, head, cells } = column;
  const form = name === POST_DATE.name ? POST_DATE.form : MOMENT;
  if (!cells.every((text) => text === "-" || form.test(text))) return column;
  const told = cells.map((text) => text.replace(form, "$1 $2"));
  const isInMinutes = told.every((text) => text === "-" || text.endsWith(":00"));
  const short = isInMinutes ? told.map((text) => text.replace(/:00$/, "")) : told;
  return sized({ name, head: `${head} (UTC)`, cells: short, isMoment: true });
}

/** Drops columns from the end until the rest can be made to fit, then narrows the widest ones. */
function fitted(all: readonly Column[], width: number): { columns: readonly Column[]; left: number } {
  const telling = all.find(isTelling);
  const least = ({ width: full, isMoment }: Column) => GAP.length + (isMoment ? full : Math.min(full, COLUMN_WIDTH_MIN));
  const columns = [...all];
  while (columns.length > 1 && sum(columns, least) - GAP.length > width) {
    const last = columns.findLastIndex((column) => column !== telling);
    columns.splice(Math.max(last, 1), 1);
  }
  const room = width - GAP.length * (columns.length - 1);
  return { columns: narrowed(columns, room), left: all.length - columns.length };
}

/** A moment that says more than when the row was stored. */
function isTelling({ name, isMoment }: Column): boolean {
  return isMoment && name !== "createdAt" && name !== "updatedAt";
}

function sum(columns: readonly Column[], widthOf: (column: Column) => number): number {
  return columns.reduce((total, column) => total + widthOf(column), 0);
}

/** All columns with the largest width at which they fit into the room together. A moment keeps its own if it alone has room. */
function narrowed(columns: readonly Column[], room: number): Column[] {
  const at = (most: number) => (column: Column) => (column.isMoment && column.width < room ? column.width : Math.min(column.width, most));
  let most = Math.max(...columns.map(({ width }) => width));
  while (most > 1 && sum(columns, at(most)) > room) most -= 1;
  return columns.map((column) => ({ ...column, width: at(most)(column) }));
}

function lines(columns: readonly Column[], count: number, { colours }: Terminal): string {
  const head = line(columns, (column) => column.head);
  const body = Array.from({ length: count }, (_, index) =>
    line(columns, (column) => column.cells[index] ?? "-", colours ? tint : undefined),
  );
  return [colours ? paint("bold", head) : head, ...body].join("\n");
}

function line(columns: readonly Column[], textIn: (column: Column) => string, dress = (text: string) => text): string {
  return columns
    .map((column) => {
      const text = cut(textIn(column), column.width);
      return dress(text) + " ".repeat(padded(text, column.width).length - text.length);
    })
    .join(GAP)
    .trimEnd();
}

type Style = Parameters<typeof styleText>[0];

const GOOD = ["ACTIVE", "PUBLISHED", "SENT"];
const BAD = ["FAILED", "FAILING", "INACTIVE", "STOPPED"];
const BETWEEN = ["PAUSED", "RETRYING", "SKIPPED"];

/** Colours the contract's states; leaves other words alone. */
function tint(text: string): string {
  if (GOOD.includes(text)) return paint("green", text);
  if (BAD.includes(text)) return paint("red", text);
  return BETWEEN.includes(text) ? paint("yellow", text) : text;
}

/** The caller has already decided on colours; by default Node would check standard output again. */
function paint(style: Style, text: string): string {
  return styleText(style, text, { validateStream: false });
}
