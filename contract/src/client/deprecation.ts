import type { DeprecationNotice } from "./facts.ts";

/**
 * What a reply's headers say about the end of what was called (RFC 9745, RFC 8594); null if they say nothing. A header that cannot be
 * read counts as absent.
 */
export function noticeIn(headers: Headers): Omit<DeprecationNotice, "operation"> | null {
  const since = dayOf(secondsIn(headers.get("deprecation")));
  const sunset = dayOf(Date.parse(headers.get("sunset") ?? ""));
  if (since === null && sunset === null) return null;
  return { since, sunset, link: /<([^>]*)>[^,]*;\s*rel="?deprecation\b/i.exec(headers.get("link") ?? "")?.[1] ?? null };
}

/** A structured date: `@1801353600`. */
function secondsIn(text: string | null): number {
  return Number(/^@(\d{1,12})$/.exec(text?.trim() ?? "")?.[1] ?? Number.NaN) * 1000;
}

/** Null unless it is in a year of four digits. */
function dayOf(milliseconds: number): string | null {
  if (Number.isNaN(milliseconds)) return null;
  return /^\d{4}-\d\d-\d\d(?=T)/.exec(new Date(milliseconds).toISOString())?.[0] ?? null;
}
