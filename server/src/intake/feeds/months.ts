/** The languages whose month names are recognised; if two share a name, the first one wins. */
const LANGUAGES =
  "en de fr es it pt nl pl ru el hu sv da nb fi tr cs sk ro uk bg hr sl et lv lt ca id vi af eu gl is mk sr sr-Latn ms be kk".split(" ");
const WIDTHS = ["long", "short"] as const;
/** Not in the tables: older spellings, and abbreviations found only in feeds. */
const OTHERS: Readonly<Record<string, number>> = {
  jaen: 1,
  jaenner: 1,
  janner: 1,
  marz: 3,
  maerz: 3,
  mrz: 3,
  μαιο: 5,
  μαϊ: 5,
  sept: 9,
  set: 9,
  okt: 10,
  dez: 12,
};
/** Letters that are enough for an abbreviation. */
const BEGINNING = 3;

let names: ReadonlyMap<string, number | null> | null = null;

/** The month, 1 to 12, of a full or abbreviated name, with or without accents; null for any other word. */
export function monthOf(word: string): number | null {
  const plain = plainOf(word);
  const english = ENGLISH.indexOf(plain.slice(0, BEGINNING));
  if (english !== -1 && ENGLISH_NAMES[english]?.startsWith(plain)) return english + 1;
  // Built on demand: most feeds use English months.
  names ??= allNames();
  return names.get(plain) ?? OTHERS[plain] ?? null;
}

const ENGLISH_NAMES = [
  ...["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"],
];
const ENGLISH = ENGLISH_NAMES.map((name) => name.slice(0, BEGINNING));

/** Names and their abbreviations. An abbreviation with different meanings in different languages has none. */
function allNames(): Map<string, number | null> {
  const whole = new Map<string, number>();
  const begun = new Map<string, number | null>();
  for (const language of LANGUAGES) {
    for (const [name, month] of namesIn(language)) {
      if (!whole.has(name)) whole.set(name, month);
      for (let length = BEGINNING; length < name.length; length += 1) {
        const beginning = name.slice(0, length);
        begun.set(beginning, (begun.get(beginning) ?? month) === month && begun.get(beginning) !== null ? month : null);
      }
    }
  }
  return new Map([...begun, ...whole]);
}

/** The names within a date and on their own, which differ in Slavic languages, Greek and Finnish. */
function namesIn(language: string): [name: string, month: number][] {
  return WIDTHS.flatMap((month) => {
    const alone = new Intl.DateTimeFormat(language, { month, calendar: "gregory", timeZone: "UTC" });
    const inDate = new Intl.DateTimeFormat(language, { day: "numeric", month, calendar: "gregory", timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, index) => Date.UTC(2026, index, 15)).flatMap((at, index) =>
      [alone, inDate].flatMap((format) => {
        const name = format.formatToParts(at).find((part) => part.type === "month")?.value ?? "";
        const plain = plainOf(name);
        return /^\p{L}{2,}$/u.test(plain) ? [[plain, index + 1] as [string, number]] : [];
      }),
    );
  });
}

function plainOf(word: string): string {
  if (/^[a-z]+$/i.test(word)) return word.toLowerCase();
  return word
    .normalize("NFD")
    .replace(/[\p{M}.'’]/gu, "")
    .toLowerCase();
}
