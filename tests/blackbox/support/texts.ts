/** Texts whose length in code points differs from other units, and values that are not text. */

/** One code point, two UTF-16 units, four bytes. */
export const EMOJI = "🥐";
/** Two code points that look like one letter. */
export const COMBINED = "e\u0301";

/** Exactly this many code points, in emoji: twice as many UTF-16 units. */
export function emoji(codePoints: number): string {
  return EMOJI.repeat(codePoints);
}

/** Exactly this many code points, half as many graphemes; `codePoints` must be even. */
export function combined(codePoints: number): string {
  return COMBINED.repeat(codePoints / 2);
}

/** White space only: counts as empty. */
export const BLANKS = ["", " ", "\n\t \r\n", "\u00a0", "\u2003\u3000"];

/** Values that are not strings. */
export const NO_TEXTS: readonly unknown[] = [null, 5, true, ["a"], { a: "b" }];

export interface TextRule {
  readonly field: string;
  /** Puts the text into a valid body. */
  readonly body: (text: unknown) => Record<string, unknown>;
  readonly max: number;
  /** Whether blank text and null are refused; for optional fields null means that the field was not sent. */
  readonly required: boolean;
}

export interface TextCase {
  readonly name: string;
  readonly value: unknown;
  readonly valid: boolean;
}

/** Cases for every text field: the limit in code points and one beyond, blanks, NUL, wrong types. */
export function textCases(rule: TextRule): TextCase[] {
  const { max } = rule;
  const even = max - (max % 2);
  const cases: TextCase[] = [
    { name: `${max} letters`, value: "x".repeat(max), valid: true },
    { name: `${max + 1} letters`, value: "x".repeat(max + 1), valid: false },
    { name: `${max} emoji`, value: emoji(max), valid: true },
    { name: `${max + 1} emoji`, value: emoji(max + 1), valid: false },
    { name: `${even} code points of combined letters`, value: combined(even), valid: true },
    { name: `${even + 2} code points of combined letters`, value: combined(even + 2), valid: false },
    { name: "a NUL character", value: "a\0b", valid: false },
  ];
  if (rule.required) cases.push(...BLANKS.map((value) => ({ name: `only white space ${JSON.stringify(value)}`, value, valid: false })));
  for (const value of NO_TEXTS) cases.push({ name: `${JSON.stringify(value)}`, value, valid: value === null && !rule.required });
  return cases;
}
