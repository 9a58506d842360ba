import { isUtf8 as validUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { guessEncoding } from "./guess-encoding.ts";

/**
 * The text of a document, whatever its encoding. In order: byte order mark, the charset of the HTTP header, the XML
 * declaration, UTF-8, a guess. A label that the bytes contradict is not believed. Never throws.
 */
export function decodeText(body: Uint8Array, contentType: string | null): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const marked = MARKS.find((mark) => bytes.subarray(0, mark.bytes.length).equals(mark.bytes));
  if (marked !== undefined) return iconv.decode(bytes, marked.encoding);
  const declared = declaredEncoding(bytes);
  const fromHeader = known(/charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? "")?.[1]);
  const label = fromHeader ?? declared;
  // Many servers say ISO-8859-1 for everything, and many sites kept the declaration of the years before UTF-8: text of
  // one byte for a character is hardly ever valid UTF-8 by chance.
  if (label === null || isUtf8(label) || (isSingleByte(label) && validUtf8(bytes))) return decodeUtf8(bytes);
  const text = decodeAs(bytes, label);
  return looksLikeDocument(text) ? text : decodeUtf8(bytes);
}

/** The longer first: UTF-32 begins with the mark of UTF-16. */
const MARKS = [
  { bytes: Buffer.from([0xef, 0xbb, 0xbf]), encoding: "utf8" },
  { bytes: Buffer.from([0xff, 0xfe, 0x00, 0x00]), encoding: "utf32le" },
  { bytes: Buffer.from([0x00, 0x00, 0xfe, 0xff]), encoding: "utf32be" },
  { bytes: Buffer.from([0xff, 0xfe]), encoding: "utf16le" },
  { bytes: Buffer.from([0xfe, 0xff]), encoding: "utf16be" },
  // Without a mark, the first character of an XML document tells: "<" among zero bytes.
  { bytes: Buffer.from([0x3c, 0x00, 0x00, 0x00]), encoding: "utf32le" },
  { bytes: Buffer.from([0x00, 0x00, 0x00, 0x3c]), encoding: "utf32be" },
  { bytes: Buffer.from([0x3c, 0x00]), encoding: "utf16le" },
  { bytes: Buffer.from([0x00, 0x3c, 0x00]), encoding: "utf16be" },
];

function declaredEncoding(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 1024).toString("latin1");
  const label = known(/<\?xml[^>]{0,200}?encoding\s*=\s*["']\s*([\w.:-]+)\s*["']/i.exec(head)?.[1]);
  // Whoever can be read as far as here is in none of these, whatever the declaration was copied from.
  return label !== null && /^(utf-?(16|32)|ucs-?[24]|iso-10646)/i.test(label) ? null : label;
}

/**
 * Labels of the Web that the tables call otherwise, by their letters and digits: Latin 1 means Microsoft's, which has
 * letters where the other has controls.
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
/** Japanese mail of the nineties, which the tables leave out and the runtime knows. */
const ISO_2022_JP = "iso-2022-jp";

function known(label: string | undefined): string | null {
  const name = label?.toLowerCase() ?? "";
  const letters = name.replace(/[^a-z\d]/g, "");
  if (Object.hasOwn(ALIASES, letters)) return ALIASES[letters] ?? null;
  // These are ways to write bytes, which a library offers beside the encodings of text.
  if (/^(base64|hex|binary|utf-?7)/.test(name)) return null;
  return name === ISO_2022_JP || (name !== "" && iconv.encodingExists(name)) ? name : null;
}

function decodeAs(bytes: Buffer, label: string): string {
  return label === ISO_2022_JP ? new TextDecoder(label).decode(bytes) : iconv.decode(bytes, label);
}

/** Whether a character may have several bytes, so that text in it may look like UTF-8 by chance. */
function isSingleByte(label: string): boolean {
  return !/^(shift|sjis|euc|gb|big5|cn|ks|korean|hz|iso-?2022|utf|ucs|ms_?kanji|windows-?(31j|9\d\d)|cp-?9[345]\d|9[345]\d)/.test(label);
}

function isUtf8(label: string): boolean {
  return /^(utf-?8|unicode-1-1-utf-8)$/.test(label);
}

/** What is read with the wrong table of several bytes for a character has not even a bracket at its beginning. */
function looksLikeDocument(text: string): boolean {
  return /[<{]/.test(text.slice(0, 2000));
}

function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD") || validUtf8(bytes)) return text;
  const broken = count(text, /\uFFFD/g);
  const whole = count(text, /[\u0080-\uFFFC]/g);
  // A few broken characters among good ones: cut in the middle, still UTF-8.
  return whole > broken ? text : decodeAs(bytes, guessEncoding(bytes));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
