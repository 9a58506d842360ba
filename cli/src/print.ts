import { stripVTControlCharacters } from "node:util";
import { kebabCase } from "@rostrum/contract/operation.ts";
import type { Reply } from "./send.ts";

export interface PrintOptions {
  readonly json: boolean;
  /** In the order of the table. */
  readonly columns: readonly string[];
}

/** Prints a reply: one JSON value, or text for a person. */
export function print(reply: Reply, options: PrintOptions): void {
  process.stdout.write(`${options.json ? json(reply) : plain(reply.data, options.columns)}\n`);
}

function json({ data, pagination }: Reply): string {
  return JSON.stringify(pagination === undefined ? data : { data, pagination }, null, 2);
}

function plain(data: unknown, columns: readonly string[]): string {
  if (Array.isArray(data)) return data.length === 0 ? "None." : table(data.filter(isObject), columns);
  return isObject(data) && Object.keys(data).length > 0 ? block(data) : "Done.";
}

/** One line for each field; objects inside are tables where they are flat, else blocks of their own, indented. */
function block(data: Readonly<Record<string, unknown>>): string {
  return Object.entries(data)
    .map(([name, value]) => {
      const rows = Array.isArray(value) && value.every(isObject) ? value : null;
      if (rows === null) return `${title(name)}: ${cell(value)}`;
      if (rows.length === 0) return `${title(name)}: none`;
      const inside = rows.every(isFlat) ? table(rows.map(shortCells), Object.keys(rows[0] ?? {})) : rows.map(block).join("\n\n");
      return `${title(name)}:\n${inside.replace(/^(?=.)/gm, "  ")}`;
    })
    .join("\n");
}

/** Long texts would make a table inside a block wider than any terminal; `--json` has them whole. */
const INNER_CELL_LENGTH_MAX = 80;

function shortCells(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const letters = typeof value === "string" ? [...value] : [];
      return [name, letters.length > INNER_CELL_LENGTH_MAX ? `${letters.slice(0, INNER_CELL_LENGTH_MAX).join("")}…` : value];
    }),
  );
}

function isFlat(row: Readonly<Record<string, unknown>>): boolean {
  return Object.values(row).every((value) => typeof value !== "object" || value === null);
}

function table(rows: readonly Readonly<Record<string, unknown>>[], columns: readonly string[]): string {
  const lines = [columns.map((name) => title(name).toUpperCase()), ...rows.map((row) => columns.map((name) => cell(row[name])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => [...(line[index] ?? "")].length)));
  return lines
    .map((line) =>
      line
        .map((text, index) => pad(text, widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - [...text].length));
}

/** `createdAt` reads `created at`. */
function title(name: string): string {
  return kebabCase(name).replaceAll("-", " ");
}

/** Names come from users: what steers a terminal is taken out. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return stripVTControlCharacters(text).replace(/\p{Cc}+/gu, " ");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
