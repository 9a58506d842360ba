/**
 * A sentence of the service in English, German and French, none of which can be missing. `{names}` stand for what differs: one that begins
 * with a small letter is repeated as it is, such as a name or an amount; a {Capital} one is itself a sentence or words of the catalogue,
 * and is told in the same language. Words that would fit too much begin with the name that they may stand for: `Bounds: {min} to {max}`.
 */
export type Told = readonly [english: string, german: string, french: string];

const NAME = /\{(\w+)\}/;

interface Known {
  /** In which each name stands within one sentence. */
  readonly one: RegExp;
  /** In which the name that the sentence begins or ends with stands for several; null if it is no frame around others. */
  readonly several: RegExp | null;
  readonly names: readonly string[];
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
    .map((row) => ({ row, ownLength: row[0].replaceAll(/\{\w+\}/g, "").length }))
    .sort((one, other) => other.ownLength - one.ownLength)
    .map(({ row: [english, german, french] }) => ({ ...recogniser(english), german, french }));
  return { exact: new Map(rows.filter(([english]) => !NAME.test(english)).map((row) => [row[0], row])), patterns };
}

/** What a name may stand for: in quotation marks anything, else nothing that contains the beginning of another sentence. */
const QUOTED = "(.*?)";
const PLAIN = "((?:“[^”]*”|(?![.!?] \\p{Lu}).)+?)";
const SENTENCE = "((?:“[^”]*”|(?![.!?] \\p{Lu}).)+?[.!?]?)";
const SENTENCES = "(.+?)";

function recogniser(english: string): Pick<Known, "one" | "several" | "names"> {
  const { names, pattern: one } = patternOf(english, SENTENCE);
  return { one, several: FRAME.test(english) ? patternOf(english, SENTENCES).pattern : null, names };
}

const FRAME = /^\{[A-Z]\w*\}|\{[A-Z]\w*\}$/;

function patternOf(english: string, told: string): { readonly pattern: RegExp; readonly names: readonly string[] } {
  const names: string[] = [];
  const parts = english.split(/(\{\w+\})/).map((part, index, all) => {
    const name = NAME.exec(part)?.[1];
    if (name === undefined) return RegExp.escape(part);
    if (names.includes(name)) return `\\${names.indexOf(name) + 1}`;
    names.push(name);
    if (isTold(name)) return told;
    return /[“"]$/.test(all[index - 1] ?? "") ? QUOTED : PLAIN;
  });
  return { pattern: new RegExp(`^${parts.join("")}$`, "su"), names };
}

export function isTold(name: string): boolean {
  return /^[A-Z]/.test(name);
}
