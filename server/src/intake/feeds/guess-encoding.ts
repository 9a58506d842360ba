import { analyse } from "chardet";

/**
 * Guesses the encoding of undeclared text that is not UTF-8. East Asian ones, and Greek, Hebrew and Arabic, are detected by the
 * library from character and n-gram frequencies, which needs enough text. Cyrillic and Western ones are distinguished by the
 * positions of their letters, for which a few words suffice.
 */
export function guessEncoding(bytes: Buffer): string {
  const sample = sampleOf(bytes);
  const [best] = analyse(sample).filter(({ name }) => !/^(ASCII|UTF)/.test(name));
  if (best !== undefined && EAST_ASIAN.has(best.name) && best.confidence >= SURE) return best.name;
  if (!looksLikeLettersAlone(sample)) return isMacRoman(sample) ? "macintosh" : "windows-1252";
  if (best === undefined || !Object.hasOwn(ALPHABETS, best.name)) return cyrillicOf(sample, "windows-1251");
  return cyrillicOf(sample, ALPHABETS[best.name] ?? "windows-1251");
}

const EAST_ASIAN = new Set(["Shift_JIS", "EUC-JP", "EUC-KR", "Big5", "GB18030"]);
/** Out of 100: text in no such encoding scores 10, or ties with another one. */
const SURE = 80;
/** Encodings that the library detects by their letters, with the names used on the Web. */
const ALPHABETS: Readonly<Record<string, string>> = {
  "KOI8-R": "koi8-r",
  "windows-1251": "windows-1251",
  "ISO-8859-5": "iso-8859-5",
  "ISO-8859-6": "iso-8859-6",
  "windows-1256": "windows-1256",
  "ISO-8859-7": "windows-1253",
  "windows-1253": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "windows-1255": "windows-1255",
};

/** How much of a document, and of its text, is examined; the library takes a millisecond per thousand bytes. */
const LOOKED_AT_BYTES_MAX = 1_048_576;
const SAMPLE_BYTES_MAX = 4096;
/** A title alone is too short for statistics, so it is repeated. */
const SAMPLE_BYTES_MIN = 600;

/** The non-ASCII lines of text without their tags. No encoding has angle brackets within a character. */
function sampleOf(bytes: Buffer): Buffer {
  const text = bytes.subarray(0, LOOKED_AT_BYTES_MAX).toString("latin1");
  let sample = "";
  for (const [part] of text.matchAll(/[^<>\r\n]+/g)) {
    if (/[\u0080-\u00FF]/.test(part)) sample += `${part}\n`;
    if (sample.length >= SAMPLE_BYTES_MAX) break;
  }
  const whole = sample.length === 0 ? 1 : Math.ceil(SAMPLE_BYTES_MIN / sample.length);
  return Buffer.from(sample.repeat(whole).slice(0, SAMPLE_BYTES_MAX), "latin1");
}

/** Western accented letters occur singly among ASCII letters; words in other alphabets consist of high bytes. */
function looksLikeLettersAlone(sample: Buffer): boolean {
  const text = sample.toString("latin1");
  return count(text, /[\u0080-\u00FF]{3,}/g) > count(text, /[A-Za-z][\u0080-\u00FF](?![\u0080-\u00FF])/g);
}

/**
 * Tells Cyrillic encodings apart that the library may confuse. Capitals in Microsoft's are lower case in KOI8, and texts have
 * more lower-case letters. Apple's lower-case letters are where Microsoft's are; its capitals, and its last lower-case letter,
 * are where Microsoft has symbols.
 */
function cyrillicOf(sample: Buffer, guessed: string): string {
  if (guessed !== "windows-1251" && guessed !== "koi8-r") return guessed;
  const text = sample.toString("latin1");
  const [lower, upper] = [count(text, /[\u00C0-\u00DF]/g), count(text, /[\u00E0-\u00FF]/g)];
  if (lower > upper * 2 || (guessed === "koi8-r" && upper <= lower * 2)) return "koi8-r";
  return count(text, /[\u0080-\u009F\u00DF]/g) > count(text, /[\u00C0-\u00DE\u00FF]/g) ? "maccyrillic" : "windows-1251";
}

/**
 * Apple's accented letters are where Microsoft has symbols, and two letters of Czech and Estonian; Microsoft's are where Apple
 * has symbols. A possible apostrophe or dash within a word is no evidence; opening quotes, and dashes between spaces, are.
 */
function isMacRoman(sample: Buffer): boolean {
  const text = sample.toString("latin1");
  const apple = count(text, /[A-Za-z][\u0087-\u0090\u0098-\u009F](?:(?![\u0080-\u00FF])|[\u00A7\u0087-\u0090])/g);
  const letters = count(text, /[a-z][\u00DF-\u00F6\u00F8-\u00FF]|[\u00DF-\u00F6\u00F8-\u00FF][a-z]|(?<![a-z])[\u00C0-\u00DE][a-z]/g);
  const signs = count(text, /\s[\u0093\u0084](?=[A-Za-z])|\s[\u0096\u0097]\s/g);
  return apple > letters + signs;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
