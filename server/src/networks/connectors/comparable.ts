/** A text as it can be compared with what a network gives back: networks compose characters and change white space. */
export function comparable(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** The same where a network keeps lines apart: it trims the text, and may change line ends. */
export function comparableLines(text: string): string {
  return text.replace(/\r\n?/g, "\n").normalize("NFC").trim();
}
