/** A table in CSV as RFC 4180 describes it. Every cell is quoted, so that commas, quotes and line breaks stay inside. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

/**
 * Texts come from anywhere, and spreadsheets run what begins like a formula, quoted or not: an apostrophe makes it text
 * (https://owasp.org/www-community/attacks/CSV_Injection, 2026-11). Numbers stay numbers.
 */
function cellOf(value: string | number | null): string {
  if (value === null) return '""';
  const text = typeof value === "string" && /^\s*[=+\-@]|^[\t\r]/.test(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}
