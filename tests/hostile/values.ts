import type { Chance } from "../../server/src/testing/chance.ts";

/** Hostile values. */

const LENGTHS = [1, 50, 256, 3001, 9000, 60_000, 300_000];

const TEXTS: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud83e",
  "\udd50\ud83e",
  "🥐",
  "\u202eevil\u202c",
  "\ufeff",
  "\ufffe\uffff",
  "e\u0301",
  "null",
  "undefined",
  "NaN",
  "true",
  "-1",
  "0",
  "1e309",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "%00",
  "%",
  "%ff%fe",
  "'; drop table posts; --",
  "\\",
  "#{7*7}",
  "{{title}}{{constructor}}",
  "<script>alert(1)</script>",
  "]]>",
  "\r\nSet-Cookie: a=b",
  "file:///etc/passwd",
  "http://[::1]:1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://127.0.0.1:1/",
  "http://a@b@c/",
  `http://${"%".repeat(200)}`,
  "javascript:alert(1)",
  "data:text/html,x",
  "2026-02-30 25:61:61",
  "9999-12-31 23:59:59",
  "0000-00-00 00:00:00",
  "-0001-01-01 00:00:00",
  "2030-05-01 09:00:00",
  "Mon 24:00",
  "Europe/Berlin",
  "Etc/../../x",
  "1970-01-01T00:00:00Z",
  "+275760-09-13T00:00:00.001Z",
];

/** Fragments to repeat in long texts, because parsers look for them. */
const GRAINS = [
  "a",
  " ",
  "\n",
  "\r\n",
  "\n\n\n",
  "🥐",
  "e\u0301",
  "\u0300",
  "@a ",
  "#a ",
  "http://a.b ",
  "@",
  "a.",
  "(",
  "[",
  "&",
  "<",
  "%41",
  "\u200d",
  "\ud83e",
  "\u202e",
  "{{",
  "{{title}}",
  "*_~`",
  "\0",
];

const LIST_LENGTH_MAX = 400_000;

const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.5,
  1e-320,
  255,
  256,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
];

export function hostileText(chance: Chance): string {
  if (chance.percent(60)) return chance.pick(TEXTS);
  const grain = chance.pick(GRAINS);
  const text = grain.repeat(Math.ceil(chance.pick(LENGTHS) / grain.length));
  return chance.percent(30) ? text + chance.pick(TEXTS) : text;
}

/** Any JSON value as text, including what `JSON.stringify` cannot produce. */
export function hostileJson(chance: Chance, depth = 0): string {
  const kind = chance.number(1, depth > 3 ? 5 : 13);
  if (kind <= 3) return JSON.stringify(hostileText(chance));
  if (kind === 4) return chance.pick(["null", "true", "false", "1e400", "-0", "123456789012345678901234567890", "1".repeat(5000)]);
  if (kind === 5) return String(chance.pick(NUMBERS));
  if (kind <= 7) return `[${many(chance, () => hostileJson(chance, depth + 1)).join(",")}]`;
  if (kind === 8) return list(hostileJson(chance, 4), chance.pick([10, 1000, 19_000]));
  if (kind === 9) return nested(chance.pick(["[", '{"a":', '{"__proto__":']), chance.pick([10, 1000, 9000, 100_000]));
  if (kind === 10) return keys(chance, chance.pick([10, 1000, 9000, 60_000]));
  return `{${many(chance, () => `${JSON.stringify(chance.pick(["__proto__", "constructor", "id", "url", hostileText(chance)]))}:${hostileJson(chance, depth + 1)}`).join(",")}}`;
}

export function hostileNumber(chance: Chance): string {
  if (chance.percent(70)) return String(chance.pick(NUMBERS));
  return chance.pick(["", "1.0", "+1", "0x1", "1_000", "١", "1 ", " 1", "1e3", "Infinity", "NaN", "9".repeat(400), "1,2", "[1]", "%31"]);
}

/** A query with known names and others, some of them repeated. */
export function hostileQuery(chance: Chance, names: readonly string[]): string {
  const pairs: string[] = [];
  for (let left = chance.pick([0, 1, 2, 4, 8, 2000]); left > 0; left -= 1) {
    const name = chance.pick([...names, ...names, "api_key", "__proto__", "page[]", "page[a][b]", "a".repeat(300), "%", "é"]);
    const value = chance.percent(50) ? hostileNumber(chance) : shortText(chance);
    pairs.push(chance.percent(80) ? `${escaped(name)}=${escaped(value)}` : `${name}=${value}`);
  }
  const separator = chance.percent(90) ? "&" : ";";
  const query = pairs.join(separator).slice(0, 12_000);
  return query === "" ? "" : `?${query}`;
}

export function shortText(chance: Chance): string {
  const text = hostileText(chance);
  return text.length > 400 ? text.slice(0, chance.pick([300, 400])) : text;
}

export function hostilePart(chance: Chance, ids: readonly string[]): string {
  if (chance.percent(60)) return chance.pick(ids);
  return chance.percent(50) ? escaped(hostileNumber(chance)) : escaped(shortText(chance));
}

export function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

export function someBytes(chance: Chance, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => chance.number(0, 255)));
}

/** The bytes with some of them changed, removed, duplicated or cut off. */
export function damaged(chance: Chance, whole: Buffer): Buffer {
  let bytes = Buffer.from(whole);
  for (let left = chance.number(1, 6); left > 0 && bytes.length > 4; left -= 1) {
    const at = chance.number(0, bytes.length - 1);
    const to = Math.min(bytes.length, at + chance.pick([1, 4, 40]));
    const way = chance.number(1, 6);
    if (way <= 2) bytes[at] = chance.pick([0, 1, 0x7f, 0x80, 0xff, chance.number(0, 255)]);
    else if (way === 3) bytes.fill(chance.pick([0, 0xff]), at, to);
    else if (way === 4) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
    else if (way === 5) bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
    else if (chance.percent(30)) bytes = bytes.subarray(0, at);
  }
  return bytes;
}

function many<T>(chance: Chance, make: () => T): T[] {
  return Array.from({ length: chance.number(0, 4) }, make);
}

/** The same value repeated, as often as fits into an accepted body. */
export function list(item: string, length: number): string {
  return `[${Array(Math.max(1, Math.min(length, Math.floor(LIST_LENGTH_MAX / item.length))))
    .fill(item)
    .join(",")}]`;
}

function nested(open: string, depth: number): string {
  const close = open.startsWith("[") ? "]" : "}";
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

function keys(chance: Chance, count: number): string {
  const prefix = chance.pick(["k", "__proto__", "0", "\\u0000"]);
  return `{${Array.from({ length: count }, (_, index) => `"${prefix}${index}":1`).join(",")}}`;
}
