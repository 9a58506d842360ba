/**
 * A sentence of the service in English, German and French, none of which can be missing. `{names}` stand for what differs: one that begins
 * with a small letter is repeated as it is, such as a name or an amount; a {Capital} one is itself a sentence or words of the catalogue,
 * and is told in the same language. Words that would fit too much begin with the name that they may stand for: `Bounds: {min} to {max}`.
 */
export type Told = readonly [english: string, german: string, french: string];

const NAME = /\{(\w+)\}/;

/** A sentence with names: what stands before, between and behind them. */
interface Known {
  readonly words: readonly string[];
  readonly names: readonly string[];
  /** Whether it is a frame around other sentences: it begins or ends with them. */
  readonly isFrame: boolean;
  readonly german: string;
  readonly french: string;
}

/** Sentences by which another one is recognised: by its text, or by what stands around the names. */
export interface Catalog {
  readonly exact: ReadonlyMap<string, Told>;
  /** Those with the most words of their own first: of two that fit, the one that says more is meant. */
  readonly patterns: readonly Known[];
}

export function catalogOf(rows: readonly Told[]): Catalog {
  const withNames = rows.filter(([english]) => NAME.test(english));
  const patterns = withNames
    .map(([english, german, french]) => {
      const parts = english.split(NAME);
      const words = parts.filter((_, index) => index % 2 === 0);
      return {
        words,
        names: parts.filter((_, index) => index % 2 === 1),
        isFrame: FRAME.test(english),
        german,
        french,
        ownLength: words.join("").length,
      };
    })
    .sort((one, other) => other.ownLength - one.ownLength);
  return { exact: new Map(rows.filter(([english]) => !NAME.test(english)).map((row) => [row[0], row])), patterns };
}

const FRAME = /^\{[A-Z]\w*\}|\{[A-Z]\w*\}$/;

/**
 * What the names of a sentence stand for in a text: each within one sentence, or, with `several`, those of a frame for several. Null if it
 * is another sentence. Each name ends where the words behind it first come, so that a text is read once and never tried again in another
 * way: texts of strangers are among them.
 */
export function valuesIn(text: string, { words, names, isFrame }: Known, spans: "one" | "several"): ReadonlyMap<string, string> | null {
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (!text.startsWith(first) || !text.endsWith(last) || (spans === "several" && !isFrame)) return null;
  const end = text.length - last.length;
  const values = new Map<string, string>();
  let at = first.length;
  for (const [index, name] of names.entries()) {
    const next = words[index + 1] ?? "";
    const known = values.get(name);
    const isFree = isQuoted(words[index] ?? "");
    const least = at + (isFree ? 0 : 1);
    // The last name has all that is left.
    const to = known !== undefined ? at + known.length : index === names.length - 1 ? end : text.indexOf(next, least);
    const value = text.slice(at, to);
    if (to < least || to > end || !text.startsWith(next, to) || (known !== undefined && value !== known)) return null;
    const mayBeSeveral = isTold(name) ? spans === "several" : isFree;
    if (!mayBeSeveral && hasSentences(value)) return null;
    values.set(name, value);
    at = to + next.length;
  }
  return at === text.length ? values : null;
}

/** In quotation marks a name may stand for anything. */
function isQuoted(before: string): boolean {
  return /[“"]$/.test(before);
}

/** Whether another sentence begins in it, outside of quotation marks. */
function hasSentences(value: string): boolean {
  return /[.!?] \p{Lu}/u.test(value) && /[.!?] \p{Lu}/u.test(value.replaceAll(/“[^”]*”/g, ""));
}

export function isTold(name: string): boolean {
  return /^[A-Z]/.test(name);
}
