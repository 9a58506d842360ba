import { z } from "zod";

const Given = z.object({
  location: z
    .string()
    .trim()
    .regex(/^accounts\/[\w-]+\/locations\/[\w-]+$/),
});

/** Reads the location in a credentials file. */
export function givenLocation(given: unknown): { readonly name: string } | { readonly problem: string } {
  const read = Given.safeParse(given).data;
  if (read !== undefined) return { name: read.location };
  return { problem: 'The credentials need "location" with its account, such as "accounts/1001/locations/2002".' };
}
