import { z } from "zod";

const told = z.registry<{ readonly isTold: true; readonly isLabelled?: true }>();

/** A sentence that the service makes, in English for programs. People in the dashboard get it in their language. */
export const Sentence = z.string().register(told, { isTold: true });

/** Whether a schema is of such sentences, or made from the one that is. */
export function isSentence(schema: z.ZodType): boolean {
  return told.get(schema)?.isTold === true;
}

/** Several such words with their labels on one line: `Who may see posts: Everyone; Allow comments: on (this post)`. */
export const LabelledWords = z.string().register(told, { isTold: true, isLabelled: true });

export function isLabelled(schema: z.ZodType): boolean {
  return told.get(schema)?.isLabelled === true;
}
