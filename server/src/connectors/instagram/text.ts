/** Evens out what may differ between a text as it was sent and as the network gives it back. */
export function comparable(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** Written as `2026-11-20T10:00:00+0000`. One that cannot be read counts as new, so that it stops a false match. */
export function momentOf(timestamp: string): number {
  const milliseconds = Date.parse(timestamp.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return Number.isNaN(milliseconds) ? Number.POSITIVE_INFINITY : milliseconds;
}
