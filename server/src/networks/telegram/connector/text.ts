/**
 * Length by which Telegram's limits are checked: UTF-16 code units, the unit of its offsets. Where the server counts code
 * points instead, this is stricter, never laxer.
 */
export function textLength(text: string): number {
  return text.length;
}

/** The text in at most `max` UTF-16 units, with an ellipsis for what is cut and no split character. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length + ELLIPSIS.length > max) break;
    kept += character;
  }
  return kept.trimEnd() + ELLIPSIS;
}

const ELLIPSIS = "…";
