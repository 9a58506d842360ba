import { Parser } from "htmlparser2";
import { FIELD_LENGTH_MAX } from "./limits.ts";

const SILENT = new Set(["script", "style", "template", "title", "textarea", "iframe", "svg", "object", "noscript"]);
const PARAGRAPHS = new Set([
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "blockquote",
  "ul",
  "ol",
  "dl",
  "table",
  "pre",
  "figure",
  "section",
  "article",
]);
const LINES = new Set(["div", "li", "tr", "dt", "dd", "figcaption", "header", "footer", "address", "hr"]);

// Control characters but tab and newline, bidirectional overrides (they make text read as what it is not), lone surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be removed.
const UNPRINTABLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]|\p{Surrogate}/gu;
const MARKUP = /<\/?[a-z][^<>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/i;

/** HTML or text as plain text: breaks and ends of paragraphs and list items become newlines, never more than one empty line. */
export function cleanText(value: string): string {
  const once = toText(value.slice(0, FIELD_LENGTH_MAX));
  // Much is escaped twice. What still looks like markup is taken off once more, and no more than once.
  const twice = MARKUP.test(once) ? toText(once) : once;
  return twice
    .replace(UNPRINTABLE, "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The same in one line: titles, names, tags. */
export function cleanLine(value: string): string {
  return cleanText(value).replace(/\s+/g, " ");
}

function toText(value: string): string {
  // Without markup, newlines are the author's own.
  if (!MARKUP.test(value)) return value;
  return /<[a-z/!]/i.test(value) ? htmlToText(value) : htmlToText(value.replaceAll("<", "&lt;").replace(/\r?\n/g, "<br>"));
}

/** A stream, not a tree: hostile depth overflows whatever walks a tree. */
function htmlToText(html: string): string {
  let text = "";
  let silence = 0;
  const breakLine = (name: string) => {
    if (PARAGRAPHS.has(name)) text += "\n\n";
    else if (LINES.has(name) && !text.endsWith("\n")) text += "\n";
  };
  const parser = new Parser(
    {
      onopentag(name) {
        if (SILENT.has(name)) silence += 1;
        else if (name === "br") text += "\n";
        else breakLine(name);
      },
      ontext(data) {
        if (silence === 0) text += data.replace(/\s+/g, " ");
      },
      onclosetag(name) {
        if (SILENT.has(name)) silence -= 1;
        else breakLine(name);
      },
    },
    { recognizeCDATA: true },
  );
  parser.end(html);
  return text;
}
