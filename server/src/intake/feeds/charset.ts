import { isUtf8 as validUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { guessEncoding } from "./guess-encoding.ts";

/**
 * The text of a document, whatever its encoding. In order: byte order mark, the charset of the HTTP header, the XML declaration,
 * UTF-8, a guess. A label that the bytes contradict is ignored. Never throws.
 */
export function decodeText(body: Uint8Array, contentType: string | null): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const marked = MARKS.find((mark) => bytes.subarray(0, mark.bytes.length).equals(mark.bytes));
  if (marked !== undefined) return iconv.decode(bytes, marked.encoding);
  const declared = declaredEncoding(bytes);
  const fromHeader = known(/charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? "")?.[1]);
  const label = fromHeader ?? declared;
  // Many servers declare ISO-8859-1 for everything, and many sites kept a declaration from before UTF-8: text in a single-byte
  // encoding is hardly ever valid UTF-8 by chance.
  if (label === null || isUtf8(label) || (isSingleByte(label) && validUtf8(bytes))) return decodeUtf8(bytes);
  const text = decodeAs(bytes, label);
  return looksLikeDocument(text) && !isUtf8InTruth(bytes, text) ? text : decodeUtf8(bytes);
}

/** Whether bytes that the declared encoding cannot read are whole in UTF-8. Those of a seven-bit encoding always are. */
function isUtf8InTruth(bytes: Buffer, text: string): boolean {
  return text.includes("\uFFFD") && validUtf8(bytes) && bytes.some((byte) => byte > 127);
}

/** Longest first: UTF-32's BOM begins with UTF-16's. */
const MARKS = [
  { bytes: Buffer.from([0xef, 0xbb, 0xbf]), encoding: "utf8" },
  { bytes: Buffer.from([0xff, 0xfe, 0x00, 0x00]), encoding: "utf32le" },
  { bytes: Buffer.from([0x00, 0x00, 0xfe, 0xff]), encoding: "utf32be" },
  { bytes: Buffer.from([0xff, 0xfe]), encoding: "utf16le" },
  { bytes: Buffer.from([0xfe, 0xff]), encoding: "utf16be" },
  // Without a BOM, the first character of an XML document is recognisable: "<" among zero bytes.
  { bytes: Buffer.from([0x3c, 0x00, 0x00, 0x00]), encoding: "utf32le" },
  { bytes: Buffer.from([0x00, 0x00, 0x00, 0x3c]), encoding: "utf32be" },
  { bytes: Buffer.from([0x3c, 0x00]), encoding: "utf16le" },
  { bytes: Buffer.from([0x00, 0x3c, 0x00]), encoding: "utf16be" },
];

function declaredEncoding(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 1024).toString("latin1");
  const label = known(/<\?xml[^>]{0,200}?encoding\s*=\s*["']\s*([\w.:-]+)\s*["']/i.exec(head)?.[1]);
  // A declaration that is readable as ASCII rules these encodings out, wherever it was copied from.
  return label !== null && /^(utf-?(16|32)|ucs-?[24]|iso-10646)/i.test(label) ? null : label;
}

/**
 * Web labels with other names in the tables, by letters and digits: Latin 1 means windows-1252, which has characters where
 * ISO-8859-1 has controls.
 */
const ALIASES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "iso88591 isoir100 iso885911987 latin1 l1 ibm819 cp819 csisolatin1 usascii ascii us ansi ansix341968 msansi"
      .split(" ")
      .map((name) => [name, "windows-1252"]),
  ),
  iso88599: "windows-1254",
  latin5: "windows-1254",
  l5: "windows-1254",
  csisolatin5: "windows-1254",
  msturk: "windows-1254",
  iso885911: "windows-874",
  tis620: "windows-874",
  macroman: "macintosh",
  xmacroman: "macintosh",
  xmaccyrillic: "maccyrillic",
  mscyrl: "windows-1251",
  msee: "windows-1250",
  msgreek: "windows-1253",
  mshebr: "windows-1255",
  msarab: "windows-1256",
  xsjis: "shift_jis",
  xeucjp: "euc-jp",
  xgbk: "gbk",
};
/** Missing from the tables, but supported by the runtime. */
const ISO_2022_JP = "iso-2022-jp";

function known(label: string | undefined): string | null {
  const name = label?.toLowerCase() ?? "";
  const letters = name.replace(/[^a-z\d]/g, "");
  if (Object.hasOwn(ALIASES, letters)) return ALIASES[letters] ?? null;
  // The library also offers these byte encodings, which are not character encodings.
  if (/^(base64|hex|binary|utf-?7)/.test(name)) return null;
  return name === ISO_2022_JP || (name !== "" && iconv.encodingExists(name)) ? name : null;
}

function decodeAs(bytes: Buffer, label: string): string {
  return label === ISO_2022_JP ? new TextDecoder(label).decode(bytes) : iconv.decode(bytes, label);
}

/** Whether every character is one byte, so that text in it is unlikely to be valid UTF-8 by chance. */
function isSingleByte(label: string): boolean {
  return !/^(shift|sjis|euc|gb|big5|cn|ks|korean|hz|iso-?2022|utf|ucs|ms_?kanji|windows-?(31j|9\d\d)|cp-?9[345]\d|9[345]\d)/.test(label);
}

function isUtf8(label: string): boolean {
  return /^(utf-?8|unicode-1-1-utf-8)$/.test(label);
}

/** Decoded with the wrong multi-byte table, a document does not even start with a bracket. */
function looksLikeDocument(text: string): boolean {
  return /[<{]/.test(text.slice(0, 2000));
}

function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD") || validUtf8(bytes)) return text;
  const broken = count(text, /\uFFFD/g);
  const whole = count(text, /[\u0080-\uFFFC]/g);
  // A few broken characters among valid ones: truncated, but still UTF-8.
  return whole > broken ? text : decodeAs(bytes, guessEncoding(bytes));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
