import type { z } from "zod";
import type { Asked } from "./caller.ts";
import { constraint } from "./refusal.ts";
import type { Settings } from "./settings.ts";

/** The JSON body of a call; refused with the first thing that is wrong. Unknown fields are ignored. */
export function readBody<Schema extends z.ZodType>({ request }: Pick<Asked, "request">, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(request.body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw constraint(issue?.path.join(".") || "body", issue?.message ?? "type=object");
}

/** Null for texts that are empty or left out. */
export function givenText(text: string | null | undefined): string | null {
  return text || null;
}

export function lengthOf(text: string, unit: Settings["length_unit"]): number {
  return unit === "utf-16" ? text.length : [...text].length;
}
