/** Quotes for a POSIX shell; text with line breaks as `$'…'`. */
export function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (text.includes("\n")) return `$'${text.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n")}'`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
