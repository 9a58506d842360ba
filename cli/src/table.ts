import { styleText } from "node:util";
import { kebabCase } from "@rostrum/contract/operation.ts";
import { cellText, type Row } from "./cells.ts";
import type { Terminal } from "./terminal.ts";
import { cut, padded, textWidth } from "./width.ts";

const GAP = "  ";
/** Minimum readable width of a text column; below this, whole columns are dropped. */
const COLUMN_WIDTH_MIN = 8;

/**
 * A table with a header. On a terminal it fits the width: empty columns are dropped, long texts are cut, then the last columns
 * are dropped.
 */
export function table(rows: readonly Row[], names: readonly string[], terminal: Terminal): string {
  const all = names.map((name) => columnOf(name, rows));
  if (terminal.width === null) return lines(all, rows.length, terminal);
  const filled = all.filter(({ cells }) => cells.some((text) => text !== "-"));
  const { columns, left } = fitted(filled, terminal.width);
  const note = left === 0 ? "" : `\n(${left} more ${left === 1 ? "column" : "columns"}: use --json for everything)`;
  return `${lines(columns, rows.length, terminal)}${note}`;
}

/**
 * `createdAt` becomes `created at`; names in capitals, such as days, are kept.
 */
export function title(name: string): string {
  return name === name.toUpperCase() ? name : kebabCase(name).replaceAll("-", " ");
}

interface Column {
  readonly head: string;
  readonly cells: readonly string[];
  readonly width: number;
}

function columnOf(name: string, rows: readonly Row[]): Column {
  const head = title(name).toUpperCase();
  const cells = rows.map((row) => cellText(row[name]));
  return { head, cells, width: [head, ...cells].reduce((most, text) => Math.max(most, textWidth(text)), 0) };
}

/** Drops columns from the end until the rest can be made to fit, then narrows the widest ones. */
function fitted(all: readonly Column[], width: number): { columns: readonly Column[]; left: number } {
  const least = (columns: readonly Column[]) =>
    columns.reduce((sum, column) => sum + Math.min(column.width, COLUMN_WIDTH_MIN) + GAP.length, -GAP.length);
  let count = all.length;
  while (count > 1 && least(all.slice(0, count)) > width) count -= 1;
  const columns = all.slice(0, count);
  const room = width - GAP.length * (count - 1);
  const most = widest(
    columns.map((column) => column.width),
    room,
  );
  return { columns: columns.map((column) => ({ ...column, width: Math.min(column.width, most) })), left: all.length - count };
}

/** The largest column width at which all columns together fit into the room. */
function widest(widths: readonly number[], room: number): number {
  let most = Math.max(...widths);
  while (most > 1 && widths.reduce((sum, width) => sum + Math.min(width, most), 0) > room) most -= 1;
  return most;
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
