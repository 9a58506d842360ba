import { styleText } from "node:util";
import { kebabCase } from "@rostrum/contract/operation.ts";
import { cellText, type Row } from "./cells.ts";
import type { Terminal } from "./terminal.ts";
import { cut, padded, textWidth } from "./width.ts";

const GAP = "  ";
/** A column of text stays readable down to this; below it whole columns are left out. */
const COLUMN_WIDTH_MIN = 8;

/** Lines of columns under a head. On a terminal they fit its width: empty columns go, long texts are cut, then the last columns go. */
export function table(rows: readonly Row[], names: readonly string[], terminal: Terminal): string {
  const all = names.map((name) => columnOf(name, rows));
  if (terminal.width === null) return lines(all, rows.length, terminal);
  const filled = all.filter(({ cells }) => cells.some((text) => text !== "-"));
  const { columns, left } = fitted(filled, terminal.width);
  const note = left === 0 ? "" : `\n(${left} more ${left === 1 ? "column" : "columns"}: --json has everything)`;
  return `${lines(columns, rows.length, terminal)}${note}`;
}

/** `createdAt` reads `created at`; names in capitals, such as days, stay as they are. */
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
  return { head, cells, width: Math.max(...[head, ...cells].map(textWidth)) };
}

/** Takes columns away from the end until the rest can be made narrow enough, then narrows the widest ones. */
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

/** The largest width that columns may have so that together they fill no more than the room. */
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

/** The states of the contract have colours; other words do not. */
function tint(text: string): string {
  if (GOOD.includes(text)) return paint("green", text);
  if (BAD.includes(text)) return paint("red", text);
  return BETWEEN.includes(text) ? paint("yellow", text) : text;
}

/** Whether there are colours has been decided by then: Node would look at standard output again. */
function paint(style: Style, text: string): string {
  return styleText(style, text, { validateStream: false });
}
