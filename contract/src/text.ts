import { z } from "zod";

/**
 * Text from a request. Lengths count Unicode code points, white space only counts as empty, content is kept as sent,
 * NUL is refused because no store can keep it.
 */
export function text(limits: { min: 0 | 1; max: number }) {
  return z
    .string()
    .superRefine((value, context) => {
      if (value.includes("\0")) {
        context.addIssue({ code: "custom", input: value, params: { sentence: "must not contain NUL characters" } });
      }
      if (!value.isWellFormed()) {
        context.addIssue({ code: "custom", input: value, params: { sentence: "must not contain broken Unicode characters" } });
      }
      if (limits.min === 1 && value.trim() === "") {
        context.addIssue({ code: "too_small", origin: "string", minimum: 1, inclusive: true, input: value });
      }
      if (value.length > limits.max && codePoints(value) > limits.max) {
        context.addIssue({ code: "too_big", origin: "string", maximum: limits.max, inclusive: true, input: value });
      }
    })
    .meta({ ...(limits.min === 1 ? { minLength: 1 } : {}), maxLength: limits.max });
}

/** The number of Unicode code points, the unit of every length in the specification. */
export function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** A database id: a positive integer that JavaScript holds exactly. */
export const Id = z.int().positive().max(Number.MAX_SAFE_INTEGER).meta({ example: 42 });

/** An http or https address. */
export function webAddress(limits: { max: number }) {
  return text({ min: 1, max: limits.max })
    .refine(isWebAddress, { params: { sentence: "must be a valid http or https URL" } })
    .meta({ format: "uri", maxLength: limits.max });
}

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value)) return false;
  return URL.canParse(value);
}

/** Lets a check across fields run although a field alone has failed, so that all failing fields are reported at once. */
export const BESIDE_OTHER_ISSUES = {
  when: (payload: { value: unknown }) => typeof payload.value === "object" && payload.value !== null && !Array.isArray(payload.value),
};
