import { Parser } from "htmlparser2";

/**
 * Character data as XML means it: CDATA sections lose their marks, comments and instructions vanish, the references that
 * XML knows are resolved. Entities of HTML stay for the cleaning of text, and what a DOCTYPE may have declared stays
 * unexpanded; a bare ampersand is itself.
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

/** The references of HTML too, named ones included. */
export function decodeHtml(text: string): string {
  return text.includes("&") ? text.replace(HTML_REFERENCE, decodeNamed) : text;
}

const XML_REFERENCE = /&(?:#\d{1,9}|#[xX][\da-fA-F]{1,8}|amp|lt|gt|quot|apos);/g;
const HTML_REFERENCE = /&(?:#\d{1,9};?|#[xX][\da-fA-F]{1,8};?|[a-zA-Z][a-zA-Z0-9]{1,30};?)/g;

const PREDEFINED: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" };

function decodeReference(reference: string): string {
  const predefined = PREDEFINED[reference];
  if (predefined !== undefined) return predefined;
  const digits = reference.replace(/^&#|;$/g, "");
  return fromCode(/^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10));
}

/** 128 to 159 are control characters that nobody means: the writer's machine spoke windows-1252. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

/** Halves of a pair are given as they are: some writers put both as numbers, and together they are one character. */
function fromCode(code: number): string {
  if (code >= 128 && code <= 159) return WINDOWS_1252[code - 128] ?? "";
  if (code === 0 || code > 0x10ffff) return "\uFFFD";
  return code <= 0xffff ? String.fromCharCode(code) : String.fromCodePoint(code);
}

/** What names mean. Feeds use a few of the two thousand again and again. */
const names = new Map<string, string>();
const NAMES_MAX = 3000;

function decodeNamed(reference: string): string {
  if (reference.charCodeAt(1) === 35) return decodeReference(reference);
  const known = names.get(reference) ?? PREDEFINED[reference];
  if (known !== undefined) return known;
  let meaning = "";
  const parser = new Parser({
    ontext(data) {
      meaning += data;
    },
  });
  parser.end(reference);
  if (names.size < NAMES_MAX) names.set(reference, meaning);
  return meaning;
}
