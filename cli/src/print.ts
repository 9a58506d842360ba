import { cellText, isRow, type Row } from "./cells.ts";
import type { Reply } from "./send.ts";
import { table, title } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { cut, folded } from "./width.ts";

export interface PrintOptions {
  /**
   * `envelope`: an object with `data`, and `pagination` if there is one. `value`: just the data. Null: text for people.
   */
  readonly json: "envelope" | "value" | null;
  /** In table order. */
  readonly columns: readonly string[];
  readonly terminal: Terminal;
}

/** Prints a reply: one JSON value, or text for people. Whoever reads rows from a pipe hears on standard error that there are more. */
export function print(reply: Reply, options: PrintOptions): void {
  process.stdout.write(`${textOf(reply, options)}\n`);
  if (options.json !== null || options.terminal.width !== null || !Array.isArray(reply.data)) return;
  const more = moreText(reply.pagination);
  if (more !== "") process.stderr.write(`${more}\n`);
}

export function textOf({ data, pagination }: Reply, { json, columns, terminal }: PrintOptions): string {
  if (json === "value" && pagination === undefined) return JSON.stringify(data, null, 2);
  if (json !== null) return JSON.stringify({ data, ...(pagination === undefined ? {} : { pagination }) }, null, 2);
  if (!Array.isArray(data)) return isRow(data) && Object.keys(data).length > 0 ? block(data, terminal) : "Done.";
  const rows = data.length === 0 ? "None." : table(data.filter(isRow), columns, terminal);
  // A program reading from a pipe wants only rows.
  const more = terminal.width === null ? "" : folded(moreText(pagination), terminal.width).join("\n");
  return more === "" ? rows : `${rows}\n\n${more}`;
}

function moreText(pagination: unknown): string {
  if (!isRow(pagination) || !(Number(pagination.currentPage) < Number(pagination.lastPage))) return "";
  const { currentPage, lastPage, total } = pagination;
  return `Page ${currentPage} of ${lastPage}, ${total} in total. Use --page ${Number(currentPage) + 1} for the next page, --all for all of them.`;
}

/** One line per field; nested objects are tables if flat, else indented blocks. */
function block(data: Row, terminal: Terminal): string {
  return Object.entries(data)
    .map(([name, value]) => {
      if (Array.isArray(value) && value.length === 0) return `${title(name)}: none`;
      const inside = insideOf(value, terminal);
      return inside === null ? `${title(name)}: ${cellText(value)}` : `${title(name)}:\n${inside.replace(/^(?=.)/gm, "  ")}`;
    })
    .join("\n");
}

const INDENT = 2;

/** Null for a value that fits on one line. */
function insideOf(value: unknown, terminal: Terminal): string | null {
  const within = { ...terminal, width: terminal.width === null ? null : terminal.width - INDENT };
  if (isRow(value)) return Object.values(value).some((each) => typeof each === "object" && each !== null) ? block(value, within) : null;
  if (!Array.isArray(value) || !value.every(isRow)) return null;
  if (value.every(isFlat)) return table(value.map(shortCells), Object.keys(value[0] ?? {}), within);
  return value.map((each) => block(each, within)).join("\n\n");
}

/** Long texts would make nested tables wider than any terminal; `--json` has them in full. */
const INNER_CELL_LENGTH_MAX = 80;

function shortCells(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "string" ? cut(value, INNER_CELL_LENGTH_MAX) : value]),
  );
}

function isFlat(row: Row): boolean {
  return Object.values(row).every((value) => typeof value !== "object" || value === null);
}
