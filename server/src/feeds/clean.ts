import { decodeHtml } from "./characters.ts";
import { FIELD_LENGTH_MAX } from "./limits.ts";
import { scanMarkup } from "./markup.ts";

/** What elements of HTML do to text. `raw`: their inside is no markup and no text of the author's; `silent`: no text of his. */
type Effect = "raw" | "silent" | "paragraph" | "line" | "break";
const NAMES: Readonly<Record<Effect, string>> = {
  raw: "script style textarea title iframe",
  silent: "template svg object noscript",
  paragraph: "p h1 h2 h3 h4 h5 h6 blockquote ul ol dl table pre figure section article",
  line: "div li tr dt dd figcaption header footer address hr",
  break: "br",
};
const ELEMENTS = new Map(Object.entries(NAMES).flatMap(([effect, names]) => names.split(" ").map((name) => [name, effect] as const)));

/** Whether what is inside the element (lower-case) is no markup. */
export function isRaw(name: string): boolean {
  return ELEMENTS.get(name) === "raw";
}

// Control characters but tab and newline, bidirectional overrides (they make text read as what it is not), lone surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be removed.
const UNPRINTABLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]|\p{Surrogate}/gu;
// The same without looking whether surrogates are lone, which costs ten times as much.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be removed.
const MAYBE_UNPRINTABLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF\uD800-\uDFFF]/;
const MARKUP = /<\/?[a-z][^<>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/i;

/** Called for each tag that begins, with its name in lower case and its attributes unread. */
export type OnTag = (name: string, attributes: string) => void;

/**
 * HTML or text as plain text: breaks and ends of paragraphs and list items become newlines, never more than one empty
 * line. `onTag` sees the tags on the way, so that who wants pictures too need not go the way again.
 */
export function cleanText(value: string, onTag: OnTag = () => {}): string {
  if (PLAIN.test(value)) return value;
  const once = toText(value.slice(0, FIELD_LENGTH_MAX), onTag);
  // Much is escaped twice. What still looks like markup is taken off once more, and no more than once.
  const twice = toText(once, () => {});
  const printable = MAYBE_UNPRINTABLE.test(twice) ? twice.replace(UNPRINTABLE, "") : twice;
  const spaced = printable.replace(SPACES, " ");
  return (spaced.includes("\n") ? spaced.replace(/ \n ?|\n /g, "\n").replace(/\n{3,}/g, "\n\n") : spaced).trim();
}

/** Words with single blanks between them, and nothing that could mean anything else: most titles, names and tags. */
const PLAIN = /^(?:[!-%'-;=-~\u00A1-\u167F]+(?: [!-%'-;=-~\u00A1-\u167F]+)*)?$/;
/** White space that is not one blank already. */
const SPACES = /[^\S\n]{2,}|[^\S\n ]/g;

/** The same in one line: titles, names, tags. */
export function cleanLine(value: string): string {
  return cleanText(value).replaceAll("\n\n", " ").replaceAll("\n", " ");
}

function toText(value: string, onTag: OnTag): string {
  // Without markup, newlines are the author's own.
  if (!(value.includes("<") || value.includes("&")) || !MARKUP.test(value)) return value;
  return /<[a-z/!]/i.test(value) ? htmlToText(value, onTag) : decodeHtml(value);
}

/** A scan, not a tree: hostile depth overflows whatever walks a tree. */
function htmlToText(html: string, onTag: OnTag): string {
  let text = "";
  let isBroken = true;
  let silence = 0;
  const say = (from: number, to: number) => {
    if (silence > 0) return;
    const part = html.slice(from, to);
    // What the source breaks is not broken; other white space is seen to in the end.
    text += part.includes("\n") || part.includes("\r") ? part.replace(/\s+/g, " ") : part;
    isBroken = false;
  };
  const breakBy = (effect: string | undefined) => {
    if (effect === "paragraph") text += "\n\n";
    else if (effect === "break" || (effect === "line" && !isBroken)) text += "\n";
    else return;
    isBroken = true;
  };
  scanMarkup(html, {
    open(written, attributes, tag) {
      const name = written.toLowerCase();
      const effect = ELEMENTS.get(name);
      onTag(name, attributes);
      if (effect === "silent" && !tag.isEmpty) silence += 1;
      tag.passOver = effect === "raw" && !tag.isEmpty;
      breakBy(effect);
      return true;
    },
    close(written) {
      const effect = ELEMENTS.get(written.toLowerCase());
      if (effect === "silent") silence = Math.max(silence - 1, 0);
      else if (effect !== "break") breakBy(effect);
      return true;
    },
    text: say,
    cdata: say,
  });
  return decodeHtml(text);
}
