import { z } from "zod";

const told = z.registry<{ readonly isTold: true }>();

/** A sentence that the service makes, in English for programs. People in the dashboard get it in their language. */
export const Sentence = z.string().register(told, { isTold: true });

/** Whether a schema is of such sentences, or made from the one that is. */
export function isSentence(schema: z.ZodType): boolean {
  return told.get(schema)?.isTold === true;
}
