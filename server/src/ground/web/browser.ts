const BROWSER_LENGTH_MAX = 200;

/** What a browser or program calls itself, as plain text that fits into a list; null if it says nothing. */
export function browserOf(userAgent: string | undefined): string | null {
  const text = (userAgent ?? "")
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, BROWSER_LENGTH_MAX)
    .trim();
  return text === "" ? null : text;
}
