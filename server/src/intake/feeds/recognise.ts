import type { FeedFormat } from "./item.ts";
import { endOfInstruction } from "./markup.ts";

/** A feed's text, ready for its parser, and its format. */
export interface Recognised {
  readonly format: FeedFormat;
  readonly text: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones XML forbids.
const FORBIDDEN_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]+/g;
/** A root `channel` is CDF, or RSS with a missing root. */
const ROOTS: Readonly<Record<string, FeedFormat>> = { rss: "rss", rdf: "rdf", feed: "atom", channel: "rss" };
const ROOT = /^<(?:[\w.-]{1,100}:)?([\w.-]{1,100})[\s/>]/;
/** A recognisable root after leading garbage, such as PHP warnings. */
const LATER_ROOT = /<(?:[\w.-]{1,100}:)?(?:rss|rdf|feed|channel)\s[^<>]{0,2000}?(?:version|xmlns|rdf:about)[^<>]{0,2000}>/i;
const PAGE = /<!doctype html|<(?:html|head|body)[\s>]/i;
const JUNK_LENGTH_MAX = 65_536;

/**
 * Detects the format by the first element, never by the Content-Type, which is wrong too often. The DOCTYPE is removed with all
 * its entities, so that none is ever expanded or fetched. Null if it is not a feed.
 */
export function recognise(decoded: string): Recognised | null {
  const text = decoded.replace(/^\uFEFF/, "").replace(FORBIDDEN_CHARACTERS, "");
  const start = skipSpace(text, 0);
  if (text[start] === "{")
    return /"version"\s*:\s*"https?:\\?\/\\?\/(www\.)?jsonfeed\.org\\?\//.test(text) ? { format: "json", text } : null;
  const rootAt = skipProlog(text, start);
  return feedAt(text, rootAt) ?? feedAt(text, rootBehindJunk(text));
}

function feedAt(text: string, at: number): Recognised | null {
  const root = ROOT.exec(text.slice(at, at + 300))?.[1]?.toLowerCase() ?? "";
  const format = Object.hasOwn(ROOTS, root) ? ROOTS[root] : undefined;
  return format === undefined ? null : { format, text: text.slice(at) };
}

function rootBehindJunk(text: string): number {
  const head = text.slice(0, JUNK_LENGTH_MAX);
  const found = LATER_ROOT.exec(head)?.index ?? head.length;
  return PAGE.test(head.slice(0, found)) ? text.length : found;
}

/** Where the first element begins: after declaration, stylesheets, comments and DOCTYPE. */
function skipProlog(text: string, from: number): number {
  let at = from;
  for (;;) {
    at = skipSpace(text, at);
    const end = text.startsWith("<?", at)
      ? endOfInstruction(text, at)
      : text.startsWith("<!--", at)
        ? endOf(text, "-->", at)
        : /^<!doctype/i.test(text.slice(at, at + 9))
          ? endOfDoctype(text, at)
          : at;
    if (end === at) return at;
    at = end;
  }
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/** The position after `<!DOCTYPE … [ … ]>`; a `>` inside quotes, comments or the inner subset does not end it. */
function endOfDoctype(text: string, from: number): number {
  let depth = 0;
  const marks = /["'[\]>]|<!--/g;
  marks.lastIndex = from;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const [mark] = match;
    if (mark === "[") depth += 1;
    else if (mark === "]") depth -= 1;
    else if (mark === ">" && depth <= 0) return marks.lastIndex;
    else if (mark === "<!--") marks.lastIndex = endOf(text, "-->", marks.lastIndex);
    else if (mark !== ">") marks.lastIndex = endOf(text, mark, marks.lastIndex);
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  const space = /[\s\uFEFF]*/y;
  space.lastIndex = from;
  space.exec(text);
  return space.lastIndex;
}
