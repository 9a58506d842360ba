/** The links, mentions and tags Telegram detects in plain text, as ranges in UTF-16 units. */
export function entitiesOf(text: string): { readonly start: number; readonly end: number; readonly href: string }[] {
  return [...text.matchAll(PATTERN)].map((match) => {
    const whole = withoutSentenceEnd(match[0]);
    const [first] = whole;
    const href = first === "@" ? `https://t.me/${whole.slice(1)}` : first === "#" ? `https://t.me/s/${encodeURIComponent(whole)}` : whole;
    return { start: match.index, end: match.index + whole.length, href };
  });
}

const PATTERN = /https?:\/\/[^\s<>"]+|(?<![\p{L}\p{N}_@/])@[a-z]\w{4,31}|(?<![\p{L}\p{N}_&/])#[\p{L}\p{N}_]+/giu;
const SENTENCE_END = new Set(".,;:!?'\")]}…");

/** Works from the end: a regular expression would try every run of these characters, which is quadratic. */
function withoutSentenceEnd(text: string): string {
  let end = text.length;
  while (SENTENCE_END.has(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}
