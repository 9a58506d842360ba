import { readAttributes } from "./attributes.ts";
import { decodeHtml, fromWindows1252 } from "./characters.ts";
import type { Words } from "./item.ts";
import { FIELD_LENGTH_MAX } from "./limits.ts";
import { looksLikeHtml } from "./looks-like-html.ts";
import { type PassOver, scanMarkup } from "./markup.ts";

/**
 * How HTML elements affect text. `raw`: the content is neither markup nor the author's text; `silent`: the content is dropped.
 */
type Effect = "raw" | "silent" | "paragraph" | "line" | "break";
const NAMES: Readonly<Record<Effect, string>> = {
  raw: "script style textarea title iframe",
  silent: "template svg object applet noscript audio video canvas",
  paragraph: "p h1 h2 h3 h4 h5 h6 blockquote ul ol dl table pre figure section article",
  line: "div li tr dt dd figcaption header footer address hr",
  break: "br",
};
const ELEMENTS = new Map(Object.entries(NAMES).flatMap(([effect, names]) => names.split(" ").map((name) => [name, effect] as const)));

/**
 * What to skip after a tag of this (lower-case) name: unterminated code extends to the end, other unterminated content is text.
 */
export function passOverOf(name: string, { isEmpty }: { readonly isEmpty: boolean }): PassOver {
  if (isEmpty || ELEMENTS.get(name) !== "raw") return "nothing";
  return name === "script" || name === "style" ? "rest" : "whole";
}

// Control characters except tab and newline, bidirectional overrides (which can disguise text), and lone surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const UNPRINTABLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]|\p{Surrogate}/gu;
// The same without checking whether surrogates are lone, which costs ten times as much.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const MAYBE_UNPRINTABLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF\uD800-\uDFFF]/;
const TAG = /<[a-z/!?]/i;

/** Called for each start tag, with its name in lower case and its attributes unparsed. */
export type OnTag = (name: string, attributes: string) => void;

/**
 * A feed's text as plain text: in HTML, line breaks and ends of paragraphs and list items become newlines, with at most one empty
 * line. `onTag` sees every tag, so that pictures can be collected in the same pass.
 */
export function cleanText(words: Words, onTag: OnTag = () => {}): string {
  if (words === null || words === undefined) return "";
  const part = (typeof words === "string" ? words : words.value).slice(0, FIELD_LENGTH_MAX);
  if (PLAIN.test(part)) return part;
  const text = typeof words === "string" ? meantSomehow(part, onTag) : words.kind === "html" ? meantAsHtml(part, onTag) : part;
  const printable = MAYBE_UNPRINTABLE.test(text) ? text.replace(UNPRINTABLE, printableFor) : text;
  const spaced = printable.replace(SPACES, " ");
  return (spaced.includes("\n") ? spaced.replace(/ \n ?|\n /g, "\n").replace(/\n{3,}/g, "\n\n") : spaced).trim();
}

/** Words separated by single spaces, without special characters: most titles, names and tags. */
const PLAIN = /^(?:[!-%'-;=-~\u00A1-\u167F]+(?: [!-%'-;=-~\u00A1-\u167F]+)*)?$/;
/** White space other than a single space. */
const SPACES = /[^\S\n]{2,}|[^\S\n ]/g;

/** The same on one line: titles, names, tags. */
export function cleanLine(words: Words): string {
  return cleanText(words).replaceAll("\n\n", " ").replaceAll("\n", " ");
}

function printableFor(character: string): string {
  const code = character.charCodeAt(0);
  return code >= 0x80 && code <= 0x9f ? fromWindows1252(code) : "";
}

/** Without markup, newlines are kept as the author wrote them. */
function meantAsHtml(value: string, onTag: OnTag): string {
  return TAG.test(value) ? htmlToText(value, onTag) : decodeHtml(value);
}

/**
 * Text of undeclared type: treated as HTML if it looks like it. Much of it is escaped twice, so text without tags whose
 * references decode to tags is treated as HTML again if that looks like HTML; code shown by an author does not.
 */
function meantSomehow(value: string, onTag: OnTag): string {
  if (!value.includes("<") && !value.includes("&")) return value;
  if (looksLikeHtml(value)) return htmlToText(value, onTag);
  const bare = value.includes("<!") || value.includes("<?") ? withoutRemarks(value) : value;
  const decoded = decodeHtml(bare);
  if (decoded === bare) return bare;
  return looksLikeHtml(decoded) ? htmlToText(decoded, () => {}) : decodeHtml(decoded.replace(OF_MARKUP, "&amp;$1"));
}

/** References that text about markup may show literally; no others are meant to be visible. */
const OF_MARKUP = /&((?:amp|lt|gt|quot|apos);)/g;

/** Removes comments, instructions and declarations, which are never text, even where nothing else is markup. */
function withoutRemarks(value: string): string {
  // An unterminated comment is text about comments. Before the last `-->`, every comment is terminated.
  const end = value.lastIndexOf("-->");
  const head = end === -1 ? "" : value.slice(0, end + 3).replace(/<!--.*?-->/gs, "");
  return (head + value.slice(end === -1 ? 0 : end + 3)).replace(/<\?[a-z][^<>]*\?>|<!doctype[^<>]*>|<!\[CDATA\[|\]\]>/gi, "");
}

/** Blogs write emoji as pictures: their alternative text is the emoji itself. Empty for every other picture. */
function emojiIn(attributes: string): string {
  if (!attributes.includes("alt")) return "";
  const alt = readAttributes(attributes).get("alt")?.trim() ?? "";
  return alt.length <= EMOJI_LENGTH_MAX && /^\p{RGI_Emoji}+$/v.test(alt) ? alt : "";
}

/** Code units: the longest have eleven, and several may stand together. */
const EMOJI_LENGTH_MAX = 40;

/** A scan, not a tree: hostile nesting depth would overflow a tree walk. */
function htmlToText(html: string, onTag: OnTag): string {
  let text = "";
  let isBroken = true;
  let silence = 0;
  let lower: string | null = null;
  const ends = new Map<string, number>();
  const lastEndOf = (name: string): number => {
    lower ??= html.toLowerCase();
    const end = ends.get(name) ?? lower.lastIndexOf(`</${name}`);
    ends.set(name, end);
    return end;
  };
  const say = (from: number, to: number) => {
    if (silence > 0) return;
    const part = html.slice(from, to);
    // Line breaks in the source are not line breaks in the text; other white space is collapsed at the end.
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
      if (name === "img" && silence === 0) text += emojiIn(attributes);
      // An unterminated element hides nothing.
      if (effect === "silent" && !tag.isEmpty && lastEndOf(name) >= tag.to) silence += 1;
      tag.passOver = passOverOf(name, tag);
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
