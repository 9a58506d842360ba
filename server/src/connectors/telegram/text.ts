/**
 * Length as Telegram's limits are held here: UTF-16 code units, the unit of its offsets. Where the server counts code
 * points instead this is the stricter count, never the laxer one.
 */
export function textLength(text: string): number {
  return text.length;
}

/** The text in at most `max` UTF-16 units, with an ellipsis in place of what is left out and no character cut in half. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length + ELLIPSIS.length > max) break;
    kept += character;
  }
  return kept.trimEnd() + ELLIPSIS;
}

/** A text in the form in which two are the same message: Telegram trims the ends, and evens out nothing else that is seen. */
export function comparable(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

const ELLIPSIS = "…";
