import { z } from "zod";

/**
 * Text from a request. Lengths count Unicode code points, white space alone counts as empty, content is kept as sent. `decode`
 * refuses text that cannot be stored.
 */
export function text(limits: { min: 0 | 1; max: number }) {
  const check = z.core._superRefine<string>((value, context) => {
    if (limits.min === 1 && value.trim() === "") {
      context.addIssue({ code: "too_small", origin: "string", minimum: 1, inclusive: true, input: value });
    }
    if (value.length > limits.max && codePoints(value) > limits.max) {
      context.addIssue({ code: "too_big", origin: "string", maximum: limits.max, inclusive: true, input: value });
    }
  });
  return z.string().check(bounding(check, limits));
}

/** Text of a fixed form, such as a time, with a single error message. */
export function formedText({ max, is, sentence }: { max: number; is: (value: string) => boolean; sentence: string }) {
  return judgedText({ max, reasonAgainst: (value) => (value.length <= max && is(value) ? null : sentence) });
}

/** Text validated by a function that returns the error message, also when it is too long. */
export function judgedText({ max, reasonAgainst }: { max: number; reasonAgainst: (value: string) => string | null }) {
  const check = z.core._superRefine<string>((value, context) => {
    const sentence = reasonAgainst(value);
    if (sentence !== null) context.addIssue({ code: "custom", input: value, params: { sentence } });
  });
  return z.string().check(bounding(check, { min: 0, max }));
}

/** Plain values under arbitrary names. */
export function dictionary(limits: { entriesMax: number; nameMax: number; valueMax: number }) {
  const value = z.union([text({ min: 0, max: limits.valueMax }), z.number(), z.boolean(), z.null()]);
  const check = z.core._superRefine<Record<string, unknown>>((given, context) => {
    if (Object.keys(given).length <= limits.entriesMax) return;
    context.addIssue({ code: "custom", input: given, params: { sentence: `must not have more than ${limits.entriesMax} entries` } });
  });
  return z.record(text({ min: 1, max: limits.nameMax }), value).check(bounding(check, { min: 0, max: limits.entriesMax }));
}

/** Records the bound where zod's own checks do, for documents and `decode`; refinements keep it. */
function bounding<T>(check: z.core.$ZodCheck<T>, limits: { min: number; max: number }): z.core.$ZodCheck<T> {
  check._zod.onattach.push(({ _zod: { bag } }) => {
    bag.maximum = limits.max;
    if (limits.min > 0) bag.minimum = limits.min;
  });
  return check;
}

/** The number of Unicode code points, the unit of every length in the API: `docs/api.md#requests`. */
export function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Each of these is a grapheme on its own (Unicode Standard Annex 29), and this test is much faster than segmenting. */
const SINGLE = /^[\t\n\x20-\u02ff\u3001-\u3020\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff]*$/;

/** The number of graphemes: a family emoji counts as one. */
export function graphemes(value: string): number {
  if (SINGLE.test(value)) return value.length;
  let count = 0;
  for (const _ of segmenter.segment(value)) count += 1;
  return count;
}

/** A database id: a positive integer that JavaScript represents exactly. */
export const Id = z.int().positive().max(Number.MAX_SAFE_INTEGER).meta({ example: 42 });

/** An http or https URL. */
export function webAddress(limits: { max: number }) {
  return text({ min: 1, max: limits.max })
    .refine(isWebAddress, { params: { sentence: "must be a valid http or https URL" } })
    .meta({ format: "uri" });
}

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value)) return false;
  return URL.canParse(value);
}

/** Runs a cross-field check even if a single field has failed, so that all failing fields are reported at once. */
export const BESIDE_OTHER_ISSUES = {
  when: (payload: { value: unknown }) => typeof payload.value === "object" && payload.value !== null && !Array.isArray(payload.value),
};
