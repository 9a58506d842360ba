import { stripVTControlCharacters } from "node:util";

export type Row = Readonly<Record<string, unknown>>;

/** A value as the text of a table cell. Names come from users, so terminal control characters are removed. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(itemText).join(", ");
  if (isRow(value)) return fieldsText(value);
  return stripVTControlCharacters(String(value)).replace(/\p{Cc}+/gu, " ");
}

export function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Fields that identify a list entry to people, best first. */
const TELLING = ["summary", "date", "name", "title", "time", "id", "value"] as const;

function itemText(item: unknown): string {
  if (!isRow(item)) return cellText(item);
  const word = TELLING.find((name) => item[name] !== undefined);
  return word === undefined ? fieldsText(item) : cellText(item[word]);
}

function fieldsText(value: Row): string {
  return Object.entries(value)
    .map(([name, inside]) => `${name}: ${cellText(inside)}`)
    .join(", ");
}
