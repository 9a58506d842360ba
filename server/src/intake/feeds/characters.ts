import { Parser } from "htmlparser2";

/**
 * Decodes XML character data: unwraps CDATA sections, removes comments and instructions, resolves XML's own references. HTML
 * entities are left for text cleaning, entities declared in a DOCTYPE are never expanded, and a bare ampersand is kept.
 */
export function decodeXml(raw: string): string {
  if (!raw.includes("<")) return decodeReferences(raw);
  let text = "";
  let from = 0;
  for (;;) {
    const at = raw.indexOf("<", from);
    if (at === -1) return text + decodeReferences(raw.slice(from));
    const part = PARTS.find(({ start }) => raw.startsWith(start, at));
    text += decodeReferences(raw.slice(from, part === undefined ? at + 1 : at));
    from = at + 1;
    if (part === undefined) continue;
    const end = raw.indexOf(part.end, at + part.start.length);
    if (part.isText) text += raw.slice(at + part.start.length, end === -1 ? raw.length : end);
    if (end === -1) return text;
    from = end + part.end.length;
  }
}

const PARTS = [
  { start: "<![CDATA[", end: "]]>", isText: true },
  { start: "<!--", end: "-->", isText: false },
  { start: "<?", end: "?>", isText: false },
];

function decodeReferences(text: string): string {
  return text.includes("&") ? text.replace(XML_REFERENCE, decodeReference) : text;
}

/**
 * Also resolves HTML references, including named ones. Those without a semicolon count by the rule for attributes, under which the
 * parameters of an address stay as they are: `?id=1&currency=EUR`.
 */
export function decodeHtml(text: string): string {
  if (!text.includes("&")) return text;
  const rare = new Map<string, string>();
  return text.replace(HTML_REFERENCE, (reference, at: number) => {
    if (reference.charCodeAt(1) === NUMBER) return decodeReference(reference);
    const common = COMMON.get(reference);
    if (common !== undefined) return common;
    if (!reference.endsWith(";") && text[at + reference.length] === "=") return reference;
    const meaning = rare.get(reference) ?? meaningOf(reference);
    rare.set(reference, meaning);
    return meaning;
  });
}

/** The reference itself if it has none as a whole. */
function meaningOf(reference: string): string {
  const meaning = decodeByParser(reference);
  const isWhole = reference.endsWith(";") ? meaning === ";" || !meaning.endsWith(";") : [...meaning].length === 1;
  return isWhole ? meaning : reference;
}

const NUMBER = 35;
const XML_REFERENCE = /&(?:#\d{1,9}|#[xX][\da-fA-F]{1,8}|amp|lt|gt|quot|apos);/g;
const HTML_REFERENCE = /&(?:#\d{1,9};?|#[xX][\da-fA-F]{1,8};?|[a-zA-Z][a-zA-Z0-9]{1,30};?)/g;

/** The rest of HTML's references: two thousand names, some valid without a semicolon. */
function decodeByParser(text: string): string {
  let decoded = "";
  const parser = new Parser({
    ontext(data) {
      decoded += data;
    },
  });
  parser.end(text);
  return decoded;
}

/** The names of HTML 4, which cover nearly all that feeds use. */
const NAMES = `amp lt gt quot apos nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3
  acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave
  Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute
  THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve
  oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml OElig oelig Scaron scaron Yuml fnof circ tilde
  Alpha Beta Gamma Delta Epsilon Omega alpha beta gamma delta epsilon lambda mu pi sigma omega ensp emsp thinsp zwnj zwj lrm rlm ndash
  mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger bull hellip permil prime Prime lsaquo rsaquo euro trade larr uarr rarr darr harr
  minus radic infin asymp ne le ge hearts loz`;
const COMMON = new Map(NAMES.split(/\s+/).map((name) => [`&${name};`, decodeByParser(`&${name};`)]));

const PREDEFINED: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" };

function decodeReference(reference: string): string {
  const predefined = PREDEFINED[reference];
  if (predefined !== undefined) return predefined;
  const digits = reference.replace(/^&#|;$/g, "");
  return fromCode(/^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10));
}

/** Codes 128 to 159 are control characters that nobody intends: the author's software used windows-1252. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

/** The character meant by a code from 128 to 159; empty for the five that windows-1252 leaves undefined. */
export function fromWindows1252(code: number): string {
  const meant = WINDOWS_1252[code - 128] ?? "";
  return meant.charCodeAt(0) === code ? "" : meant;
}

/** Surrogates are kept: some feeds encode both halves as numbers, which together form one character. */
function fromCode(code: number): string {
  if (code >= 128 && code <= 159) return WINDOWS_1252[code - 128] ?? "";
  if (code === 0 || code > 0x10ffff) return "\uFFFD";
  return code <= 0xffff ? String.fromCharCode(code) : String.fromCodePoint(code);
}
