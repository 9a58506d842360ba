import iconv from "iconv-lite";

/**
 * The text of a document, whatever its encoding. In order: byte order mark, the charset of the HTTP header, the XML
 * declaration, UTF-8. A label that the bytes contradict is not believed. Never throws.
 */
export function decodeText(body: Uint8Array, contentType: string | null): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const marked = MARKS.find((mark) => bytes.subarray(0, mark.bytes.length).equals(mark.bytes));
  if (marked !== undefined) return iconv.decode(bytes, marked.encoding);
  const declared = declaredEncoding(bytes);
  const fromHeader = known(/charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? "")?.[1]);
  // Many servers say ISO-8859-1 for everything; the document itself knows better when it says UTF-8 and is.
  const label = isLatin(fromHeader) && isUtf8(declared) && isValidUtf8(bytes) ? "utf8" : (fromHeader ?? declared);
  if (label !== null && !isUtf8(label)) return iconv.decode(bytes, label);
  return decodeUtf8(bytes);
}

const MARKS = [
  { bytes: Buffer.from([0xef, 0xbb, 0xbf]), encoding: "utf8" },
  { bytes: Buffer.from([0xff, 0xfe]), encoding: "utf16le" },
  { bytes: Buffer.from([0xfe, 0xff]), encoding: "utf16be" },
  // Without a mark, the first character of an XML document tells: "<" and a zero byte.
  { bytes: Buffer.from([0x3c, 0x00]), encoding: "utf16le" },
  { bytes: Buffer.from([0x00, 0x3c]), encoding: "utf16be" },
];

function declaredEncoding(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 1024).toString("latin1");
  const label = known(/<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]);
  // Whoever can be read as far as here is not in UTF-16, whatever the declaration was copied from.
  return label !== null && /^utf-?(16|32)/i.test(label) ? null : label;
}

function known(label: string | undefined): string | null {
  return label !== undefined && iconv.encodingExists(label) ? label : null;
}

function isLatin(label: string | null): boolean {
  return label !== null && /^(iso-?8859-1|latin-?1|us-ascii|ascii|windows-1252|cp1252)$/i.test(label);
}

function isUtf8(label: string | null): boolean {
  return label !== null && /^utf-?8$/i.test(label);
}

function isValidUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD") || isValidUtf8(bytes)) return text;
  const broken = count(text, /\uFFFD/g);
  const whole = count(text, /[\u0080-\uFFFC]/g);
  // A few broken characters among good ones: cut in the middle, still UTF-8.
  if (whole > broken) return text;
  return iconv.decode(bytes, looksCyrillic(bytes) ? "windows-1251" : "windows-1252");
}

/** Accented letters of the West stand alone among ASCII letters; Cyrillic words consist of high bytes. */
function looksCyrillic(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, 200_000).toString("latin1");
  return count(sample, /[\u00C0-\u00FF]{3,}/g) > count(sample, /[A-Za-z][\u00C0-\u00FF](?![\u00C0-\u00FF])/g);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
