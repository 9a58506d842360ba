/** Evens out what may differ between a text as it was sent and as the network gives it back. */
export function comparable(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}
